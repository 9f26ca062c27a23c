//! Game records in SGF: text <-> [`Record`], which knows the board's vocabulary and neither rules nor files.
//!
//! [`parse`] reads the main line of the first game, as real files have it: FF1 to FF4, any encoding, junk
//! around the game, sloppy values. It needs time linear in the text and memory for the text and one node.
//!
//! The crate `sgf-parse` does the grammar within a node: properties, values, escapes. `main_line` does the
//! tree, since that of the crate (4.2.8) is not fit for files from strangers: dropping it recurses once per
//! node, so that a main line of 200,000 moves aborts the process; it holds every variation (2.6 GB for a file
//! of 20 MB); and one fault anywhere, even text after the game, refuses the file. The crate reads each node as
//! one of an unknown game, which leaves points as text: for Go it calls `AB[]`, `HA[0]`, `KM[6,5]` and
//! `AB[cc:aa]` invalid and expands rectangles before anyone can tell whether they are on the board. What the
//! values mean is said in `values`.
//!
//! Source: Hollosi, A. (1999), SGF File Format FF4, <https://www.red-bean.com/sgf/>.

mod encoding;
mod error;
mod main_line;
#[cfg(test)]
mod tests;
mod values;
mod write;

pub use error::ParseError;

use crate::board::{Color, Move, Point, PointMap, Size};
use main_line::MainLine;
use sgf_parse::unknown_game::Prop;
use sgf_parse::{GameTree, SgfProp};

/// Most nodes and setup points that a main line may have together, empty nodes not counted. Bounds memory.
pub const MAX_ITEMS: usize = 1_000_000;

/// A game as an SGF file tells it: facts about the game, then the steps of its main line.
///
/// Nothing is checked against the rules of Go: a stone may be played on another one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The size of the board (`SZ`), 19x19 if the file gives none.
    pub size: Size,
    /// The komi in half points (`KM`).
    pub komi: Option<i32>,
    /// The number of handicap stones (`HA`); the stones themselves are a step.
    pub handicap: Option<u32>,
    /// The name of the rules as written (`RU`).
    pub rules: Option<String>,
    /// The result as written (`RE`).
    pub result: Option<String>,
    /// Black's name (`PB`).
    pub black: Option<String>,
    /// White's name (`PW`).
    pub white: Option<String>,
    /// Further properties of the root, each with one value, to be written; none are read.
    pub others: Vec<(String, String)>,
    /// What the nodes do, in order.
    pub steps: Vec<Step>,
}

/// One thing that a node of the main line does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// Points are given these contents, whatever they had (`AB`, `AW`, `AE`).
    Setup {
        /// Each point once, in the order of the points; `None` empties the point.
        stones: Vec<(Point, Option<Color>)>,
    },
    /// The player to move is set (`PL`).
    ToPlay(Color),
    /// A move (`B`, `W`), not necessarily of the player whose turn it is.
    Play(Color, Move),
}

impl Record {
    /// An empty record: nothing is known but the size.
    pub fn new(size: Size) -> Record {
        let (rules, result, black, white) = (None, None, None, None);
        let (others, steps) = (Vec::new(), Vec::new());
        Record { size, komi: None, handicap: None, rules, result, black, white, others, steps }
    }
}

/// Reads the main line of the first game in the text, in any encoding.
///
/// Within a node, setup comes before the player to move and that before the moves, in whichever order they
/// are written. Facts about the game count where the main line first gives them, `SZ` and `GM` in the root, that
/// is, the first node that is not empty.
///
/// ```
/// use tengen::board::Color;
/// use tengen::sgf::{self, Step};
///
/// let record = sgf::parse(b"(;SZ[9]KM[6.5];B[ee](;W[cc])(;W[gg]))")?;
/// assert_eq!((record.size.width(), record.komi), (9, Some(13)));
/// assert!(matches!(record.steps[..], [Step::Play(Color::Black, _), Step::Play(Color::White, _)]));
/// # Ok::<(), sgf::ParseError>(())
/// ```
///
/// # Errors
/// [`ParseError::NoGame`], [`Truncated`](ParseError::Truncated) and [`Unexpected`](ParseError::Unexpected) for
/// text that is no SGF; the others for a record that is not one of Go, of a board that does not exist, has
/// moves or setup stones that cannot be placed on the board, or is beyond [`MAX_ITEMS`].
pub fn parse(text: &[u8]) -> Result<Record, ParseError> {
    let mut first_error = None;
    for reading in encoding::readings(text) {
        match parse_text(&reading) {
            Ok(record) => return Ok(record),
            Err(error) => first_error = first_error.or(Some(error)),
        }
    }
    Err(first_error.unwrap_or(ParseError::NoGame))
}

fn parse_text(text: &str) -> Result<Record, ParseError> {
    let mut line = MainLine::open(text)?;
    let mut record = Record::new(Size::square(19));
    let mut items = 0;
    let mut is_root = true;
    while let Some(node) = line.next_node()? {
        if !node.is_empty() {
            let properties = properties(node)?;
            if is_root {
                record.size = size(&properties)?;
            }
            record.read_facts(&properties);
            items += 1 + record.read_steps(&properties)?;
            if items > MAX_ITEMS {
                return Err(ParseError::TooLong);
            }
            is_root = false;
        }
    }
    Ok(record)
}

/// The properties of a node that `main_line` has tidied.
fn properties(node: &str) -> Result<Vec<Prop>, ParseError> {
    // Another game than Go in a root before the node: see the comment of the module.
    let tree = sgf_parse::parse(&format!("(;GM[0];{node})")).ok().and_then(|mut trees| trees.pop());
    match tree {
        Some(GameTree::Unknown(mut root)) if root.children.len() == 1 => {
            Ok(root.children.remove(0).properties.into_iter().map(retry_without_blanks).collect())
        }
        _ => Err(ParseError::BadValue { property: String::from("node "), value: node.to_string() }),
    }
}

/// Reads an invalid property again without the white space around its values: `SZ[9 ]`.
fn retry_without_blanks(property: Prop) -> Prop {
    match property {
        Prop::Invalid(name, values) => {
            Prop::new(name, values.iter().map(|value| value.trim().to_string()).collect())
        }
        property => property,
    }
}

/// The size of the board that the root gives, which also says whether the game is Go.
fn size(root: &[Prop]) -> Result<Size, ParseError> {
    let mut size = None;
    for property in root {
        match property {
            Prop::GM(1) => (),
            Prop::GM(game) => return Err(ParseError::NotGo { value: game.to_string() }),
            Prop::SZ((width, height)) => {
                let given = Size::new(usize::from(*width), usize::from(*height));
                size =
                    size.or(Some(given.ok_or(ParseError::BadSize { value: format!("{width}:{height}") })?));
            }
            Prop::Invalid(name, values) if values.iter().any(|value| !value.is_empty()) => {
                let value = values.join("][");
                match name.as_str() {
                    "GM" => return Err(ParseError::NotGo { value }),
                    "SZ" => return Err(ParseError::BadSize { value }),
                    _ => (),
                }
            }
            _ => (),
        }
    }
    Ok(size.unwrap_or(Size::square(19)))
}

impl Record {
    /// Takes the facts that are not known yet.
    fn read_facts(&mut self, properties: &[Prop]) {
        for property in properties {
            let (fact, text) = match property {
                Prop::RU(value) => (&mut self.rules, &value.text),
                Prop::RE(value) => (&mut self.result, &value.text),
                Prop::PB(value) => (&mut self.black, &value.text),
                Prop::PW(value) => (&mut self.white, &value.text),
                Prop::Unknown(name, values) => {
                    match (name.as_str(), values.first()) {
                        ("KM", Some(value)) => self.komi = self.komi.or(values::komi(value)),
                        ("HA", Some(value)) => self.handicap = self.handicap.or(values::handicap(value)),
                        _ => (),
                    }
                    continue;
                }
                _ => continue,
            };
            if fact.is_none() {
                *fact = values::line_of_text(text);
            }
        }
    }

    /// Adds what the node does; says how many points of setup were read.
    fn read_steps(&mut self, properties: &[Prop]) -> Result<usize, ParseError> {
        let (stones, count) = setup(properties, self.size)?;
        if !stones.is_empty() {
            self.steps.push(Step::Setup { stones });
        }
        if let Some(color) = to_play(properties)? {
            self.steps.push(Step::ToPlay(color));
        }
        for property in properties {
            let (name, color, value) = match property {
                Prop::B(value) => ("B", Color::Black, value),
                Prop::W(value) => ("W", Color::White, value),
                Prop::Invalid(name, values) if name == "B" || name == "W" => return Err(bad(name, values)),
                _ => continue,
            };
            self.steps.push(Step::Play(color, values::play(name, value, self.size)?));
        }
        Ok(count)
    }
}

/// What a setup puts on points.
type Stones = Vec<(Point, Option<Color>)>;

/// The points that a node sets up, in their order, with their contents, and how often it names a point. Of
/// contradicting properties the last one counts.
fn setup(properties: &[Prop], size: Size) -> Result<(Stones, usize), ParseError> {
    let (mut contents, mut count) = (None, 0);
    for property in properties {
        let (name, color, values) = match property {
            Prop::AB(values) => ("AB", Some(Color::Black), values),
            Prop::AW(values) => ("AW", Some(Color::White), values),
            Prop::AE(values) => ("AE", None, values),
            Prop::Invalid(name, values) if matches!(name.as_str(), "AB" | "AW" | "AE") => {
                return Err(bad(name, values));
            }
            _ => continue,
        };
        let contents = contents.get_or_insert_with(|| PointMap::filled(None));
        // Sorted, because the crate's sets have no order and the same text shall give the same error.
        let mut values: Vec<&String> = values.iter().collect();
        values.sort_unstable();
        for value in values {
            for point in values::points(name, value, size)? {
                contents[point] = Some(color);
                count += 1;
            }
        }
    }
    let Some(contents) = contents else { return Ok((Vec::new(), 0)) };
    let stones = size.points().filter_map(|point| contents[point].map(|color| (point, color)));
    Ok((stones.collect(), count))
}

/// The player to move that the node sets. Some programs write a word, a small letter, or 1 and 2.
fn to_play(properties: &[Prop]) -> Result<Option<Color>, ParseError> {
    for property in properties {
        match property {
            Prop::PL(sgf_parse::Color::Black) => return Ok(Some(Color::Black)),
            Prop::PL(sgf_parse::Color::White) => return Ok(Some(Color::White)),
            Prop::Invalid(name, values) if name == "PL" => match values.concat().as_bytes() {
                [] => (),
                [b'B' | b'b' | b'1', ..] => return Ok(Some(Color::Black)),
                [b'W' | b'w' | b'2', ..] => return Ok(Some(Color::White)),
                _ => return Err(bad(name, values)),
            },
            _ => (),
        }
    }
    Ok(None)
}

fn bad(property: &str, values: &[String]) -> ParseError {
    ParseError::BadValue { property: property.to_string(), value: values.join("][") }
}
