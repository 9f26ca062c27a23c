//! Lines of input, read by a thread of their own.

use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

/// The longest line that is read; a longer one is answered with an error. A whole game in one command takes some 10 kB.
const MAX_LINE: usize = 1 << 20;
/// Lines that wait for an answer before the reader pauses.
const MAX_WAITING: usize = 1024;

/// A line, or what stands for one that was too long.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// The line without its end.
    Text(Vec<u8>),
    /// A line of more than [`MAX_LINE`] bytes, skipped to its end.
    TooLong,
}

/// Starts a thread that reads lines until the end of the input. The last line need not have an end.
pub fn lines(input: impl Read + Send + 'static) -> Receiver<Line> {
    let (sender, receiver) = sync_channel(MAX_WAITING);
    thread::spawn(move || {
        let mut reader = BufReader::new(input);
        while let Some(line) = read_line(&mut reader) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    receiver
}

/// The next line; `None` at the end of the input, or when reading fails, which is the same to us.
fn read_line(reader: &mut impl BufRead) -> Option<Line> {
    let (mut text, mut is_too_long) = (Vec::new(), false);
    loop {
        let buffer = match reader.fill_buf() {
            Ok(buffer) => buffer,
            Err(e) if e.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(_) => return None,
        };
        let end = buffer.iter().position(|&b| b == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        is_too_long |= text.len() + part.len() > MAX_LINE;
        if is_too_long {
            text.clear();
        } else {
            text.extend_from_slice(part);
        }
        let (used, is_end) = (part.len() + usize::from(end.is_some()), buffer.is_empty());
        reader.consume(used);
        if end.is_some() || is_end {
            return match (is_too_long, is_end && text.is_empty()) {
                (true, _) => Some(Line::TooLong),
                (false, true) => None,
                (false, false) => Some(Line::Text(text)),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(input: &'static [u8]) -> Vec<Line> {
        lines(input).into_iter().collect()
    }

    #[test]
    fn the_last_line_needs_no_end() {
        let text = |s: &str| Line::Text(s.as_bytes().to_vec());
        assert_eq!(read(b"name\n\nversion"), [text("name"), text(""), text("version")]);
        assert_eq!(read(b"name\n"), [text("name")]);
        assert_eq!(read(b""), []);
    }

    #[test]
    fn a_line_that_is_too_long_is_one_error_and_the_next_line_is_read() {
        let input: Vec<u8> = [vec![b'x'; 3 * MAX_LINE], b"\nname\n".to_vec()].concat();
        let lines: Vec<Line> = lines(std::io::Cursor::new(input)).into_iter().collect();
        assert_eq!(lines, [Line::TooLong, Line::Text(b"name".to_vec())]);
    }
}
