//! The bytes of a file as text.
//!
//! This matters beyond names: in Shift JIS, GBK and Big5 the second byte of a letter can be that of a backslash
//! or a closing bracket, so all of a file is decoded before any of it is read. The records of the Nihon Ki-in
//! are in Shift JIS and do not say so.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, WINDOWS_1252};
use std::borrow::Cow;

/// As many bytes are looked at to guess an encoding.
const LOOKED_AT: usize = 1 << 20;

/// The text that the bytes may be, the likeliest first; at least one and at most two.
///
/// UTF-8 if it can be, whatever the file declares: converted files often keep their old `CA`. Otherwise a byte
/// order mark decides, then `CA`, then a guess, and last comes Latin-1, SGF's default, which suits all bytes.
pub(super) fn readings(bytes: &[u8]) -> impl Iterator<Item = Cow<'_, str>> {
    let (text, encoding) = match std::str::from_utf8(bytes) {
        Ok(text) => (Cow::Borrowed(text), WINDOWS_1252),
        Err(_) => {
            let (text, encoding, _) = declared(bytes).unwrap_or_else(|| guessed(bytes)).decode(bytes);
            (text, encoding)
        }
    };
    let default = (encoding != WINDOWS_1252).then_some(WINDOWS_1252);
    let default = default.into_iter().map(|default| default.decode_without_bom_handling(bytes).0);
    std::iter::once(text).chain(default)
}

/// The encoding that the first `CA` names, if it is a known one.
fn declared(bytes: &[u8]) -> Option<&'static Encoding> {
    let start = bytes.windows(3).position(|window| window == b"CA[")? + 3;
    let label = bytes[start..].split(|&byte| byte == b']').next()?;
    Encoding::for_label(label)
}

fn guessed(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(&bytes[..bytes.len().min(LOOKED_AT)], bytes.len() <= LOOKED_AT);
    detector.guess(None, Utf8Detection::Deny)
}
