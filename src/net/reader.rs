//! The two things a network file is made of, words and blocks of numbers, read with their place in the file.
//!
//! Words are separated by white space. A block of numbers is text too, or `@BIN@` and 32-bit floats, little-endian; which
//! of them is seen from the block itself. Memory grows with what has been read, never with what a header promises.

use super::error::NetError;
use std::io::{self, BufRead, BufReader, Read};
use std::ops::RangeInclusive;

/// Longest word of a network file, in bytes. The longest in known networks is the network's name, at most 96.
const LONGEST_WORD: usize = 256;

/// Most weights of a network, 1 GiB of them. The largest KataGo networks of the versions supported have 0.2 * 10^9.
const MOST_WEIGHTS: usize = 1 << 28;

/// What stands before a block of binary numbers.
const BINARY_MARK: &[u8] = b"@BIN@";

/// Reads words and numbers from the uncompressed content of a network file.
pub struct Reader<R> {
    input: BufReader<R>,
    offset: u64,
    weights: usize,
}

impl<R: Read> Reader<R> {
    pub fn new(input: R) -> Reader<R> {
        Reader { input: BufReader::with_capacity(1 << 16, input), offset: 0, weights: 0 }
    }

    /// Bytes read so far.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The next word: printable ASCII.
    pub fn word(&mut self, expected: &str) -> Result<String, NetError> {
        self.skip_space(expected)?;
        let start = self.offset;
        let mut bytes = Vec::new();
        while let Some(byte) = self.peek(expected)? {
            if byte.is_ascii_whitespace() {
                break;
            }
            bytes.push(byte);
            self.consume(1);
            if bytes.len() > LONGEST_WORD {
                return Err(wrong(expected, &bytes, start));
            }
        }
        if bytes.is_empty() {
            return Err(self.truncated(expected));
        }
        if !bytes.iter().all(u8::is_ascii_graphic) {
            return Err(wrong(expected, &bytes, start));
        }
        Ok(bytes.into_iter().map(char::from).collect())
    }

    /// The next word as a whole number in that range.
    pub fn number(&mut self, what: &str, range: RangeInclusive<usize>) -> Result<usize, NetError> {
        let expected = format!("{what}, {} to {}", range.start(), range.end());
        let (word, start) = self.word_at(&expected)?;
        match word.parse() {
            Ok(number) if range.contains(&number) => Ok(number),
            _ => Err(wrong(&expected, word.as_bytes(), start)),
        }
    }

    /// The next word as a number.
    pub fn float(&mut self, what: &str) -> Result<f32, NetError> {
        let (word, start) = self.word_at(what)?;
        parse_float(&word).ok_or_else(|| wrong(what, word.as_bytes(), start))
    }

    /// The next word as 0 or 1.
    pub fn flag(&mut self, what: &str) -> Result<bool, NetError> {
        Ok(self.number(what, 0..=1)? == 1)
    }

    /// A block of `count` numbers.
    pub fn floats(&mut self, count: usize, what: &str) -> Result<Vec<f32>, NetError> {
        self.weights = self.weights.saturating_add(count);
        if self.weights > MOST_WEIGHTS {
            let detail = format!("the network has more than {MOST_WEIGHTS} weights at byte {}", self.offset);
            return Err(NetError::Unsupported { detail });
        }
        let expected = format!("{count} numbers for {what}");
        self.skip_space(&expected)?;
        match self.peek(&expected)? {
            Some(b'@') => self.binary_floats(count, &expected),
            Some(_) => (0..count).map(|_| self.float(&expected)).collect(),
            None => Err(self.truncated(&expected)),
        }
    }

    fn binary_floats(&mut self, count: usize, expected: &str) -> Result<Vec<f32>, NetError> {
        let start = self.offset;
        let mut mark = [0; BINARY_MARK.len()];
        self.fill(&mut mark, expected)?;
        if mark != BINARY_MARK {
            return Err(wrong(&format!("@BIN@ and {expected}"), &mark, start));
        }
        let mut floats = Vec::new();
        let mut bytes = [0; 4 << 10];
        while floats.len() < count {
            let start = self.offset;
            let chunk = &mut bytes[..((count - floats.len()) * 4).min(4 << 10)];
            self.fill(chunk, expected)?;
            for (i, four) in chunk.chunks_exact(4).enumerate() {
                let float = f32::from_le_bytes([four[0], four[1], four[2], four[3]]);
                if !float.is_finite() {
                    let text = float.to_string();
                    return Err(wrong(
                        &format!("a finite number among {expected}"),
                        text.as_bytes(),
                        start + 4 * i as u64,
                    ));
                }
                floats.push(float);
            }
        }
        Ok(floats)
    }

    /// That nothing but white space is left. Reading on to the end also checks the sum of a compressed file.
    pub fn end(&mut self) -> Result<(), NetError> {
        let expected = "the end of the network";
        self.skip_space(expected)?;
        match self.peek(expected)? {
            None => Ok(()),
            Some(_) => {
                let (word, start) = self.word_at(expected)?;
                Err(wrong(expected, word.as_bytes(), start))
            }
        }
    }

    /// An error about the parts read last.
    pub fn mismatch(&self, detail: String) -> NetError {
        NetError::Mismatch { detail, offset: self.offset }
    }

    fn word_at(&mut self, expected: &str) -> Result<(String, u64), NetError> {
        self.skip_space(expected)?;
        let start = self.offset;
        Ok((self.word(expected)?, start))
    }

    fn skip_space(&mut self, expected: &str) -> Result<(), NetError> {
        while self.peek(expected)?.is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.consume(1);
        }
        Ok(())
    }

    fn peek(&mut self, expected: &str) -> Result<Option<u8>, NetError> {
        let offset = self.offset;
        loop {
            match self.input.fill_buf() {
                Ok(bytes) => return Ok(bytes.first().copied()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(unreadable(expected, offset, error)),
            }
        }
    }

    fn consume(&mut self, count: usize) {
        self.input.consume(count);
        self.offset += count as u64;
    }

    fn fill(&mut self, buffer: &mut [u8], expected: &str) -> Result<(), NetError> {
        let offset = self.offset;
        self.input.read_exact(buffer).map_err(|error| unreadable(expected, offset, error))?;
        self.offset += buffer.len() as u64;
        Ok(())
    }

    fn truncated(&self, expected: &str) -> NetError {
        NetError::Truncated { expected: expected.to_owned(), offset: self.offset }
    }
}

/// A finite number.
fn parse_float(word: &str) -> Option<f32> {
    word.parse().ok().filter(|float: &f32| float.is_finite())
}

fn wrong(expected: &str, found: &[u8], offset: u64) -> NetError {
    NetError::Expected {
        expected: expected.to_owned(),
        found: String::from_utf8_lossy(found).into_owned(),
        offset,
    }
}

fn unreadable(expected: &str, offset: u64, error: io::Error) -> NetError {
    if error.kind() == io::ErrorKind::UnexpectedEof {
        return NetError::Truncated { expected: expected.to_owned(), offset };
    }
    NetError::Io { expected: expected.to_owned(), offset, error }
}
