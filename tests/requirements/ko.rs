//! R18 to R24: repetition.

use crate::help::{Client, a_move, empty, game, play, refusal, rules};
use serde_json::Value;
use tengen::board::{Color, Size};
use tengen::rules::{Game, IllegalMove, KoRule, Repetition, Rules};

/// The position after White took a ko on B3; Black may not take back on C3 at once.
const KO: &str = "..... .XO.. X.XO. .XO.. .....";

fn with_ko(diagram: &str, ko: KoRule) -> Game {
    let mut game = game(diagram, "chinese");
    game.rules.ko = ko;
    game
}

#[test]
fn r18_simple_ko_forbids_to_restore_the_last_position() {
    // "A play may not recreate the board that was there before the opponent's last move." [S0, S4] Chinese practice, Japanese,
    // Korean [K].
    for name in ["chinese", "japanese", "korean", "stone-scoring"] {
        let mut game = game(KO, name);
        assert_eq!(game.rules.ko, KoRule::Simple, "{name}");
        play(&mut game, "B:A1 W:B3");
        assert_eq!(game.board().prisoners(Color::White), 1);
        assert_eq!(refusal(&game, Color::Black, "C3"), Some(IllegalMove::Ko), "{name}");
        play(&mut game, "B:E1 W:E2");
        assert_eq!(refusal(&game, Color::Black, "C3"), None, "after moves elsewhere");
        play(&mut game, "B:C3");
        assert_eq!(refusal(&game, Color::White, "B3"), Some(IllegalMove::Ko));
    }
}

/// On 4x4: after these moves White B1 restores the position after the seventh, now with Black to move.
const CYCLE: &str = "B:A2 W:B1 B:B2 W:C2 B:B3 W:D1 B:A3 W:A1 B:C1";

#[test]
fn r19_positional_superko_forbids_every_earlier_position() {
    // "No play may recreate any earlier board of the game, whoever moved." [S0, S2, S3, S4, WMSG] The start board counts.
    for name in ["tromp-taylor", "wmsg", "ludoteka-japanese", "chinese-ogs"] {
        let mut game = empty(4, name);
        play(&mut game, CYCLE);
        assert_eq!(game.rules.ko, KoRule::Positional, "{name}");
        assert_eq!(refusal(&game, Color::White, "B1"), Some(IllegalMove::Superko), "{name}");
    }
    // Suicide of all stones would bring the start back.
    let mut start = empty(2, "tromp-taylor");
    play(&mut start, "B:A1 W:pass B:A2 W:pass B:B1 W:pass");
    assert_eq!(refusal(&start, Color::Black, "B2"), Some(IllegalMove::Superko));
}

#[test]
fn r20_situational_superko_looks_at_the_player_to_move() {
    // "The same, but only if the same player would be to move next. Situations after passes count." AGA, BGA, New Zealand [K].
    for name in ["aga", "bga", "new-zealand"] {
        let mut game = empty(4, name);
        play(&mut game, CYCLE);
        assert_eq!(game.rules.ko, KoRule::Situational, "{name}");
        assert_eq!(refusal(&game, Color::White, "B1"), None, "{name}: last time White was to move after it");
    }
    // After White's pass it is the same player's turn as before.
    let mut game = with_ko("..... ..... ..... OOX.. X.OX.", KoRule::Situational);
    play(&mut game, "B:B1 W:C1 B:A1 W:pass");
    assert_eq!(
        refusal(&game, Color::Black, "B1"),
        Some(IllegalMove::Superko),
        "the situation after the first B1"
    );
}

#[test]
fn r21_natural_superko_looks_at_who_made_the_position() {
    // "A play may not recreate a board which the same player created by an earlier play (not pass)." [P, BGA summary] It can
    // allow retaking a ko after one's own pass.
    let mut game = with_ko(KO, KoRule::Natural);
    play(&mut game, "B:pass W:B3");
    assert_eq!(refusal(&game, Color::Black, "C3"), None, "Black has not made that position");
    play(&mut game, "B:C3");
    assert_eq!(refusal(&game, Color::White, "B3"), Some(IllegalMove::Ko), "White has");
}

/// Three kos on the edge; Black to move may take the first and the third.
const TRIPLE_KO: &str = "............ XXOOXXOOXXOO XO.OX.XOXO.O";

#[test]
fn r22_repetition_under_simple_ko_is_reported() {
    // "Game may end as no result when a position repeats (Japanese/Korean: triple ko, eternal life)." [K, P]
    let mut game = game(TRIPLE_KO, "japanese");
    play(&mut game, "B:C1 W:F1 B:L1 W:B1 B:G1");
    assert_eq!(game.repetition(), None);
    play(&mut game, "W:K1");
    assert_eq!(game.board().to_diagram().replace('/', " "), TRIPLE_KO);
    assert_eq!(game.repetition(), Some(Repetition { first: 0, again: 6 }));
    play(&mut game, "B:A3 W:D3");
    assert_eq!(game.repetition(), Some(Repetition { first: 0, again: 6 }), "it stays known");
    game.undo_many(3);
    assert_eq!(game.repetition(), None);

    let mut client = Client::new("japanese");
    client.set_up(TRIPLE_KO);
    client.play("B:C1 W:F1 B:L1 W:B1 B:G1");
    assert_eq!(client.say("tengen-repetition"), "none");
    client.play("W:K1");
    let found = client.say("tengen-repetition");
    let numbers: Vec<usize> = found.split(' ').map(|n| n.parse().unwrap()).collect();
    assert_eq!(numbers[1] - numbers[0], 6, "{found}");
    client.say("final_score");
}

#[test]
fn r23_superko_never_forbids_a_pass() {
    // "Rule 8 never forbids a pass." [S0]
    for ko in [KoRule::Positional, KoRule::Situational, KoRule::Natural, KoRule::Simple] {
        let mut game = with_ko(KO, ko);
        for _ in 0..6 {
            for color in Color::BOTH {
                assert_eq!(refusal(&game, color, "pass"), None);
            }
            play(&mut game, "B:pass W:pass");
        }
        assert_eq!(game.repetition(), None, "passes alone are no repetition");
    }
}

#[test]
fn r24_each_kind_of_cycle_is_judged_right_under_each_rule() {
    // "Triple and quadruple ko, double ko with passes, eternal life (4-ply cycles), sending two returning one, 1-stone and
    // multi-stone suicide, whole-board suicide." (the open vectors)
    let kinds =
        ["triple ko", "quadruple ko", "double ko", "eternal life", "sending two", "single-stone suicide"]
            .into_iter()
            .chain(["two-stone suicide", "whole-board suicide"]);
    let text = include_str!("../data/vectors/superko.jsonl");
    let records: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for kind in kinds {
        let cases = records.iter().filter(|r| r["name"].as_str().unwrap().contains(kind));
        assert!(cases.map(assert_verdicts).count() > 0, "no case of {kind}");
    }
}

/// Plays a case of the vectors under each ko rule, with and without suicide.
fn assert_verdicts(case: &Value) {
    let moves = case["moves"].as_array().unwrap().iter().chain([&case["query"]]);
    let moves: Vec<&str> = moves.map(|turn| turn.as_str().unwrap()).collect();
    for (mode, verdict) in case["verdicts"].as_object().unwrap() {
        let (ko, suicide) = mode.split_once('/').unwrap();
        let ko = match ko {
            "simple" => KoRule::Simple,
            "positional" => KoRule::Positional,
            "situational" => KoRule::Situational,
            _ => KoRule::Natural,
        };
        if suicide == "all" {
            continue; // An optional mode that no ruleset here has.
        }
        let rules = Rules { ko, suicide: suicide == "multi", ..rules("tromp-taylor") };
        let mut game = Game::new(Size::square(case["size"].as_u64().unwrap() as usize), rules, 0);
        let judged = verdict["ply"].as_u64().unwrap() as usize;
        for (ply, turn) in moves.iter().take(judged + 1).enumerate() {
            let (color, vertex) = turn.split_once(' ').unwrap();
            let color = if color == "black" { Color::Black } else { Color::White };
            let legal = game.play(color, a_move(vertex)).is_ok();
            let expected = ply < judged || verdict["legal"] == true;
            assert_eq!(legal, expected, "{} {mode} {turn}", case["name"]);
        }
    }
}
