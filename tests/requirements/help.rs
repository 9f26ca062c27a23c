//! What the tests share: short ways to write moves, positions and conversations.

use tengen::board::{Board, Color, Move, Point};
use tengen::engine::{Engine, Settings};
use tengen::gtp::Session;
use tengen::params::Params;
use tengen::rules::score::{Score, Status, score};
use tengen::rules::{Game, IllegalMove, Rules, preset};
use tengen::status::judge;

/// The point of a vertex, e.g. `D4`.
pub fn point(vertex: &str) -> Point {
    a_move(vertex).point().expect("a point")
}

/// The move of a vertex or `pass`.
pub fn a_move(vertex: &str) -> Move {
    if vertex.eq_ignore_ascii_case("pass") {
        return Move::Pass;
    }
    let (letter, row) = vertex.split_at(1);
    let column = "ABCDEFGHJKLMNOPQRSTUVWXYZ".find(letter).expect("a column");
    Move::Place(Point::new(column, row.parse::<usize>().expect("a row") - 1))
}

/// The rules of that name.
pub fn rules(name: &str) -> Rules {
    preset(name).unwrap_or_else(|| panic!("no rules {name}")).rules
}

/// The position of a diagram.
pub fn board(diagram: &str) -> Board {
    Board::from_diagram(diagram).unwrap_or_else(|e| panic!("{e}: {diagram}"))
}

/// A game that starts from a diagram, Black to play, no komi.
pub fn game(diagram: &str, name: &str) -> Game {
    Game::from_position(board(diagram), Color::Black, rules(name), 0)
}

/// An even game on an empty square board without komi.
pub fn empty(side: usize, name: &str) -> Game {
    Game::new(tengen::board::Size::square(side), rules(name), 0)
}

/// Plays e.g. `B:D4 W:pass`.
pub fn play(game: &mut Game, moves: &str) {
    for turn in moves.split_whitespace() {
        let (color, vertex) = turn.split_once(':').expect("a colour and a vertex");
        let color = if color == "B" { Color::Black } else { Color::White };
        assert_eq!(game.play(color, a_move(vertex)), Ok(()), "{turn} of {moves}");
    }
}

/// Why that move is refused, if it is.
pub fn refusal(game: &Game, color: Color, vertex: &str) -> Option<IllegalMove> {
    game.check(color, a_move(vertex)).err()
}

/// The judge's status of the position.
pub fn status(game: &Game) -> Status {
    judge(game, &Params::default())
}

/// The points of Black and White by the judge's status.
pub fn points(game: &Game) -> [f64; 2] {
    in_points(score(game, &status(game)))
}

/// The points of Black and White if these stones are dead.
pub fn points_without(game: &Game, dead: &str) -> [f64; 2] {
    let mut status = Status::default();
    for vertex in dead.split_whitespace() {
        status.mark_dead(point(vertex));
    }
    in_points(score(game, &status))
}

fn in_points(score: Score) -> [f64; 2] {
    [score.black, score.white].map(|half_points| f64::from(half_points) / 2.0)
}

/// A conversation with an engine that thinks for a few playouts.
pub struct Client(Session);

impl Client {
    /// One under these rules.
    pub fn new(name: &str) -> Client {
        Client::thinking(name, 50)
    }

    /// One that thinks for that many playouts on each move.
    pub fn thinking(name: &str, playouts: u64) -> Client {
        let settings = Settings {
            preset: *preset(name).expect("a ruleset"),
            playouts: Some(playouts),
            resign: false,
            megabytes: 64,
            seed: 1,
            ..Settings::default()
        };
        Client(Session::new(Engine::new(Params::default(), settings)))
    }

    /// Sends a command that must succeed; its text.
    pub fn say(&mut self, line: &str) -> String {
        let reply = self.0.handle_line(line.as_bytes()).expect("a reply");
        let text = reply.strip_prefix("= ").unwrap_or_else(|| panic!("{line}: {reply}"));
        text.trim_end().to_owned()
    }

    /// Sends several commands that must succeed.
    pub fn say_all(&mut self, lines: &str) {
        lines.lines().map(str::trim).filter(|line| !line.is_empty()).for_each(|line| _ = self.say(line));
    }

    /// Sends a command that must fail; why it does.
    pub fn fails(&mut self, line: &str) -> String {
        let reply = self.0.handle_line(line.as_bytes()).expect("a reply");
        let text = reply.strip_prefix("? ").unwrap_or_else(|| panic!("{line}: {reply}"));
        text.trim_end().to_owned()
    }

    /// Plays e.g. `B:D4 W:pass`.
    pub fn play(&mut self, moves: &str) {
        for turn in moves.split_whitespace() {
            self.say(&format!("play {}", turn.replace(':', " ")));
        }
    }

    /// Sets up a position by plays, White's first, so that Black's are no handicap. The diagram needs a white stone.
    pub fn set_up(&mut self, diagram: &str) {
        let board = board(diagram);
        self.say(&format!("boardsize {} {}", board.size().width(), board.size().height()));
        let stone = |point: Point| match board.cell(point).color()? {
            Color::Black => Some(format!(" b {}", name(point))),
            Color::White => Some(format!(" w {}", name(point))),
        };
        // Not by plays: positions on the way could not be repeated later.
        let stones: String = board.size().points().filter_map(stone).collect();
        self.say(&format!("gogui-setup{stones}"));
    }

    /// The vertices that a command lists, sorted.
    pub fn list(&mut self, line: &str) -> Vec<String> {
        let mut vertices: Vec<String> = self.say(line).split_whitespace().map(str::to_owned).collect();
        vertices.sort();
        vertices
    }
}

/// The vertex of a point.
pub fn name(point: Point) -> String {
    let letter = "ABCDEFGHJKLMNOPQRSTUVWXYZ".as_bytes()[point.column()];
    format!("{}{}", char::from(letter), point.row() + 1)
}
