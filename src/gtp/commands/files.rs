//! Game records: `loadsgf` and `printsgf`.

use super::Reply;
use super::query::{color_name, format_score};
use crate::gtp::Session;
use crate::gtp::error::GtpError;
use crate::sgf::{self, Record};
use std::fs;
use std::io::{self, Read};

/// Largest file that is read, in bytes.
const MAX_BYTES: u64 = 256 << 20;

pub fn loadsgf(session: &mut Session, args: &[String]) -> Reply {
    let (name, before) = file_and_move(args)?;
    let text = read_file(session, &name)?;
    let record = sgf::parse(&text).map_err(|e| GtpError::CannotLoad(e.to_string()))?;
    session.engine.load(&record, before).map_err(|e| GtpError::CannotLoad(e.to_string()))?;
    Ok(color_name(session.engine.game().to_play()).to_owned())
}

/// The contents of a file. Devices and pipes are refused: some of them have no end.
fn read_file(session: &Session, name: &str) -> Result<Vec<u8>, GtpError> {
    if !session.manners.may_use_files {
        return Err(GtpError::NoFiles);
    }
    let read = || {
        if !fs::metadata(name)?.is_file() {
            return Err(io::Error::other(NOT_REGULAR));
        }
        let mut text = Vec::new();
        let length = fs::File::open(name)?.take(MAX_BYTES + 1).read_to_end(&mut text)?;
        if length as u64 > MAX_BYTES { Err(io::Error::other("larger than 256 MB")) } else { Ok(text) }
    };
    read().map_err(|e| GtpError::CannotLoad(e.to_string()))
}

const NOT_REGULAR: &str = "not a regular file";

/// The name, which may have spaces in it, and the number after it.
fn file_and_move(args: &[String]) -> Result<(String, Option<usize>), GtpError> {
    match args {
        [] => Err(GtpError::Missing("file name")),
        [name @ .., last] if !name.is_empty() => match last.parse() {
            Ok(before) => Ok((name.join(" "), Some(before))),
            Err(_) => Ok((args.join(" "), None)),
        },
        [name] => Ok((name.clone(), None)),
        _ => Err(GtpError::Missing("file name")),
    }
}

pub fn printsgf(session: &mut Session, args: &[String]) -> Reply {
    let record = finished_record(session);
    match args.join(" ").as_str() {
        "" | "-" => Ok(record.to_sgf().trim_end().to_owned()),
        name => write_record(session, &record, name),
    }
}

/// The game as a record, with the result if it is over.
pub fn finished_record(session: &mut Session) -> Record {
    let mut record = session.engine.record();
    if session.engine.game().is_over() {
        record.result = Some(format_score(session.engine.final_score()));
    }
    record
}

/// Writes a record to a file. A device or a pipe is refused: it may never take what is written. What was begun and could
/// not be ended is removed again.
pub fn write_record(session: &Session, record: &Record, name: &str) -> Reply {
    if !session.manners.may_use_files {
        return Err(GtpError::NoFiles);
    }
    let write = || {
        let is_new = match fs::metadata(name) {
            Ok(known) if known.is_file() => false,
            Ok(_) => return Err(io::Error::other(NOT_REGULAR)),
            Err(_) => true,
        };
        let written = fs::write(name, record.to_sgf());
        if written.is_err() && is_new {
            let _ = fs::remove_file(name);
        }
        written
    };
    write().map_err(|e| GtpError::Other(format!("cannot write file: {e}")))?;
    Ok(String::new())
}
