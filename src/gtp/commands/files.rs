//! Game records: `loadsgf` and `printsgf`.

use super::Reply;
use super::query::{color_name, format_score};
use crate::gtp::Session;
use crate::gtp::error::GtpError;
use crate::sgf::{self, Record};
use std::fs;
use std::io;

pub fn loadsgf(session: &mut Session, args: &[String]) -> Reply {
    let (name, before) = file_and_move(args)?;
    let text = read_file(&name).map_err(|e| GtpError::CannotLoad(e.to_string()))?;
    let record = sgf::parse(&text).map_err(|e| GtpError::CannotLoad(e.to_string()))?;
    session.engine.load(&record, before).map_err(|e| GtpError::CannotLoad(e.to_string()))?;
    Ok(color_name(session.engine.game().to_play()).to_owned())
}

/// The contents of a file. Devices and pipes are refused: some of them have no end.
fn read_file(name: &str) -> io::Result<Vec<u8>> {
    if fs::metadata(name)?.is_file() { fs::read(name) } else { Err(io::Error::other("not a regular file")) }
}

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
    if args.is_empty() {
        return Ok(record.to_sgf().trim_end().to_owned());
    }
    write_record(&record, &args.join(" "))
}

/// The game as a record, with the result if it is over.
pub fn finished_record(session: &mut Session) -> Record {
    let mut record = session.engine.record();
    if session.engine.game().is_over() {
        record.result = Some(format_score(session.engine.final_score()));
    }
    record
}

/// Writes a record to a file.
pub fn write_record(record: &Record, file: &str) -> Reply {
    fs::write(file, record.to_sgf()).map_err(|e| GtpError::Other(format!("cannot write file: {e}")))?;
    Ok(String::new())
}
