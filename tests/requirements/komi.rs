//! R45 to R54: komi, handicap, result, points for passing.

use crate::ending::DEAD_STONE;
use crate::help::{Client, empty, game, name, play, point, points, points_without, rules};
use crate::scoring::NEUTRAL_POINT;
use tengen::board::{Color, Size};
use tengen::rules::{Game, fixed_handicap, max_fixed_handicap, preset};

#[test]
fn r45_komi_is_any_multiple_of_half_a_point() {
    // "Komi: a number added to White's score; any multiple of 0.5, also integer, zero, negative. Rated Ludoteka games: 5.5.
    // WMSG: 6.5. 0.5 in handicap games." [S0, S3, S4]
    let mut client = Client::new("chinese");
    client.set_up("O.O. OOOO XXXX X.X.");
    for (komi, score) in [("7.5", "W+7.5"), ("7", "W+7.0"), ("0.5", "W+0.5"), ("0", "0"), ("-3.5", "B+3.5")] {
        client.say(&format!("komi {komi}"));
        assert_eq!(client.say("final_score"), score);
    }
    client.fails("komi 6.25");
    assert_eq!(client.say("get_komi"), "-3.5", "a refused komi changes nothing");
    for (name, komi) in [("ludoteka-chinese", 11), ("ludoteka-japanese", 11), ("wmsg", 13), ("wagc", 13)] {
        assert_eq!(preset(name).unwrap().komi, komi, "{name}");
        assert_eq!(preset(name).unwrap().handicap_komi, 1, "{name}");
    }
}

#[test]
fn r46_the_higher_score_wins_and_equal_scores_draw() {
    // "Higher score wins, the margin does not matter; equal scores = draw." [S0 rule 10, S2]
    let mut client = Client::new("tromp-taylor");
    client.set_up(NEUTRAL_POINT);
    for (komi, score) in [("0", "B+8.0"), ("7.5", "B+0.5"), ("8", "0"), ("8.5", "W+0.5")] {
        client.say(&format!("komi {komi}"));
        assert_eq!(client.say("final_score"), score);
    }
    client.say("komi 8");
    client.play("W:pass B:pass");
    assert!(client.say("printsgf").contains("RE[0]"), "a draw in SGF");
}

#[test]
fn r47_two_to_nine_stones_on_star_points_and_more_by_free_placement() {
    // "2-9 Black stones on the star points, then White moves; more than 9 (up to 41) by free placement." [S0, S3, S4]
    let mut client = Client::new("chinese");
    for stones in 2..=9 {
        client.say("clear_board");
        assert_eq!(client.list(&format!("fixed_handicap {stones}")).len(), stones);
        assert!(client.say("showboard").contains("To play: white"));
    }
    client.say("clear_board");
    client.fails("fixed_handicap 1");
    client.fails("fixed_handicap 10");
    assert_eq!(client.list("place_free_handicap 41").len(), 41);
    assert_eq!(client.say("get_handicap"), "41");
    assert_eq!(client.fails("fixed_handicap 2"), "board not empty");
}

#[test]
fn r48_star_points() {
    // "19x19 nine (4-4, 4-10, 10-10); 13x13 nine (4-4, 4-7, centre); 9x9 five (3-3 and centre)." [S0] "Even sizes and 7 up to
    // four; order: 2 lower left + upper right, 3 + upper left, 4 + lower right." [GTP]
    let fixed = |side: usize, stones: usize| {
        let points = fixed_handicap(Size::square(side), stones).expect("a placement");
        let mut names: Vec<String> = points.into_iter().map(name).collect();
        names.sort();
        names.join(" ")
    };
    assert_eq!(fixed(19, 9), "D10 D16 D4 K10 K16 K4 Q10 Q16 Q4");
    assert_eq!(fixed(13, 9), "D10 D4 D7 G10 G4 G7 K10 K4 K7");
    assert_eq!(fixed(9, 5), "C3 C7 E5 G3 G7");
    assert_eq!(fixed(19, 2), "D4 Q16");
    assert_eq!(fixed(19, 3), "D16 D4 Q16");
    assert_eq!(fixed(19, 5), "D16 D4 K10 Q16 Q4");
    assert_eq!(fixed(19, 6), "D10 D16 D4 Q10 Q16 Q4");
    assert_eq!(fixed(19, 8), "D10 D16 D4 K16 K4 Q10 Q16 Q4");
    let most: Vec<usize> = (5..=19).map(|side| max_fixed_handicap(Size::square(side))).collect();
    assert_eq!(most, [0, 0, 4, 4, 9, 4, 9, 4, 9, 4, 9, 4, 9, 4, 9]);
}

#[test]
fn r49_handicap_stones_are_blacks_first_move() {
    // "Formally a handicap is a run of forced White passes; the stones count as Black's first move." [S0]
    let stones = [point("C3"), point("G7")];
    let mut game = Game::with_handicap(Size::square(9), &stones, rules("chinese"), 1);
    assert_eq!((game.handicap(), game.to_play(), game.positions().len()), (2, Color::White, 1));
    assert_eq!(game.undo(), None, "they are no moves that can be taken back");
    assert_eq!(game.passes(Color::White), 0, "the forced passes cost nothing");
    // Sent as plays in a row they are recognised; two plays in mid-game are not.
    let mut sent = empty(9, "chinese");
    play(&mut sent, "B:C3 B:G7");
    assert_eq!((sent.handicap(), sent.to_play()), (2, Color::White));
    play(&mut sent, "W:E5 B:E3 B:E7");
    assert_eq!(sent.handicap(), 2);
    sent.undo_many(4);
    assert_eq!(sent.handicap(), 0, "one stone is no handicap");
}

#[test]
fn r50_whites_compensation_by_ruleset() {
    // "White's compensation for N >= 2 handicap stones in area counting: Chinese N, AGA/BGA N-1, others 0 [K]; none in territory
    // counting."
    let stones = fixed_handicap(Size::square(9), 4).unwrap();
    for (name, compensation) in [
        ("chinese", 4.0),
        ("chinese-ogs", 4.0),
        ("kgs-chinese", 4.0),
        ("aga", 3.0),
        ("bga", 3.0),
        ("aga-button", 3.0),
        ("aga-territory", 0.0),
        ("japanese", 0.0),
        ("tromp-taylor", 0.0),
        ("new-zealand", 0.0),
        ("wmsg", 0.0),
        ("ludoteka-chinese", 0.0),
    ] {
        let game = Game::with_handicap(Size::square(9), &stones, rules(name), 1);
        assert_eq!(points_without(&game, "")[1], 0.5 + compensation, "{name}");
        let mut even = empty(9, name);
        play(&mut even, "B:E5");
        assert_eq!(
            points_without(&even, "")[1],
            0.0,
            "{name}: the first move of an even game is no handicap"
        );
    }
}

#[test]
fn r51_passes_are_kept_and_restored_by_undo() {
    // "Number of passes, who passed first and last must be kept and restored by undo."
    let mut game = game(DEAD_STONE, "wmsg");
    play(&mut game, "B:E5 W:pass B:pass");
    assert_eq!((game.passes(Color::Black), game.passes(Color::White)), (1, 1));
    assert_eq!(points(&game), [12.0, 12.0], "White passed first: one point off");
    game.undo_many(2);
    assert_eq!((game.passes(Color::Black), game.passes(Color::White)), (0, 0));
    play(&mut game, "W:E1");
    game.undo();
    play(&mut game, "W:A1 B:pass W:pass");
    assert_eq!(points(&game)[0], 13.0, "now Black passed first");
    assert_eq!(game.passes(Color::Black), 1);
}

#[test]
fn r52_aga_pass_stones_make_both_counts_equal() {
    // "Each pass hands over one stone as prisoner; White passes last: if Black made the last pass White makes one more. Then
    // territory count = area count (with N-1)." [S3, P]
    let mut game = game(NEUTRAL_POINT, "aga-territory");
    play(&mut game, "B:pass W:pass");
    assert_eq!(points(&game), [35.0, 28.0], "34 and 27, a pass each");
    game.undo_many(2);
    play(&mut game, "W:pass B:pass");
    assert_eq!(points(&game), [36.0, 28.0], "Black passed last, so White hands over one more");
    // From an empty board, where the number of stones and passes is that of the moves, the margins are equal.
    for moves in ["B:B2 W:D4 B:pass W:pass", "B:B2 W:D4 B:C2 W:pass B:pass", "B:B2 W:pass B:C2 W:pass B:pass"]
    {
        let margin = |name: &str| {
            let mut game = empty(5, name);
            play(&mut game, moves);
            let [black, white] = points_without(&game, "");
            black - white
        };
        assert_eq!(margin("aga-territory"), margin("aga"), "{moves}");
    }
}

#[test]
fn r53_wmsg_takes_a_point_off_black_if_white_passes_first() {
    // "One point is deducted from Black if White passes first. Settled by the first succession of two passes, not changed by a
    // resumption. Positional superko, no suicide." [S0]
    let ended = |moves: &str| {
        let mut game = game(DEAD_STONE, "wmsg");
        play(&mut game, moves);
        points_without(&game, "B1")[0]
    };
    assert_eq!(ended("B:pass W:pass"), 13.0);
    assert_eq!(ended("B:E5 W:pass B:pass"), 12.0);
    assert_eq!(ended("B:E5 W:pass B:pass W:A1 B:pass W:pass"), 12.0, "White first, then a resumption");
    assert_eq!(ended("B:pass W:pass B:E5 W:pass B:pass"), 13.0, "Black first, then a resumption");
    assert_eq!(ended("B:pass W:A1 B:E5 W:pass B:pass"), 12.0, "a single pass before is no succession of two");
    assert_eq!(preset("wmsg").unwrap().komi, 13);
}

#[test]
fn r54_the_button_is_half_a_point_for_the_first_pass() {
    // "Button Go (K hasButton): first player to pass gets 0.5."
    let ended = |moves: &str| {
        let mut game = game(DEAD_STONE, "aga-button");
        play(&mut game, moves);
        points_without(&game, "B1")
    };
    assert_eq!(ended("B:pass W:pass"), [13.5, 12.0]);
    assert_eq!(ended("B:E5 W:pass B:pass"), [13.0, 12.5]);
    assert_eq!(ended("B:pass W:A1 B:E5 W:pass B:pass"), [13.5, 12.0], "the first pass of the game");
}
