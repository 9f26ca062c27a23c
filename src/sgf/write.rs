//! A [`Record`] as SGF text.

use super::values::{komi_text, line_of_text, point_text};
use super::{Record, Step};
use crate::board::{Color, Point};

/// Lines are broken before they grow longer, except inside a value.
const LINE: usize = 76;

/// SGF text under construction.
struct Writer {
    text: String,
    /// Where the last line begins.
    line_start: usize,
}

impl Writer {
    /// Adds a piece that no line break may split.
    fn push(&mut self, piece: &str) {
        if self.text.len() + piece.len() - self.line_start > LINE && self.text.len() > self.line_start {
            self.new_line();
        }
        self.text.push_str(piece);
    }

    fn new_line(&mut self) {
        self.text.push('\n');
        self.line_start = self.text.len();
    }

    fn property(&mut self, name: &str, value: &str) {
        let escaped = value.replace('\\', "\\\\").replace(']', "\\]");
        self.push(&format!("{name}[{escaped}]"));
    }

    /// A property that is left out if its text is missing or empty.
    fn text_property(&mut self, name: &str, value: Option<&String>) {
        if let Some(line) = value.and_then(|value| line_of_text(value)) {
            self.property(name, &line);
        }
    }
}

/// What a node holds so far: SGF reads its setup first, then the player to move, then the move.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Filled {
    Nothing,
    Setup,
    ToPlay,
    Move,
}

impl Record {
    /// The record as a file in FF4 and UTF-8, with lines of moderate length.
    ///
    /// [`parse`](super::parse) gives the same record back if it could have come from there: texts are on one
    /// line, setup stones in the order of their points and each point once.
    pub fn to_sgf(&self) -> String {
        let mut writer = Writer { text: String::from("(;"), line_start: 0 };
        self.write_facts(&mut writer);
        let mut filled = Filled::Nothing;
        for step in &self.steps {
            let next = match step {
                Step::Setup { .. } => Filled::Setup,
                Step::ToPlay(_) => Filled::ToPlay,
                Step::Play(..) => Filled::Move,
            };
            // A move always has a node of its own; a setup shares one with the player to move after it.
            if next <= filled || next == Filled::Move {
                if filled <= Filled::ToPlay {
                    writer.new_line();
                }
                writer.push(";");
            }
            filled = next;
            self.write_step(&mut writer, step);
        }
        writer.text.push_str("\n)\n");
        writer.text
    }

    fn write_facts(&self, writer: &mut Writer) {
        writer.push("FF[4]GM[1]CA[UTF-8]");
        writer.property("AP", concat!("tengen:", env!("CARGO_PKG_VERSION")));
        let (width, height) = (self.size.width(), self.size.height());
        let size = if width == height { width.to_string() } else { format!("{width}:{height}") };
        writer.property("SZ", &size);
        if let Some(komi) = self.komi {
            writer.property("KM", &komi_text(komi));
        }
        if let Some(handicap) = self.handicap {
            writer.property("HA", &handicap.to_string());
        }
        writer.text_property("RU", self.rules.as_ref());
        writer.text_property("PB", self.black.as_ref());
        writer.text_property("PW", self.white.as_ref());
        writer.text_property("RE", self.result.as_ref());
        for (name, value) in &self.others {
            writer.text_property(name, Some(value));
        }
    }

    fn write_step(&self, writer: &mut Writer, step: &Step) {
        match step {
            Step::Setup { stones } => {
                for (name, color) in [("AB", Some(Color::Black)), ("AW", Some(Color::White)), ("AE", None)] {
                    let points = stones.iter().filter(|stone| stone.1 == color).map(|stone| stone.0);
                    self.write_points(writer, name, points);
                }
            }
            Step::ToPlay(color) => writer.property("PL", letter(*color)),
            Step::Play(color, played) => {
                let value = played.point().map_or(String::new(), |point| point_text(point, self.size));
                writer.property(letter(*color), &value);
            }
        }
    }

    fn write_points(&self, writer: &mut Writer, name: &str, points: impl Iterator<Item = Point>) {
        let mut name = name;
        for point in points {
            writer.property(name, &point_text(point, self.size));
            name = "";
        }
    }
}

fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}
