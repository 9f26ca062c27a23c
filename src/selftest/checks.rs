//! The checks of the self-test, in the order in which a fault in one explains faults in the next.

use super::{Finding, PlainGame};
use crate::board::{Board, Color, Move, Point, Size};
use crate::engine::{Engine, Settings};
use crate::gtp::Session;
use crate::params::Params;
use crate::playout::Rng;
use crate::rules::score::score;
use crate::rules::{Game, KoRule, Rules, preset};
use crate::search::{Limits, Search};
use crate::{sgf, status};
use rand::{RngExt, SeedableRng};

/// A check.
pub type Check = fn(&Settings) -> Finding;

/// Each check with its name.
pub const CHECKS: &[(&str, Check)] = &[
    ("positions", positions),
    ("rules", rules),
    ("scoring", scoring),
    ("search", search),
    ("threads", threads),
    ("records", records),
    ("protocol", protocol),
];

/// Numbers of legal positions. Source: Tromp and Farnebäck, Combinatorics of Go (2007), table 1.
const LEGAL: [(usize, usize, u32); 5] = [(1, 1, 1), (2, 1, 5), (2, 2, 57), (3, 2, 489), (3, 3, 12_675)];

fn positions(_: &Settings) -> Finding {
    for (width, height, expected) in LEGAL {
        let size = Size::new(width, height).ok_or("no board of that size")?;
        let points: Vec<Point> = size.points().collect();
        let is_legal = |number: &u32| {
            let digit = |place: usize| number / 3_u32.pow(place as u32) % 3;
            let stone = |place: usize| [None, Some(Color::Black), Some(Color::White)][digit(place) as usize];
            let mut board = Board::new(size);
            board.set_all(points.iter().enumerate().map(|(place, point)| (*point, stone(place))));
            board.has_liberties_everywhere()
        };
        let found = (0..3_u32.pow(points.len() as u32)).filter(is_legal).count();
        if found != expected as usize {
            return Err(format!("{found} legal positions on {width}x{height} instead of {expected}"));
        }
    }
    Ok("as many legal positions as there are".to_owned())
}

/// Boards and moves of the games that are compared.
const GAMES: [(usize, usize, usize); 6] =
    [(1, 2, 20), (2, 2, 60), (5, 5, 200), (7, 4, 200), (9, 9, 300), (19, 19, 400)];

fn rules(_: &Settings) -> Finding {
    let mut rng = Rng::seed_from_u64(1);
    let mut moves = 0;
    for (width, height, length) in GAMES {
        for ko in [KoRule::Simple, KoRule::Positional, KoRule::Situational, KoRule::Natural] {
            for suicide in [false, true] {
                let rules = Rules { ko, suicide, ..Rules::BASIC };
                moves += compare(width, height, rules, length, &mut rng)?;
            }
        }
    }
    Ok(format!("{moves} random moves as the rules written down plainly have them"))
}

/// Plays a random game on both boards; returns the number of moves.
fn compare(width: usize, height: usize, rules: Rules, length: usize, rng: &mut Rng) -> Result<usize, String> {
    let mut game = Game::new(Size::new(width, height).ok_or("no board of that size")?, rules, 0);
    let mut plain = PlainGame::new(width, height, rules);
    let mut made = 0;
    for number in 0..length {
        let sign =
            if rng.random_range(0..10) == 0 { game.to_play().opponent() } else { game.to_play() }.sign();
        let color = if sign > 0 { Color::Black } else { Color::White };
        let place = (rng.random_range(0..20) > 0).then(|| rng.random_range(0..width * height));
        let mv = place.map_or(Move::Pass, |p| Move::Place(Point::new(p % width, p / width)));
        let (ours, theirs) = (game.play(color, mv).is_ok(), plain.play(sign as i8, place));
        made += usize::from(ours);
        let prisoners = Color::BOTH.map(|c| game.board().prisoners(c));
        let is_same = ours == theirs
            && game.board().to_diagram() == plain.to_diagram()
            && prisoners == plain.prisoners();
        if !is_same {
            return Err(format!("move {number} of a game on {width}x{height} under {rules:?} differs"));
        }
    }
    Ok(made)
}

/// Positions at the end of a game: the ruleset, the board, and by how many half points Black wins without komi.
const ENDINGS: [(&str, &str, i32); 4] = [
    ("tromp-taylor", ".XO../.XO../.XO../.XO../.XO..", -10),
    ("chinese", ".XO../.XO../.XO../.XO../.XO..", -10),
    // A white stone that is dead in Black's territory.
    ("chinese", ".XO../OXO../.XO../.XO../.XO..", -10),
    ("japanese", ".XO../OXO../.XO../.XO../.XO..", -8),
];

fn scoring(_: &Settings) -> Finding {
    for (name, diagram, expected) in ENDINGS {
        let board = Board::from_diagram(diagram).map_err(|why| why.to_string())?;
        let rules = preset(name).ok_or("no such ruleset")?.rules;
        let mut game = Game::from_position(board, Color::Black, rules, 0);
        for color in Color::BOTH {
            game.play(color, Move::Pass).map_err(|why| why.to_string())?;
        }
        let margin = score(&game, &status::judge(&game, &Params::default())).margin();
        if margin != expected {
            return Err(format!("{diagram} is {margin} half points under {name} instead of {expected}"));
        }
    }
    Ok(format!("{} endings counted", ENDINGS.len()))
}

fn search(settings: &Settings) -> Finding {
    let board = Board::new(Size::square(5));
    let game = Game::from_position(board, Color::Black, Rules::BASIC, 0);
    let limits = Limits { playouts: Some(2000), time: None };
    let think = || {
        Search::new(Params::default(), settings.seed, 1, 16).think(&game, Color::Black, &limits, &|| false)
    };
    let (first, second) = (think(), think());
    let visits = |report: &crate::search::Report| -> Vec<(Move, u32)> {
        report.moves.iter().map(|found| (found.mv, found.visits)).collect()
    };
    if visits(&first) != visits(&second) {
        return Err("two searches with the same seed differ".to_owned());
    }
    match first.best().mv {
        Move::Place(point) if point == Point::new(2, 2) => Ok("the best opening on 5x5 found".to_owned()),
        other => Err(format!("{other:?} chosen instead of the centre of 5x5")),
    }
}

fn threads(settings: &Settings) -> Finding {
    let game = Game::new(Size::square(9), Rules::BASIC, 15);
    let limits = Limits { playouts: Some(4000), time: None };
    let mut search = Search::new(Params::default(), settings.seed, settings.threads, settings.megabytes);
    let report = search.think(&game, Color::Black, &limits, &|| false);
    match report.visits() {
        4000 => Ok(format!("4000 simulations on {}, none lost", settings.threads)),
        other => Err(format!("{other} visits of 4000 simulations")),
    }
}

fn records(settings: &Settings) -> Finding {
    let mut engine = Engine::new(Params::default(), settings.clone());
    let mut rng = Rng::seed_from_u64(3);
    for _ in 0..200 {
        let point = Point::new(rng.random_range(0..19), rng.random_range(0..19));
        // Some are illegal: they are not in the record either.
        let _ = engine.play(engine.game().to_play(), Move::Place(point));
    }
    let record = engine.record();
    let read = sgf::parse(record.to_sgf().as_bytes()).map_err(|why| why.to_string())?;
    if read != record {
        return Err("a game record read back is another one".to_owned());
    }
    Ok(format!("a game of {} moves written and read", engine.game().turns().len()))
}

fn protocol(settings: &Settings) -> Finding {
    let mut session =
        Session::new(Engine::new(Params::default(), Settings { playouts: Some(100), ..settings.clone() }));
    let dialogue = [
        ("1 boardsize 9", "=1 \n\n"),
        ("play b E5", "= \n\n"),
        ("play w E5", "? illegal move\n\n"),
        ("nonsense", "? unknown command\n\n"),
        ("list_stones b", "= E5\n\n"),
        ("undo", "= \n\n"),
        ("list_stones b", "= \n\n"),
    ];
    for (line, expected) in dialogue {
        let reply = session.handle_line(line.as_bytes()).unwrap_or_default();
        if reply != expected {
            return Err(format!("{line:?} was answered {reply:?} instead of {expected:?}"));
        }
    }
    let reply = session.handle_line(b"genmove b").unwrap_or_default();
    if reply.starts_with("= ") {
        Ok("a session as it should be".to_owned())
    } else {
        Err(format!("genmove: {reply:?}"))
    }
}
