//! Boards that are not square, everywhere.

use crate::help::{Client, board, game, name, point, points, status};
use tengen::board::{Color, Move, Size};
use tengen::rules::score::Status;
use tengen::rules::{Game, fixed_handicap, max_fixed_handicap, placed_handicap};
use tengen::sgf;

const SIZES: [(usize, usize); 8] = [(1, 2), (2, 1), (3, 7), (13, 9), (25, 2), (5, 25), (19, 25), (25, 24)];

#[test]
fn commands_and_drawings_know_width_and_height() {
    let mut client = Client::thinking("chinese", 1);
    for (width, height) in SIZES {
        for line in [format!("boardsize {width} {height}"), format!("rectangular_boardsize {width} {height}")]
        {
            client.say(&line);
            let corner = name(Size::new(width, height).unwrap().points().last().unwrap());
            assert_eq!(client.list("all_legal b").len(), width * height, "{line}");
            client.say(&format!("play b {corner}"));
            assert_eq!(client.say("list_stones b"), corner);
            let drawing = client.say("showboard");
            let rows = drawing.lines().filter(|l| l.trim_start().starts_with(|c: char| c.is_ascii_digit()));
            let widths: Vec<usize> = rows.map(|row| row.matches(['.', 'X', '+']).count()).collect();
            assert_eq!(widths, vec![width; height], "{drawing}");
            if height < 25 {
                assert_eq!(client.fails(&format!("play w A{}", height + 1)), "illegal move", "{line}");
            }
        }
    }
    assert_eq!(client.fails("rectangular_boardsize 26 5"), "unacceptable size");
    assert_eq!(client.fails("boardsize 5 0"), "unacceptable size");
}

#[test]
fn the_engine_plays_on_them_to_the_end() {
    for (width, height) in [(1, 2), (7, 1), (2, 5), (6, 4), (3, 9)] {
        for rules in ["chinese", "japanese", "tromp-taylor"] {
            let mut client = Client::thinking(rules, 30);
            client.say(&format!("boardsize {width} {height}"));
            let mut passes = 0;
            for color in ["b", "w"].iter().cycle().take(6 * width * height + 8) {
                let vertex = client.say(&format!("genmove {color}"));
                passes = if vertex == "pass" { passes + 1 } else { 0 };
                if passes == 2 {
                    break;
                }
            }
            assert_eq!(passes, 2, "{rules} {width}x{height} comes to an end");
            let score = client.say("final_score");
            assert!(score == "0" || score.contains('+'), "{score}");
        }
    }
    for (width, height) in [(25, 2), (25, 19)] {
        let mut client = Client::thinking("chinese", 60);
        client.say(&format!("boardsize {width} {height}"));
        for color in ["b", "w", "b", "w"] {
            assert_ne!(client.say(&format!("genmove {color}")), "pass");
        }
    }
}

/// Seven wide, four high. Black has 16 points of area, White 12; B1 is dead.
const WIDE: &str = ".X.XO.O XXXXOOO XXXXOO. XXXXOOO";

#[test]
fn scores_and_statuses_are_those_of_the_turned_board() {
    let diagrams =
        [WIDE, ".X.XO.O XXXXOO. XXXXOOO XXXXOOO .X.O.O.", "X.X.X XXXXX OOOOO O.O.O OOOOO XXXXX X.X.X"];
    for diagram in diagrams {
        let rows: Vec<&str> = diagram.split(' ').collect();
        let columns = (0..rows[0].len())
            .map(|i| rows.iter().map(|row| row.as_bytes()[i] as char).collect::<String>())
            .collect::<Vec<_>>()
            .join(" ");
        for name in ["chinese", "japanese", "stone-scoring", "tromp-taylor"] {
            let (wide, high) = (game(diagram, name), game(&columns, name));
            assert_eq!(status(&wide) == Status::default(), status(&high) == Status::default());
            assert_eq!(points(&wide), points(&high), "{name} {diagram}");
        }
    }
    assert_eq!(points(&game(WIDE, "chinese")), [16.0, 12.0]);
    let mut client = Client::new("chinese");
    client.set_up(WIDE);
    assert_eq!(client.list("final_status_list black_territory"), ["A4", "C4"]);
    assert_eq!(client.list("final_status_list white_territory"), ["F4", "G2"]);
    assert!(client.list("final_status_list dead").is_empty());
    client.set_up("X.X.X.X XXXXXXX OOOOOOO O.XO.O.");
    assert_eq!(client.list("final_status_list dead"), ["C1"]);
}

#[test]
fn records_keep_them() {
    for (width, height) in SIZES {
        let size = Size::new(width, height).unwrap();
        let mut engine = tengen::engine::Engine::default();
        engine.new_game(size);
        let corners = [size.points().next().unwrap(), size.points().last().unwrap()];
        let _ = engine.play(Color::Black, Move::Place(corners[0]));
        let _ = engine.play(Color::White, Move::Place(corners[1]));
        let text = engine.record().to_sgf();
        assert!(text.contains(&format!("SZ[{width}:{height}]")), "{text}");
        let mut again = tengen::engine::Engine::default();
        again.load(&sgf::parse(text.as_bytes()).unwrap(), None).unwrap();
        assert_eq!(again.game().size(), size);
        assert_eq!(again.game().turns(), engine.game().turns());
        assert_eq!(again.game().board().to_diagram(), engine.game().board().to_diagram());
    }
}

#[test]
fn fixed_handicap_is_refused_and_free_placement_is_not() {
    for (width, height) in [(13, 9), (19, 13), (25, 19)] {
        let size = Size::new(width, height).unwrap();
        assert_eq!(max_fixed_handicap(size), 0);
        assert!(fixed_handicap(size, 2).is_err());
        assert_eq!(placed_handicap(size, 9).map(|stones| stones.len()), Ok(9));
        let mut client = Client::new("chinese");
        client.say(&format!("boardsize {width} {height}"));
        client.fails("fixed_handicap 2");
        assert!(client.list("list_stones b").is_empty());
        assert_eq!(client.list("place_free_handicap 5").len(), 5);
        client.say_all("clear_board\n set_free_handicap C3 K7");
        assert_eq!(client.say("get_handicap"), "2");
        assert!(client.say("showboard").contains("To play: white"));
    }
}

#[test]
fn kos_and_captures_are_the_same_at_every_edge() {
    // The ko of R18 in each corner of a 4x25 board.
    for rows_below in [0, 10, 20] {
        let rows: Vec<&str> = (0..25)
            .map(|row| match row - (20 - rows_below) {
                1 => ".XO.",
                2 => "X.XO",
                3 => ".XO.",
                _ => "....",
            })
            .collect();
        let board = board(&rows.join(" "));
        let mut game = Game::from_position(board, Color::White, crate::help::rules("chinese"), 0);
        let ko = game
            .size()
            .points()
            .find(|p| game.board().is_empty(*p) && game.board().is_surrounded(Color::Black, *p));
        let ko = ko.expect("the ko's point");
        assert_eq!(game.play(Color::White, Move::Place(ko)), Ok(()));
        assert_eq!(game.board().prisoners(Color::White), 1);
        assert!(game.check(Color::Black, Move::Place(point(&format!("C{}", ko.row() + 1)))).is_err());
    }
}
