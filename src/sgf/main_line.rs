//! The tree of a file, cut down to the nodes of its first game's main line.
//!
//! The main line is always the first variation, so it is what stands before the first `)`. [`MainLine`] hands
//! it out node by node, tidied for the parser crate: lower-case letters of names and white space outside of
//! values are gone, a value too long to be anything the engine reads is replaced. The variations after it are
//! not read, only their brackets are matched, so that a file cut short is noticed wherever the cut is.
//!
//! One pass over the bytes without recursion or a stack: time is linear, memory is one node.

use super::ParseError;

/// Longer values, in bytes with the brackets, are comments or the data of an analysis program.
const LONGEST_VALUE: usize = 4096;
/// Longest node in bytes, long values not counted.
const LONGEST_NODE: usize = 1 << 20;
/// Stands for a value that is too long. It can be read neither as a point nor as a pass.
const OMITTED: &str = "[?]";

/// Hands out the nodes of the main line of the first game in a text.
pub(super) struct MainLine<'a> {
    text: &'a str,
    /// Where reading goes on; beyond the `;` of the node that comes next.
    at: usize,
    /// Variations that are open, the game itself included.
    depth: usize,
    /// The tidied node handed out last.
    node: String,
}

impl<'a> MainLine<'a> {
    /// Finds the first game, that is, the first `(` that a node follows: a mail header has brackets, too.
    pub(super) fn open(text: &'a str) -> Result<MainLine<'a>, ParseError> {
        let mut starts = text.match_indices('(');
        let at = starts.find_map(|(start, _)| first_node(text, start + 1)).ok_or(ParseError::NoGame)?;
        Ok(MainLine { text, at, depth: 1, node: String::new() })
    }

    /// The next node as names and values in brackets, without its `;`, or `None` past the last one.
    pub(super) fn next_node(&mut self) -> Result<Option<&str>, ParseError> {
        if self.depth == 0 {
            return Ok(None);
        }
        self.node.clear();
        let mut name_is_open = false;
        while let Some(found) = self.text[self.at..].chars().next() {
            let offset = self.at;
            match found {
                '[' if name_is_open || self.node.ends_with(']') => {
                    self.copy_value()?;
                    name_is_open = false;
                    continue;
                }
                ';' | '(' | ')' if !name_is_open => {
                    self.at += 1;
                    match found {
                        '(' => self.enter_variation()?,
                        ')' => self.skip_other_variations()?,
                        _ => (),
                    }
                    return Ok(Some(&self.node));
                }
                'A'..='Z' | '0'..='9' => {
                    self.node.push(found);
                    name_is_open = true;
                }
                'a'..='z' => (),
                _ if found.is_whitespace() || found.is_control() || found == '\u{feff}' => (),
                _ => return Err(ParseError::Unexpected { found, offset }),
            }
            self.at += found.len_utf8();
        }
        Err(ParseError::Truncated)
    }

    /// Copies the value that begins here, without soft line breaks.
    fn copy_value(&mut self) -> Result<(), ParseError> {
        let (start, mark) = (self.at, self.node.len());
        let mut copied = start;
        self.at = end_of_value(self.text, start, |from, to| {
            self.node.push_str(&self.text[copied..from]);
            copied = to;
        })?;
        self.node.push_str(&self.text[copied..self.at]);
        if self.at - start > LONGEST_VALUE {
            self.node.truncate(mark);
            self.node.push_str(OMITTED);
        }
        if self.node.len() > LONGEST_NODE { Err(ParseError::TooLong) } else { Ok(()) }
    }

    /// Goes on to the first node of the variation whose `(` was just read.
    fn enter_variation(&mut self) -> Result<(), ParseError> {
        if let Some(at) = first_node(self.text, self.at) {
            self.at = at;
            self.depth += 1;
            return Ok(());
        }
        let rest = self.text[self.at..].trim_ascii_start();
        match rest.chars().next() {
            Some(found) => Err(ParseError::Unexpected { found, offset: self.text.len() - rest.len() }),
            None => Err(ParseError::Truncated),
        }
    }

    /// Runs to the end of the game after the first `)`, which ended the main line.
    fn skip_other_variations(&mut self) -> Result<(), ParseError> {
        self.depth -= 1;
        while self.depth > 0 {
            match self.text.as_bytes().get(self.at) {
                Some(b'(') => self.depth += 1,
                Some(b')') => self.depth -= 1,
                Some(b'[') => {
                    self.at = end_of_value(self.text, self.at, |_, _| ())?;
                    continue;
                }
                Some(_) => (),
                None => return Err(ParseError::Truncated),
            }
            self.at += 1;
        }
        Ok(())
    }
}

/// Where the first node begins behind a `(` that ends at `at`: after its `;`. The records of the Nihon Ki-in have
/// no `;` before the root, so a name with a value will do.
fn first_node(text: &str, at: usize) -> Option<usize> {
    let rest = text[at..].trim_ascii_start();
    let start = text.len() - rest.len();
    if rest.starts_with(';') {
        return Some(start + 1);
    }
    let behind_name = rest.trim_start_matches(|c: char| c.is_ascii_uppercase());
    (behind_name.len() < rest.len() && behind_name.starts_with('[')).then_some(start)
}

/// The place behind the `]` of the value whose `[` is at `start`. Calls `soft_break` with the bounds of each
/// backslash with a line break after it: SGF has them vanish, the parser crate would keep the line break.
fn end_of_value(
    text: &str,
    start: usize,
    mut soft_break: impl FnMut(usize, usize),
) -> Result<usize, ParseError> {
    let bytes = text.as_bytes();
    let mut at = start + 1;
    loop {
        match bytes.get(at) {
            None => return Err(ParseError::Truncated),
            Some(b']') => return Ok(at + 1),
            Some(b'\\') => {
                let next = match bytes.get(at + 1..).unwrap_or_default() {
                    [b'\r', b'\n', ..] | [b'\n', b'\r', ..] => at + 3,
                    _ => at + 2,
                };
                if matches!(bytes.get(at + 1), Some(b'\r' | b'\n')) {
                    soft_break(at, next);
                }
                at = next;
            }
            Some(_) => at += 1,
        }
    }
}
