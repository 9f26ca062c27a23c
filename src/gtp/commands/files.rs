//! Game records: `loadsgf` and `printsgf`.

use super::Reply;
use super::query::{color_name, format_score};
use crate::board::Move;
use crate::gtp::Session;
use crate::gtp::error::GtpError;
use crate::gtp::parse::vertex;
use crate::sgf::{self, Record, Step};
use std::fs;
use std::io::{self, Read};
use std::path::Path;

/// Largest file that is read, in bytes.
const MAX_BYTES: u64 = 256 << 20;

pub fn loadsgf(session: &mut Session, args: &[String]) -> Reply {
    let (name, end) = file_and_end(args)?;
    let text = read_file(session, &name)?;
    let record = sgf::parse(&text).map_err(|e| GtpError::CannotLoad(e.to_string()))?;
    let before = match end {
        Some(End::Number(number)) => Some(number),
        Some(End::Move(mv)) => first_play(&record, mv),
        None => None,
    };
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

/// The move before which loading ends.
#[derive(Clone, Copy)]
enum End {
    /// The one of that number, counted from 1.
    Number(usize),
    /// The first of all at that place.
    Move(Move),
}

/// The name, which may have spaces in it, and after it, as GNU Go has it, a number or a vertex. What is the name of a file as
/// a whole is that.
fn file_and_end(args: &[String]) -> Result<(String, Option<End>), GtpError> {
    let (last, name) = args.split_last().ok_or(GtpError::Missing("file name"))?;
    let whole = args.join(" ");
    if name.is_empty() || fs::exists(&whole).unwrap_or(false) {
        return Ok((whole, None));
    }
    Ok(match (last.parse(), vertex(last)) {
        (Ok(number), _) => (name.join(" "), Some(End::Number(number))),
        (_, Ok(mv)) => (name.join(" "), Some(End::Move(mv))),
        _ => (whole, None),
    })
}

/// The number of the first such move of a record, counted from 1.
fn first_play(record: &Record, mv: Move) -> Option<usize> {
    let mut plays = record.steps.iter().filter_map(|step| match step {
        Step::Play(_, played) => Some(*played),
        _ => None,
    });
    plays.position(|played| played == mv).map(|index| index + 1)
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

/// Writes a record to a file. A device or a pipe is refused: it may never take what is written. A record that cannot be
/// written to its end leaves what was there before.
pub fn write_record(session: &Session, record: &Record, name: &str) -> Reply {
    if !session.manners.may_use_files {
        return Err(GtpError::NoFiles);
    }
    match replace_file(Path::new(name), record.to_sgf().as_bytes()) {
        Ok(()) => Ok(String::new()),
        Err(why) => Err(GtpError::Other(format!("cannot write file: {why}"))),
    }
}

/// Writes a file beside the one of that name, and puts it in its place when it is complete.
fn replace_file(name: &Path, content: &[u8]) -> io::Result<()> {
    // Where a link leads to is replaced, not the link.
    let target = fs::canonicalize(name).unwrap_or_else(|_| name.to_owned());
    let known = match fs::metadata(&target) {
        Ok(known) if known.is_file() => Some(known),
        Ok(_) => return Err(io::Error::other(NOT_REGULAR)),
        Err(_) => None,
    };
    let mut part = target.clone().into_os_string();
    part.push(".part");
    let write = || {
        fs::write(&part, content)?;
        if let Some(known) = &known {
            fs::set_permissions(&part, known.permissions())?;
        }
        fs::rename(&part, &target)
    };
    write().inspect_err(|_| _ = fs::remove_file(&part))
}
