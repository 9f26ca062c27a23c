//! R1 to R17: board, stones, turns, capture and suicide.

use crate::help::{Client, board, empty, game, play, point, refusal, rules};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tengen::board::{Color, Move, Point, Size};
use tengen::rules::{Game, IllegalMove, PRESETS};

#[test]
fn r01_either_player_may_be_the_engine() {
    // "Two players, Black and White. Colour chosen at random between equals": so the engine must play either. [S0, S2, S4]
    for color in ["black", "white"] {
        let mut client = Client::new("chinese");
        client.say("boardsize 5");
        let vertex = client.say(&format!("genmove {color}"));
        assert_eq!(client.list(&format!("list_stones {color}")), [vertex]);
    }
    assert_eq!(Color::BOTH.map(Color::opponent), [Color::White, Color::Black]);
}

#[test]
fn r02_the_board_is_19x19_or_of_any_other_size() {
    // "Board 19x19 standard; 9x9 and 13x13 common; any other size allowed." [S0, S2, S3, S4]
    let mut client = Client::new("chinese");
    assert_eq!(client.say("query_boardsize"), "19");
    for side in 1..=25 {
        client.say(&format!("boardsize {side}"));
        assert_eq!(client.list("all_legal b").len(), if side == 1 { 0 } else { side * side });
    }
    client.say("rectangular_boardsize 13 9");
    assert_eq!(client.list("all_legal b").len(), 13 * 9);
    for bad in ["0", "26", "-9", "9 26"] {
        assert_eq!(client.fails(&format!("boardsize {bad}")), "unacceptable size");
    }
    assert_eq!(client.list("all_legal b").len(), 13 * 9, "a refused size changes nothing");
}

#[test]
fn r03_points_are_adjacent_along_lines_only() {
    // "Adjacency is horizontal/vertical only; a point is not adjacent to itself." [S0, S2]
    let size = Size::square(5);
    for a in size.points() {
        for b in size.points() {
            let distance = a.column().abs_diff(b.column()) + a.row().abs_diff(b.row());
            assert_eq!(a.neighbours().contains(&b), distance == 1, "{a:?} {b:?}");
        }
    }
    let board = board("X.X.. ..... ..X.. .X... .....");
    assert_eq!(["A5", "C5", "C3", "B2"].map(|v| board.liberties(point(v))), [2, 3, 4, 4]);
    assert_ne!(board.chain(point("C3")), board.chain(point("B2")), "diagonal stones are not connected");
}

#[test]
fn r04_a_chain_shares_its_liberties() {
    // "Chain = maximal connected set of stones; all stones of a chain share liberties"; "atari = one liberty". [S0, S2, S3]
    let board = board("..... .XXO. .X.XO .XXX. .OOO.");
    assert_eq!(board.chain_len(point("B4")), 7);
    for vertex in ["B2", "C2", "D2", "B3", "D3", "B4", "C4"] {
        assert_eq!(board.chain(point(vertex)), board.chain(point("B2")));
        assert_eq!(board.liberties(point(vertex)), 7, "A2 A3 A4 B5 C5 C3 E2, each once");
    }
    let atari = crate::help::board(".X. XOX ...");
    assert!(atari.in_atari(point("B2")) && !atari.in_atari(point("A2")));
}

#[test]
fn r05_stones_do_not_run_out() {
    // "The supply of stones is unlimited in effect (181/180 traditional, more are added)." [S0, S2]
    let mut game = empty(25, "chinese");
    let points: Vec<Point> = game.size().points().filter(|p| p.row() % 2 == 0 || p.column() == 0).collect();
    assert!(points.len() > 300);
    for point in points {
        assert_eq!(game.play(Color::Black, Move::Place(point)), Ok(()));
        play(&mut game, "W:pass");
    }
}

#[test]
fn r06_the_board_starts_empty_or_with_handicap_stones() {
    // "The board starts empty, or with the agreed handicap stones." [S0, S2, S3, S4]
    let mut client = Client::new("chinese");
    client.say_all("boardsize 9\n play b E5");
    client.say("clear_board");
    assert!(client.list("list_stones b").is_empty() && client.list("list_stones w").is_empty());
    assert_eq!(client.say("fixed_handicap 2"), "C3 G7");
    assert_eq!(client.list("list_stones b"), ["C3", "G7"]);
    assert!(client.list("list_stones w").is_empty());
}

#[test]
fn r07_black_moves_first_and_white_after_handicap_stones() {
    // "Black moves first; with handicap stones White moves first. Players alternate." [S0, S2, S4]
    let mut even = empty(9, "chinese");
    assert_eq!(even.to_play(), Color::Black);
    play(&mut even, "B:E5");
    assert_eq!(even.to_play(), Color::White);
    play(&mut even, "W:pass");
    assert_eq!(even.to_play(), Color::Black);
    let stones = [point("C3"), point("G7")];
    let handicap = Game::with_handicap(Size::square(9), &stones, rules("chinese"), 1);
    assert_eq!(handicap.to_play(), Color::White);
    let mut client = Client::new("chinese");
    client.say_all("boardsize 9\n set_free_handicap C3 G7");
    assert!(client.say("showboard").contains("To play: white"));
}

#[test]
fn r08_a_pass_is_always_legal() {
    // "A pass is legal at any turn, always, and is never touched by a ko or superko rule." [S0 rules 7 and 8, S2, S3]
    for preset in PRESETS {
        let mut game = empty(3, preset.name);
        for _ in 0..3 {
            for color in Color::BOTH {
                assert_eq!(game.play(color, Move::Pass), Ok(()), "{}", preset.name);
            }
        }
    }
    let mut client = Client::new("tromp-taylor");
    client.say("boardsize 1");
    assert_eq!(client.say("genmove b"), "pass", "there is nothing else");
    assert_eq!(client.say("is_legal w pass"), "1");
}

#[test]
fn r09_a_stone_stays_where_it_is_until_it_is_taken() {
    // "A stone never moves once played; it leaves only by capture. An occupied point is illegal." [S0, S2, S3, S4]
    let mut game = empty(5, "tromp-taylor");
    play(&mut game, "B:A1 W:B2 B:D4 W:D2");
    for color in Color::BOTH {
        assert_eq!(refusal(&game, color, "A1"), Some(IllegalMove::Occupied));
    }
    assert!(game.board().cell(point("A1")).is(Color::Black));
    play(&mut game, "B:E5 W:A2 B:E4 W:B1");
    assert!(game.board().is_empty(point("A1")), "taken");
    assert!(game.board().cell(point("D4")).is(Color::Black));
}

#[test]
fn r10_the_opponents_stones_are_taken_off_first() {
    // "Place; remove opponent chains without liberties; then own chains. Capture takes precedence over self-capture." [S0, S2]
    // Black A1 has no liberty but takes A2, B2 and B1.
    let mut game = game("..... X.... XX... OOX.. .OX..", "japanese");
    play(&mut game, "B:A1");
    assert_eq!(game.board().to_diagram(), "...../X..../XX.../..X../X.X..");
    assert_eq!(game.board().prisoners(Color::Black), 3);
    assert_eq!(game.board().prisoners(Color::White), 0);
}

#[test]
fn r11_one_play_may_take_several_chains() {
    // "All opponent chains left without liberties are removed at once." [S0, "captures the three marked black chains"]
    let mut game = game("..O.. .OXO. OX.XO .OXO. ..O..", "chinese");
    play(&mut game, "B:pass W:C3");
    assert_eq!(game.board().to_diagram(), "..O../.O.O./O.O.O/.O.O./..O..");
    assert_eq!(game.board().prisoners(Color::White), 4);
}

#[test]
fn r12_a_capture_is_never_a_suicide() {
    // "After a capture the played stone's chain always has a liberty." [S0]
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(12);
    let mut captures = 0;
    for _ in 0..40 {
        let mut game = empty(5, "tromp-taylor");
        for turn in 0..80 {
            let color = Color::BOTH[turn % 2];
            let Some(&point) = game.legal_points(color).choose(&mut rng) else { break };
            let before = game.board().clone();
            game.play(color, Move::Place(point)).expect("a legal point");
            if game.board().prisoners(color) > before.prisoners(color) {
                captures += 1;
                assert!(game.board().liberties(point) >= 1);
                assert_eq!(game.board().stone_count(color), before.stone_count(color) + 1);
            }
            if rng.random_range(0..20) == 0 {
                game.play(color.opponent(), Move::Pass).expect("a pass");
            }
        }
    }
    assert!(captures > 100, "{captures}");
}

#[test]
fn r13_prisoners_are_counted_for_who_takes_them() {
    // "Captured stones are counted per player; stones lost by suicide count as taken by the opponent." [S3, S4; P]
    let mut client = Client::new("new-zealand");
    client.set_up("...../...../O..../XO.../X.O..");
    assert_eq!(["black", "white"].map(|c| client.say(&format!("captures {c}"))), ["0", "0"]);
    client.say("play b B1");
    assert_eq!(["black", "white"].map(|c| client.say(&format!("captures {c}"))), ["0", "3"]);
    client.say("undo");
    assert_eq!(client.say("captures white"), "0");
    client.say("play w B1");
    assert_eq!(["black", "white"].map(|c| client.say(&format!("captures {c}"))), ["0", "2"]);
}

#[test]
fn r14_snapback_is_no_ko() {
    // "Snapback and capture of two, recapture of one are legal - not ko." [S0]
    for preset in PRESETS {
        let mut game = game("..... ..... OOOOO OXXXO OX..O", preset.name);
        play(&mut game, "B:pass W:C1 B:D1");
        assert_eq!(refusal(&game, Color::White, "C1"), None, "{}", preset.name);
        play(&mut game, "W:C1");
        assert_eq!(game.board().prisoners(Color::White), 5);
    }
    let mut game = game("...... OOXX.. OX.OX.", "japanese");
    play(&mut game, "B:pass W:C1 B:B1");
    assert_eq!(game.board().prisoners(Color::White), 1);
    assert_eq!(game.board().prisoners(Color::Black), 2);
    assert_eq!(refusal(&game, Color::White, "C1"), None, "one is taken back where two were taken");
}

/// Black B1 would leave three stones without a liberty.
const SUICIDE: &str = "..... ..... O.... XO... X.O..";

#[test]
fn r15_suicide_is_forbidden_under_most_rules() {
    // "Illegal if own stones would be removed in step 3" (rule 7A). [S0, S2; S3, S4, WMSG, AGA, Chinese, Japanese, Korean]
    for name in
        ["davies-7a", "smartgo", "ludoteka-chinese", "ludoteka-japanese", "wmsg", "aga", "bga", "chinese"]
            .into_iter()
            .chain(["chinese-ogs", "japanese", "korean", "wagc", "cgos", "stone-scoring"])
    {
        assert_eq!(refusal(&game(SUICIDE, name), Color::Black, "B1"), Some(IllegalMove::Suicide), "{name}");
    }
}

#[test]
fn r16_suicide_is_allowed_under_some_rules() {
    // "Suicide allowed (basic rules, Tromp-Taylor, New Zealand, Ing): own stones are removed." [S0, S2]
    for name in ["davies", "tromp-taylor", "new-zealand", "ing"] {
        let mut game = game(SUICIDE, name);
        play(&mut game, "B:B1");
        assert_eq!(game.board().to_diagram(), "...../...../O..../.O.../..O..", "{name}");
        assert_eq!(game.to_play(), Color::White);
    }
}

#[test]
fn r17_suicide_of_one_stone_is_never_legal_and_no_pass() {
    // "Single-stone suicide leaves the board unchanged: always illegal under positional superko"; "never allowed, even with
    // suicide:true"; "it is not a pass". [S0, K]
    for preset in PRESETS {
        let mut game = game("..... ..... ..... O.... .O...", preset.name);
        assert_eq!(refusal(&game, Color::Black, "A1"), Some(IllegalMove::Suicide), "{}", preset.name);
        assert!(game.play(Color::Black, Move::Place(point("A1"))).is_err());
        play(&mut game, "W:pass");
        assert!(!game.is_over(), "the refused suicide was no pass");
    }
}
