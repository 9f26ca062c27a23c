//! What the rules add to a count besides area and territory, and what a game tells of itself: each number on its own, by the
//! public interface. Whole games and their scores stand in `requirements` and `scoring`.

use tengen::board::{Board, Color, DiagramError, Move, Point, Size};
use tengen::rules::score::{Score, Status, own_territory, score};
use tengen::rules::{Game, IllegalMove, Rules, fixed_handicap, max_fixed_handicap, placed_handicap, preset};

/// Two columns of Black's, ten points and five stones, and one of White's, five points and five stones.
const WALLS: &str = "..XO. ..XO. ..XO. ..XO. ..XO.";

fn rules(name: &str) -> Rules {
    preset(name).expect("a preset").rules
}

/// Plays `B:A1 W:pass ...`.
fn play(game: &mut Game, moves: &str) {
    for turn in moves.split_whitespace() {
        let color = if turn.starts_with('B') { Color::Black } else { Color::White };
        let mv = match &turn[2..] {
            "pass" => Move::Pass,
            vertex => Move::Place(Point::new(
                usize::from(vertex.as_bytes()[0] - b'A'),
                usize::from(vertex.as_bytes()[1] - b'1'),
            )),
        };
        assert_eq!(game.play(color, mv), Ok(()), "{turn} of {moves}");
    }
}

/// A game from the walls without komi, after these moves.
fn game(name: &str, moves: &str) -> Game {
    let mut game = Game::from_position(Board::from_diagram(WALLS).unwrap(), Color::Black, rules(name), 0);
    play(&mut game, moves);
    game
}

/// The score in half points of both if the game ends after these moves, all stones alive.
fn points(name: &str, moves: &str) -> (i32, i32) {
    let Score { black, white } = score(&game(name, moves), &Status::default());
    (black, white)
}

#[test]
fn passes_bring_what_the_rules_say_and_nothing_else() {
    let orders = ["B:pass W:pass", "W:pass B:pass", "B:pass", "W:pass"];
    let cases = [
        ("chinese", [(30, 20); 4]),
        ("japanese", [(20, 10); 4]),
        // Half a point for the first to pass.
        ("aga-button", [(31, 20), (30, 21), (31, 20), (30, 21)]),
        // A stone for each pass, and White passes last.
        ("aga-territory", [(22, 12), (24, 12), (20, 12), (22, 10)]),
        // Black gives a point if White passed first, once play has stopped.
        ("wmsg", [(30, 20), (28, 20), (30, 20), (30, 20)]),
    ];
    for (name, expected) in cases {
        for (moves, expected) in orders.iter().zip(expected) {
            assert_eq!(points(name, moves), expected, "{name}: {moves}");
        }
    }
    // The first pass counts, not the first pass of each.
    assert_eq!(points("aga-button", "B:pass W:E1 W:pass B:pass"), (31, 20));
}

#[test]
fn stones_of_a_resumption_are_made_good_only_by_territory_and_only_beyond_the_opponents() {
    let cases = [
        ("ludoteka-japanese", "B:A1", (20, 10)),
        ("ludoteka-japanese", "B:A1 B:A2", (20, 10)),
        ("ludoteka-japanese", "W:E1 W:E2 B:A1", (18, 8)),
        ("ludoteka-japanese", "B:A1 B:pass W:E1", (18, 8)),
        ("ludoteka-chinese", "B:A1", (30, 20)),
        ("japanese", "B:A1", (18, 10)),
    ];
    for (name, moves, expected) in cases {
        // A stone before the first stop is never made good: Black has nine points then.
        let mut game = game(name, "B:A5 B:pass W:pass");
        game.resume(Color::Black);
        play(&mut game, moves);
        let Score { black, white } = score(&game, &Status::default());
        let before = if name.ends_with("chinese") { 0 } else { 2 };
        assert_eq!((black + before, white), expected, "{name}: {moves}");
    }
}

#[test]
fn a_tax_is_two_points_for_each_living_group() {
    assert_eq!(points("stone-scoring", ""), (26, 16));
    assert_eq!(points("ancient-territory", ""), (16, 6));
    let mut dead = Status::default();
    Size::square(5).points().filter(|p| p.column() == 3).for_each(|p| dead.mark_dead(p));
    let Score { black, white } = score(&game("stone-scoring", ""), &dead);
    assert_eq!((black, white), (46, 0), "dead stones are no group, and their points Black's");
}

#[test]
fn a_margin_is_blacks_points_less_whites() {
    assert_eq!(Score { black: 5, white: 8 }.margin(), -3);
    assert_eq!(Score { black: 8, white: 8 }.margin(), 0);
    let mut game = game("chinese", "");
    game.komi = 13;
    assert_eq!(score(&game, &Status::default()).margin(), 30 - 20 - 13);
}

#[test]
fn own_territory_is_where_a_play_costs_a_point() {
    for (color, points) in [(Color::Black, 10), (Color::White, 5)] {
        let own =
            own_territory(&game("japanese", ""), &Status::default(), color).expect("some is surrounded");
        let board = game("japanese", "").board().clone();
        let owned: Vec<Point> = board.size().points().filter(|&p| own[p]).collect();
        assert_eq!(owned.len(), points);
        assert!(owned.iter().all(|p| (p.column() < 2) == (color == Color::Black)));
        // No play costs a point where area counts, be it by pass stones.
        assert!(own_territory(&game("chinese", ""), &Status::default(), color).is_none());
        assert!(own_territory(&game("aga-territory", ""), &Status::default(), color).is_none());
        let empty = Game::new(Size::square(5), rules("japanese"), 0);
        assert!(
            own_territory(&empty, &Status::default(), color).is_none(),
            "nobody surrounds an empty board"
        );
    }
}

#[test]
fn blacks_plays_in_a_row_at_the_start_are_a_handicap() {
    let cases = [
        ("", 0),
        ("B:A1", 0),
        ("B:A1 B:B2", 2),
        ("B:A1 B:B2 B:C3 W:D4 B:E5", 3),
        ("B:A1 W:D4 B:B2", 0),
        ("W:D4 B:A1 B:B2", 0),
        ("B:pass B:A1 B:B2", 0),
        ("B:A1 B:B2 B:pass B:C3", 2),
    ];
    for (moves, expected) in cases {
        let mut game = Game::new(Size::square(5), rules("chinese"), 0);
        play(&mut game, moves);
        assert_eq!(game.handicap(), expected, "{moves}");
    }
    assert_eq!(game("chinese", "B:A1 B:B2").handicap(), 0, "the board was not empty");
    let stones = fixed_handicap(Size::square(9), 4).unwrap();
    let mut placed = Game::with_handicap(Size::square(9), &stones, rules("chinese"), 0);
    assert_eq!((placed.handicap(), placed.to_play()), (4, Color::White));
    play(&mut placed, "B:A1 B:A2 B:A3");
    assert_eq!(placed.handicap(), 4);
    let mut stated = game("chinese", "");
    stated.set_placed_handicap(5);
    assert_eq!(stated.handicap(), 5);
}

#[test]
fn a_resumption_says_who_plays_next_until_the_next_move() {
    let mut game = game("japanese", "B:pass W:pass");
    assert_eq!((game.is_over(), game.to_play()), (true, Color::Black));
    game.resume(Color::White);
    assert_eq!((game.is_over(), game.to_play()), (false, Color::White));
    play(&mut game, "W:E1");
    assert_eq!(game.to_play(), Color::Black);
    game.undo();
    assert_eq!((game.is_over(), game.to_play()), (false, Color::White), "the resumption stands");
    game.undo();
    assert_eq!((game.is_over(), game.to_play()), (false, Color::White), "after Black's pass");
}

#[test]
fn only_square_boards_have_fixed_handicap_stones() {
    for (width, height) in [(9, 13), (13, 9), (19, 18)] {
        let size = Size::new(width, height).unwrap();
        assert_eq!(max_fixed_handicap(size), 0, "{width}x{height}");
        assert!(fixed_handicap(size, 2).is_err());
        assert_eq!(placed_handicap(size, 4).unwrap().len(), 4);
    }
}

#[test]
fn further_stones_stand_far_from_the_others_and_from_the_edge() {
    let cases = [
        (19, 19, "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10 G7 N7 G13 N13"),
        (9, 9, "C3 G7 C7 G3 C5 G5 E3 E7 E5 D4 F4 D6 F6 B2 D2 F2"),
        (9, 13, "E5 D10 G8 C3 G3 C7"),
        (2, 9, "A1 B9 B4 A6"),
        (3, 9, "B2 B5 B8 B3 B4"),
        (5, 5, "C3 B2 D2 B4 D4 C2"),
    ];
    for (width, height, vertices) in cases {
        let size = Size::new(width, height).unwrap();
        let stones = placed_handicap(size, vertices.split(' ').count()).unwrap();
        let letters = "ABCDEFGHJKLMNOPQRST".as_bytes();
        let vertex = |p: &Point| format!("{}{}", char::from(letters[p.column()]), p.row() + 1);
        assert_eq!(stones.iter().map(vertex).collect::<Vec<_>>().join(" "), vertices);
    }
}

#[test]
fn a_preset_may_have_another_komi_on_one_square_size() {
    for (name, sizes) in [("cgos", [14, 15, 15]), ("chinese", [15, 15, 15])] {
        let komi = [(9, 9), (19, 19), (9, 13)]
            .map(|(width, height)| preset(name).unwrap().komi_on(Size::new(width, height).unwrap()));
        assert_eq!(komi, sizes, "{name}");
    }
}

#[test]
fn who_plays_first_can_be_stated() {
    let mut game = Game::new(Size::square(5), rules("chinese"), 0);
    game.set_to_play(Color::White);
    assert_eq!((game.to_play(), game.start_to_play()), (Color::White, Color::White));
    play(&mut game, "W:A1");
    assert_eq!(game.to_play(), Color::Black);
}

#[test]
fn a_game_that_was_resumed_is_over_after_two_further_passes() {
    for moves in ["B:pass W:pass", "B:A1 W:pass B:pass"] {
        let mut game = game("japanese", moves);
        assert!(game.is_over());
        game.resume(Color::White);
        for (turn, is_over) in [("W:pass", false), ("B:pass", true), ("W:pass", true), ("B:E1", false)] {
            play(&mut game, turn);
            assert_eq!(game.is_over(), is_over, "{moves}, {turn}");
        }
    }
}

#[test]
fn a_position_that_comes_back_by_a_play_is_told() {
    // Two points: each player takes the other's stone, and only a pass lifts the ban of the simple ko rule.
    let mut game = Game::new(Size::new(2, 1).unwrap(), rules("japanese"), 0);
    for turn in ["B:A1", "W:B1", "B:pass", "W:pass"] {
        play(&mut game, turn);
        assert_eq!(game.repetition(), None, "{turn}");
    }
    play(&mut game, "B:A1");
    let repetition = game.repetition().expect("it has come back");
    assert_eq!((repetition.first, repetition.again), (1, 5));
}

#[test]
fn a_game_keeps_the_hash_of_each_of_its_positions() {
    let mut game = Game::new(Size::square(5), rules("chinese"), 0);
    let mut expected = vec![game.board().hash()];
    for moves in ["B:A1", "W:B2", "B:pass", "W:E5"] {
        play(&mut game, moves);
        expected.push(game.board().hash());
    }
    assert_eq!(game.positions(), expected);
    game.undo();
    assert_eq!(game.positions(), &expected[..4]);
}

#[test]
fn what_is_wrong_is_said_in_words() {
    let of_moves = [
        (IllegalMove::OffBoard, "off the board"),
        (IllegalMove::Occupied, "occupied"),
        (IllegalMove::Suicide, "suicide"),
        (IllegalMove::Ko, "ko"),
        (IllegalMove::Superko, "superko"),
    ];
    for (error, text) in of_moves {
        assert_eq!(error.to_string(), text);
    }
    let of_diagrams = [
        ("", DiagramError::Shape),
        (".. .", DiagramError::Shape),
        ("..?", DiagramError::Character('?')),
        ("XO.", DiagramError::NoLiberty),
    ];
    for (diagram, error) in of_diagrams {
        assert_eq!(Board::from_diagram(diagram).err(), Some(error), "{diagram:?}");
    }
    assert_eq!(DiagramError::Character('?').to_string(), "character '?' in a diagram");
    assert!(DiagramError::Shape.to_string().contains("rows"));
    assert!(DiagramError::NoLiberty.to_string().contains("liberties"));
    assert_eq!(fixed_handicap(Size::square(9), 1).unwrap_err().to_string(), "invalid number of stones");
}
