//! Why a file is no network that can be used.

use std::fmt;
use std::io;

/// Why [`Network::load`](super::Network::load) refused a file. Its `Display` is one line without control characters.
#[derive(Debug)]
pub enum NetError {
    /// The file cannot be read, or the compression around it is broken.
    Io {
        /// What was being read.
        expected: String,
        /// Where, in bytes of the uncompressed content.
        offset: u64,
        /// What the operating system or the decompressor says.
        error: io::Error,
    },
    /// Something else stands where a part of the network should.
    Expected {
        /// What should stand there.
        expected: String,
        /// The beginning of what stands there.
        found: String,
        /// Where, in bytes of the uncompressed content.
        offset: u64,
    },
    /// The content ends too early.
    Truncated {
        /// What was being read.
        expected: String,
        /// Where the content ends, in bytes of the uncompressed content.
        offset: u64,
    },
    /// Two parts of the network do not fit together.
    Mismatch {
        /// The parts and their sizes.
        detail: String,
        /// The end of the second part, in bytes of the uncompressed content.
        offset: u64,
    },
    /// A network of a kind that tengen has no code for.
    Unsupported {
        /// Which kind.
        detail: String,
    },
}

impl fmt::Display for NetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetError::Io { expected, offset, error } => {
                write!(f, "cannot read {expected} at byte {offset}: {error}")
            }
            NetError::Expected { expected, found, offset } => {
                write!(f, "expected {expected} at byte {offset}, found {}", shown(found))
            }
            NetError::Truncated { expected, offset } => {
                write!(f, "the network ends at byte {offset}, where {expected} should stand")
            }
            NetError::Mismatch { detail, offset } => write!(f, "{detail} (up to byte {offset})"),
            NetError::Unsupported { detail } => write!(f, "{detail}"),
        }
    }
}

impl std::error::Error for NetError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            NetError::Io { error, .. } => Some(error),
            _ => None,
        }
    }
}

/// The beginning of the text in quotes, fit for a message of one line.
fn shown(text: &str) -> String {
    const LONGEST: usize = 30;
    let mut shown: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push_str("...");
    }
    format!("\"{shown}\"")
}
