//! R61 to R65: concepts for status and teaching.

use crate::help::{Client, board, empty, game, play, point, refusal, status};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use tengen::board::{Color, Move};
use tengen::rules::benson::pass_alive;
use tengen::rules::{KoRule, PRESETS};

#[test]
fn r61_two_eyes_live_and_a_false_eye_is_none() {
    // "Eye, two eyes = alive; false eye (diagonals) = no eye; unconditional (pass-alive, Benson) life." [S3; K]
    let two_eyes = board("XXXXX X.X.X XXXXX OOOOX .O.OX");
    assert!(pass_alive(&two_eyes, Color::Black).stones[point("A5")]);
    assert!(pass_alive(&two_eyes, Color::White).stones[point("A2")]);
    let false_eye = game("X.X.X XXXXX XXXX. OOOXX .O.OX", "chinese");
    let status = status(&false_eye);
    assert!(status.is_dead(point("A2")) && status.is_dead(point("D1")), "C1 is a false eye of White");
    assert!(!status.is_dead(point("E1")));
    let eye = board(".X... XX... ..... ..... .....");
    assert!(eye.is_eyelike(Color::Black, point("A5")) && !eye.is_eyelike(Color::White, point("A5")));
    let false_eye = board(".X.X. .OXX. ..... ..... .....");
    assert!(!false_eye.is_eyelike(Color::Black, point("C5")));
}

#[test]
fn r62_seki_lives() {
    // "Seki = neither side wants to move; both alive at the end: two shared liberties, eye against eye, three stones inside, one
    // group between two, double ko." [S3]
    for (diagram, seki) in [
        ("O.OOOOX OOOOXXX .OXXO.. OOXXOOO OOXXXXO OOX.XXX OOXXXX.", "E4 E5 E6 F4 F6 G3 G4 G6 G7"),
        (crate::scoring::SEKI, "B1 B2 C2 D1 D2 E2 F1 F2 G2"),
        ("XXXXXXX OOXXXXX .OXXXXX XOXX.XX XOXXXXX XOXXXX. .OXXXXX", "A2 A3 A4 A6 B1 B2 B3 B4 B5 B6"),
        (".X.O.X. XXOOOXX OOXXXOO .OX.XO. OOXXXOO .OX.XO. OOXXXOO", "A6 B6 B7 C6 D6 D7 E6 F6 F7 G6"),
    ] {
        let mut client = Client::new("japanese");
        client.set_up(diagram);
        assert_eq!(client.list("final_status_list seki").join(" "), seki);
        assert!(client.list("final_status_list dead").is_empty());
    }
}

#[test]
fn r63_the_race_is_won_by_liberties() {
    // "Capturing race decided by liberties (3 against 2)." [S3] Black's stones at the bottom have two, White's three.
    let race = game(".O.OX.X.X OOOOXXXXX OOOOXXXXX OOOOXXXXX O..OX...X OXXXOOOOX", "chinese");
    let (black, white) = (point("B1"), point("E1"));
    assert_eq!((race.board().liberties(black), race.board().liberties(white)), (2, 3));
    assert!(status(&race).is_dead(black) && !status(&race).is_dead(white));
}

#[test]
fn r64_a_ko_is_fought_by_threats() {
    // "Ko: fight by threats, retake after a move elsewhere." [S3]
    for ko in [KoRule::Simple, KoRule::Positional, KoRule::Situational, KoRule::Natural] {
        let mut game = game("..... .XO.. X.XO. .XO.. .....", "chinese");
        game.rules.ko = ko;
        play(&mut game, "B:A1 W:B3");
        assert!(refusal(&game, Color::Black, "C3").is_some(), "{ko:?}");
        play(&mut game, "B:E1 W:E2 B:C3 W:E4 B:A5");
        assert_eq!(refusal(&game, Color::White, "B3"), None, "{ko:?}");
    }
}

#[test]
fn r65_superko_ends_every_game() {
    // "Repetition rule guarantees that every game ends under superko." [S0] On 2x2 with suicide, without passing while there is
    // a play.
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(65);
    for preset in PRESETS.iter().filter(|p| p.rules.ko != KoRule::Simple) {
        for _ in 0..20 {
            let mut game = empty(2, preset.name);
            let mut moves = 0;
            while !game.is_over() {
                let color = game.to_play();
                let choice = game.legal_points(color).choose(&mut rng).copied();
                game.play(color, choice.map_or(Move::Pass, Move::Place)).expect("a legal move");
                moves += 1;
                assert!(moves <= 2 * 57 * 2, "{}: more moves than situations", preset.name);
            }
            assert_eq!(game.repetition(), None, "{}", preset.name);
        }
    }
}
