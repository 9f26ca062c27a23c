//! Problems as text: a position with a player to move, and which moves solve it.
//!
//! Blocks of lines, separated by empty ones; lines that begin with `#` are comments. `KEY: VALUE` lines come first:
//! `name`, `play` (`black` or `white`), `komi`, and if wanted `pass` (`good` or `bad`: what a pass is), `before` (moves
//! from the diagram to the position, such as `w D4 b pass`: they make a ko point, or a pass to answer) and `note`. Then
//! come the rows of a diagram, the top row first: `X` Black, `O` White, `.` empty, `!` an empty point to play on, `?` an
//! empty point not to play on. Without `!` and a good pass every move solves it that is not a bad one.

use crate::board::{Board, Color, Move, Point};
use crate::gtp::parse as text;
use crate::rules::{Game, preset};
use crate::sgf::{Record, Step};
use std::fmt;

/// A position to find a move in.
#[derive(Clone, Debug)]
pub struct Problem {
    /// What it is called, once within its file.
    pub name: String,
    /// The position as a record: komi, stones, the player to move, and moves if there are any.
    pub record: Record,
    /// The player to move.
    pub color: Color,
    /// Moves that solve it. If there is none, all but the bad ones do.
    pub good: Vec<Move>,
    /// Moves that do not.
    pub bad: Vec<Move>,
}

impl Problem {
    /// Whether the move is an answer that will do.
    pub fn is_solved_by(&self, mv: Move) -> bool {
        !self.bad.contains(&mv) && (self.good.is_empty() || self.good.contains(&mv))
    }
}

/// Why a text is not a list of problems.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProblemError {
    /// The line, counted from 1, at which the problem with the fault begins.
    pub line: usize,
    /// The fault.
    pub fault: Fault,
}

/// What is wrong with a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A key that is not known, or that stands after the diagram.
    Key(String),
    /// There is no value for this key, or one that cannot be read.
    Value(&'static str),
    /// The rows are no position.
    Diagram,
    /// Nothing tells a good move from a bad one.
    NoAnswer,
    /// A move that leads to the position, or an answer, is not legal.
    Illegal,
    /// Another problem has the same name.
    Name,
}

impl fmt::Display for ProblemError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "problem at line {}: ", self.line)?;
        match &self.fault {
            Fault::Key(key) => write!(f, "\"{key}\" does not belong there"),
            Fault::Value(key) => write!(f, "no proper value for \"{key}\""),
            Fault::Diagram => write!(f, "the rows are no position"),
            Fault::NoAnswer => write!(f, "no move is marked"),
            Fault::Illegal => write!(f, "a move is not legal"),
            Fault::Name => write!(f, "the name was used before"),
        }
    }
}

impl std::error::Error for ProblemError {}

/// The problems of a text.
///
/// # Errors
/// The first fault, and where it is.
pub fn parse(text: &str) -> Result<Vec<Problem>, ProblemError> {
    let mut problems: Vec<Problem> = Vec::new();
    let mut block: Vec<&str> = Vec::new();
    for (number, line) in text.lines().map(str::trim).chain([""]).enumerate() {
        if !line.is_empty() {
            block.push(line);
            continue;
        }
        let first = number - block.len() + 1;
        block.retain(|line| !line.starts_with('#'));
        if !block.is_empty() {
            let problem = parse_block(&block).map_err(|fault| ProblemError { line: first, fault })?;
            if problems.iter().any(|other| other.name == problem.name) {
                return Err(ProblemError { line: first, fault: Fault::Name });
            }
            problems.push(problem);
        }
        block.clear();
    }
    Ok(problems)
}

fn parse_block(lines: &[&str]) -> Result<Problem, Fault> {
    let (heads, rows) = lines.split_at(lines.iter().take_while(|line| line.contains(':')).count());
    let mut fields = Fields::default();
    for (key, value) in heads.iter().filter_map(|line| line.split_once(':')) {
        fields.read(key, value.trim())?;
    }
    let name = fields.name.ok_or(Fault::Value("name"))?;
    let color = fields.color.ok_or(Fault::Value("play"))?;
    let komi = fields.komi.ok_or(Fault::Value("komi"))?;
    let board = Board::from_diagram(&rows.join("/").replace(['!', '?'], ".")).map_err(|_| Fault::Diagram)?;
    let (mut good, mut bad) = (marked(rows, '!'), marked(rows, '?'));
    match fields.pass {
        Some(true) => good.push(Move::Pass),
        Some(false) => bad.push(Move::Pass),
        None => {}
    }
    if good.is_empty() && bad.is_empty() {
        return Err(Fault::NoAnswer);
    }
    check(&board, color, komi, &fields.before, good.iter().chain(&bad))?;
    let stone = |p: Point| board.cell(p).color().map(|color| (p, Some(color)));
    let stones = board.size().points().filter_map(stone).collect();
    let first = fields.before.first().map_or(color, |(color, _)| *color);
    let mut steps = vec![Step::Setup { stones }, Step::ToPlay(first)];
    steps.extend(fields.before.into_iter().map(|(color, mv)| Step::Play(color, mv)));
    let record = Record { komi: Some(komi), steps, ..Record::new(board.size()) };
    Ok(Problem { name, record, color, good, bad })
}

/// What the lines before the diagram say.
#[derive(Default)]
struct Fields {
    name: Option<String>,
    color: Option<Color>,
    komi: Option<i32>,
    pass: Option<bool>,
    before: Vec<(Color, Move)>,
}

impl Fields {
    fn read(&mut self, key: &str, value: &str) -> Result<(), Fault> {
        match key {
            "name" if !value.is_empty() => self.name = Some(value.to_owned()),
            "name" => return Err(Fault::Value("name")),
            "play" => self.color = Some(text::color(value).map_err(|_| Fault::Value("play"))?),
            "komi" => self.komi = Some(half_points(value).ok_or(Fault::Value("komi"))?),
            "pass" => self.pass = Some(value == "good"),
            "before" => self.before = moves(value).ok_or(Fault::Value("before"))?,
            "note" => {}
            other => return Err(Fault::Key(other.to_owned())),
        }
        let is_known_pass = key != "pass" || ["good", "bad"].contains(&value);
        if is_known_pass { Ok(()) } else { Err(Fault::Value("pass")) }
    }
}

fn half_points(value: &str) -> Option<i32> {
    let doubled = 2.0 * value.parse::<f64>().ok()?;
    (doubled.fract() == 0.0 && doubled.abs() < 2000.0).then_some(doubled as i32)
}

fn moves(value: &str) -> Option<Vec<(Color, Move)>> {
    let words: Vec<&str> = value.split_whitespace().collect();
    let pair = |pair: &[&str]| match pair {
        [color, vertex] => Some((text::color(color).ok()?, text::vertex(vertex).ok()?)),
        _ => None,
    };
    words.chunks(2).map(pair).collect()
}

/// The points of the diagram that have that mark.
fn marked(rows: &[&str], mark: char) -> Vec<Move> {
    let of_row = |(row, line): (usize, &&str)| {
        let columns = line.chars().enumerate().filter(|(_, c)| *c == mark).map(|(column, _)| column);
        columns.map(|column| Move::Place(Point::new(column, row))).collect::<Vec<_>>()
    };
    rows.iter().rev().enumerate().flat_map(of_row).collect()
}

/// Whether the moves to the position and all answers are legal.
fn check<'a>(
    board: &Board,
    color: Color,
    komi: i32,
    before: &[(Color, Move)],
    answers: impl Iterator<Item = &'a Move>,
) -> Result<(), Fault> {
    let rules = preset("chinese").expect("invariant: the ruleset exists").rules;
    let mut game = Game::from_position(board.clone(), color, rules, komi);
    for (color, mv) in before {
        game.play(*color, *mv).map_err(|_| Fault::Illegal)?;
    }
    for answer in answers {
        game.check(color, *answer).map_err(|_| Fault::Illegal)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROBLEM: &str = "# A ko\nname: ko\nplay: black\nkomi: -1.5\npass: bad\nbefore: w B2 b pass w pass\n\
                           note: any\n.X.!\nX.XO\n.XO?\n...O\n";

    #[test]
    fn a_problem_is_read_with_its_marks_moves_and_komi() {
        let text = PROBLEM.replace(".XO?", "OX.?").replace("B2", "A1");
        let problem = parse(&text).unwrap().pop().unwrap();
        assert_eq!((problem.name.as_str(), problem.color), ("ko", Color::Black));
        assert_eq!(problem.record.komi, Some(-3));
        assert_eq!(problem.good, [Move::Place(Point::new(3, 3))]);
        assert_eq!(problem.bad, [Move::Place(Point::new(3, 1)), Move::Pass]);
        assert_eq!(problem.record.steps.len(), 5);
        assert!(problem.is_solved_by(problem.good[0]) && !problem.is_solved_by(Move::Pass));
    }

    #[test]
    fn without_a_good_move_all_but_the_bad_ones_will_do() {
        let text = "name: a\nplay: w\nkomi: 0\n.?.\n...\n...";
        let problem = parse(text).unwrap().pop().unwrap();
        assert!(problem.is_solved_by(Move::Pass) && !problem.is_solved_by(problem.bad[0]));
    }

    #[test]
    fn faults_are_told_with_their_line() {
        let fault = |text: &str| parse(text).map(|_| ()).unwrap_err();
        let plain = "name: a\nplay: w\nkomi: 0\n.?.\n...\n...\n";
        for (from, to, expected) in [
            ("play: w", "play: red", Fault::Value("play")),
            ("komi: 0", "komi: 0.3", Fault::Value("komi")),
            ("komi: 0", "pass: maybe", Fault::Value("pass")),
            ("komi: 0", "comi: 0", Fault::Key("comi".to_owned())),
            ("name: a", "before: w", Fault::Value("before")),
            ("name: a\n", "", Fault::Value("name")),
            (".?.", ".?", Fault::Diagram),
            (".?.", "...", Fault::NoAnswer),
            ("?.", "?\nname: b", Fault::Diagram),
            (".?.\n...", "OX!\nXX.", Fault::Diagram),
        ] {
            assert_eq!(fault(&plain.replace(from, to)), ProblemError { line: 1, fault: expected }, "{to}");
        }
        let illegal = "name: a\nplay: w\nkomi: 0\n!X.\nX..\n...\n";
        assert_eq!(fault(illegal).fault, Fault::Illegal);
        assert_eq!(fault(&format!("\n{plain}\n{plain}")), ProblemError { line: 9, fault: Fault::Name });
    }
}
