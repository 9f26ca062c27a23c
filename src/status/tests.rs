//! Textbook positions. Capitals live; `x` and `o` are dead stones, `#` and `@` black and white stones in seki.

use super::*;
use crate::board::Size;
use crate::rules::{Rules, preset};

const TEXTBOOK: &[(&str, &str)] = &[
    (
        "an eye beats no eye",
        "OOOXXXX
         OOOXXX.
         .OOOXXX
         OO.OX.X
         OOOOXXX
         OXXXooo
         OX.X.oo",
    ),
    (
        "an eye each and a shared liberty: seki",
        "OOOXXXX
         OOOXXX.
         .OOOXXX
         OO.OX.X
         OOOOXXX
         O###@@@
         O#.#.@.",
    ),
    (
        "an eye each and two middle points: seki",
        "OOOXXXXX
         OOOXXXX.
         .OOOXXXX
         OO.OX.XX
         OOOOXXXX
         OO##@@@X
         O##..@@@
         O#.#@@.@",
    ),
    (
        "an eye of two points against none, but a throw-in makes it one: seki",
        "@.@@@@@@@
         @.@@XXX@@
         @@@XXX.X@
         .@@X...X@
         @#@@X.XX@
         .#@XX..XX
         ###@X.o..
         #@@@XX...
         .@.@@X...",
    ),
    (
        "what is left of a snapback: taking the stone does not help",
        ".XX.X.
         XX.XXX
         .XXXX.
         XXXXXX
         oooX.X
         .XoXX.",
    ),
    (
        "a ko that nobody needs: both live",
        ".X.XO.O
         XXXXOOO
         XXX.XOO
         XXXXOO.
         X.XXO.O
         XXXXOOO
         .X.XO.O",
    ),
    (
        "a fight that White wins by three liberties against two",
        "O.OXX.X
         OOOXXXX
         .OOOX.X
         OOOOXXX
         OxxxOXX
         Ox.OOX.
         O..O.XX",
    ),
    (
        "square four: dead as it stands",
        "o..oX
         o..oX
         ooooX
         XXXXX
         XX.X.",
    ),
    (
        "bulky five with its vital point taken",
        ".XXoo
         XXoo.
         .Xo.X
         XXo..
         XXooo",
    ),
    (
        "rabbity six with its vital point taken",
        "XXXXX.
         oooXXX
         o.ooX.
         .X.oXX
         ..ooXX
         oooXXX",
    ),
    (
        "straight four lives",
        ".O.OOO
         OOOOOO
         OOOOOO
         OOOOOO
         XXXXXX
         X....X",
    ),
    (
        "bent four in the corner is dead by the ko it ends in",
        "OOO.O
         xxOO.
         .xOOO
         OxxxO
         OO.xO",
    ),
    (
        "double ko: seki",
        "XXXX@#.
         XX.X@@#
         XXXX@@#
         XX.X@.#
         XXXX@@#
         XXXX@@#
         XXXX@.@",
    ),
    (
        "three stones inside that do not kill: seki",
        "XXXXXXX
         @@XXXXX
         .@XXXXX
         #@XX.XX
         #@XXXXX
         #@XXXX.
         .@XXXXX",
    ),
    (
        "one group between two with an eye each: seki",
        ".#.@.#.
         ##@@@##
         OOXXXOO
         .OX.XO.
         OOXXXOO
         .OX.XO.
         OOXXXOO",
    ),
    (
        "three shared liberties, of which two can be filled: seki",
        ".@@.#
         @@@##
         @@###
         @@.#.
         .####",
    ),
    (
        "two-headed dragon: two false eyes live",
        "XX.XXX.XX
         XXXXXXXXX
         XOOOOOOOO
         OOXXXXXXO
         .OX.X.XO.
         OXXXXXXOO
         OOOOOOOOX
         XXXXXXXXX
         XX.XXX.XX",
    ),
    (
        "moonshine life is dead, the double ko that feeds it a seki",
        ".x.xOOOOO
         xxxOOOOOO
         OOOOOOOOO
         OOOOOOOOO
         OO.OOO.OO
         OOOOOOOOO
         #########
         @###.###.
         .@@@@@@@#",
    ),
    (
        "dead stones on both sides",
        ".XoXX.
         XX.X.X
         OOXXXX
         .OOOOX
         OO..OO
         .Ox.O.",
    ),
];

/// Bent four in the corner (`b`, around `w`) and threats elsewhere: the stones are dead where territory counts; where the area
/// counts they are in seki, or dead as well.
const WITH_THREATS: &[(&str, bool, &str)] = &[
    (
        "its owner has a threat in a seki",
        true,
        ".@XXXXXXX
         #@X.XXXX.
         #@XXXXXXX
         #@XXOOOOO
         .@XOO.OOO
         @@XO.OObb
         XXXOOOOb.
         .XXOObbbw
         XXXOOb.ww",
    ),
    (
        "each player has one: the opponent takes the ko first",
        false,
        ".@XXXOOOO#.
         #@X.XOO.O#@
         #@XXXOOOO#@
         #@X.XOOOO#@
         .@XXXOO.O#.
         @@XXXOOOO##
         XXXXXOOOOOO
         XXXXXO.OObb
         X.XXXOOOOb.
         XXXXXOObbbw
         X.XXXOOb.ww",
    ),
    (
        "the threat is about two stones fewer than the ko",
        false,
        ".@XXXXXXX
         #@X.XXXX.
         #@XXXXXXX
         #@XXOOOOO
         .@XOO.Obb
         @@XO.OObb
         XXXOOOOb.
         .XXOObbbw
         XXXOOb.ww",
    ),
    (
        "a double ko is no threat",
        false,
        "@#########.
         .@@@@.@@@@#
         @@@@@@@@@@@
         XXXXXXXXXXX
         XXXXXOOOOOO
         X.XXXO.O.OO
         XXXXXOOOOOO
         XXXXXOOOObb
         X.XXXOOOOb.
         XXXXXOObbbw
         X.XXXOOb.ww",
    ),
];

/// The position of a diagram, mirrored, turned and with colours exchanged by the bits of `turn`, and what is expected of
/// each of its points: '.', 'd' for dead, 's' for seki, or 'b' or 'w'.
fn position(diagram: &str, turn: usize) -> (Board, Vec<(Point, char)>) {
    let rows: Vec<Vec<char>> = diagram.split_whitespace().map(|row| row.chars().collect()).collect();
    let side = rows.len();
    let (mut stones, mut expected) = (Vec::new(), Vec::new());
    for (i, row) in rows.iter().enumerate() {
        for (j, &mark) in row.iter().enumerate() {
            let row = if turn & 1 == 0 { side - 1 - i } else { i };
            let column = if turn & 2 == 0 { j } else { side - 1 - j };
            let point = if turn & 4 == 0 { Point::new(column, row) } else { Point::new(row, column) };
            let (color, fate) = match mark {
                'X' => (Color::Black, '.'),
                'O' => (Color::White, '.'),
                'x' => (Color::Black, 'd'),
                'o' => (Color::White, 'd'),
                '#' => (Color::Black, 's'),
                '@' => (Color::White, 's'),
                'b' => (Color::Black, 'b'),
                'w' => (Color::White, 'w'),
                _ => continue,
            };
            stones.push((point, Some(if turn & 8 == 0 { color } else { color.opponent() })));
            expected.push((point, fate));
        }
    }
    let mut board = Board::new(Size::square(side));
    board.set_all(stones);
    (board, expected)
}

fn fates(status: &Status, expected: &[(Point, char)]) -> Vec<(Point, char)> {
    let fate = |p: Point| match (status.is_dead(p), status.is_seki(p)) {
        (true, _) => 'd',
        (_, true) => 's',
        _ => '.',
    };
    expected.iter().map(|(p, _)| (*p, fate(*p))).collect()
}

#[test]
fn textbook_positions_are_judged_as_the_books_say() {
    let params = Params::default();
    for (number, (name, diagram)) in TEXTBOOK.iter().enumerate() {
        // All sixteen images in an optimized build, else two of them.
        let step = if cfg!(debug_assertions) { 11 } else { 1 };
        for turn in (number % step..16).step_by(step) {
            let (board, expected) = position(diagram, turn);
            let game = Game::from_position(board, Color::Black, Rules::BASIC, 0);
            assert_eq!(fates(&judge(&game, &params), &expected), expected, "{name}, turn {turn}");
        }
    }
}

#[test]
fn bent_four_lives_by_threats_in_sekis_where_the_area_counts() {
    let params = Params::default();
    for (number, (name, is_saved, diagram)) in WITH_THREATS.iter().enumerate() {
        let step = if cfg!(debug_assertions) { 11 } else { 1 };
        for turn in (number % step..16).step_by(step) {
            let (board, expected) = position(diagram, turn);
            for (rules, is_saved) in [("chinese", *is_saved), ("aga", *is_saved), ("japanese", false)] {
                let game = Game::from_position(board.clone(), Color::Black, preset(rules).unwrap().rules, 0);
                let meant = expected.iter().map(|&(point, fate)| match fate {
                    'b' | 'w' if is_saved => (point, 's'),
                    'b' => (point, 'd'),
                    'w' => (point, '.'),
                    _ => (point, fate),
                });
                let meant: Vec<_> = meant.collect();
                assert_eq!(fates(&judge(&game, &params), &expected), meant, "{name}, turn {turn}, {rules}");
            }
        }
    }
}

#[test]
fn the_order_of_the_moves_changes_nothing() {
    let params = Params::default();
    for (_, diagram) in TEXTBOOK {
        let (board, _) = position(diagram, 0);
        let mut points: Vec<Point> = board.size().points().filter(|p| !board.is_empty(*p)).collect();
        let mut surveys = Vec::new();
        for _ in 0..2 {
            points.reverse();
            let mut played = Board::new(board.size());
            for &point in &points {
                played.play(board.cell(point).color().unwrap(), point);
            }
            assert_eq!(played.to_diagram(), board.to_diagram());
            let survey = Survey::glance(&in_order(&played), &params);
            let owners: Vec<f32> = board.size().points().map(|p| survey.ownership.of(p)).collect();
            surveys.push(owners);
        }
        assert_eq!(surveys[0], surveys[1], "{diagram}");
    }
}

#[test]
fn passes_and_the_player_to_move_change_nothing() {
    let params = Params::default();
    let (board, _) = position(TEXTBOOK[0].1, 0);
    let before = judge(&Game::from_position(board.clone(), Color::Black, Rules::BASIC, 0), &params);
    let mut game = Game::from_position(board, Color::White, Rules::BASIC, 0);
    for color in [Color::White, Color::Black] {
        assert_eq!(judge(&game, &params), before);
        game.play(color, crate::board::Move::Pass).unwrap();
    }
    assert_eq!(judge(&game, &params), before);
}

#[test]
fn an_open_dame_is_worth_a_move_under_area_scoring_only() {
    let params = Params::default();
    let board = Board::from_diagram(".X.XX XXXX. XX.XX OOOOO .O.OO").unwrap();
    let territory = Rules { scoring: Scoring::Territory, ..Rules::BASIC };
    for (rules, is_finished) in [(Rules::BASIC, false), (territory, true)] {
        let settled = settled(&Game::from_position(board.clone(), Color::Black, rules, 0), &params);
        assert_eq!(settled.is_finished(), is_finished);
        assert_eq!(settled.is_worthless(Point::new(2, 2)), is_finished);
        assert!(settled.is_worthless(Point::new(0, 4)) && settled.is_worthless(Point::new(0, 0)));
    }
}

#[test]
fn an_open_game_is_not_settled() {
    let game = Game::new(Size::square(9), Rules::BASIC, 0);
    let settled = settled(&game, &Params::default());
    assert!(!settled.is_finished() && !settled.is_worthless(Point::new(4, 4)));
}

#[test]
fn the_liberties_of_a_seki_are_worth_no_move() {
    let (board, _) = position(TEXTBOOK[1].1, 0);
    let settled = settled(&Game::from_position(board, Color::Black, Rules::BASIC, 0), &Params::default());
    assert!(settled.is_finished() && settled.is_worthless(Point::new(4, 0)));
}

#[test]
fn threats_are_taken_away_before_a_ko_is_begun() {
    let params = Params::default();
    let position_of = |diagram| {
        Game::from_position(position(diagram, 0).0, Color::White, preset("chinese").unwrap().rules, 0)
    };
    let straight_four = position_of(
        ".OXXXXXXX
         .OX.XXXX.
         .OXXXXXXX
         .OXXOOOOO
         OOXOO.OOO
         XXXO.OObb
         XXXOOOOb.
         .XXOObbbw
         XXXOOb.ww",
    );
    let middle = [Point::new(0, 6), Point::new(0, 7)];
    let removal_in = |game: &Game, by| threat_removal(game, &params, &judge(game, &params), by);
    let removal = removal_in(&straight_four, Color::White);
    assert!(removal.is_some_and(|point| middle.contains(&point)), "{removal:?}");
    // Its owner has no reason to, and a threat in a seki cannot be taken away.
    assert_eq!(removal_in(&straight_four, Color::Black), None);
    assert_eq!(removal_in(&position_of(WITH_THREATS[2].2), Color::White), None);
}
