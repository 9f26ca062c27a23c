//! R25 to R34: the end of the game, agreement, resumption.

use crate::help::{Client, board, empty, game, name, play, points, status};
use std::collections::BTreeSet;
use tengen::board::Color;
use tengen::rules::PRESETS;
use tengen::rules::score::{Status, score};

/// Black's stone on B1 is dead.
pub const DEAD_STONE: &str = ".X... XXXX. XOOXX OOOOO .X.O.";

#[test]
fn r25_two_passes_end_the_game() {
    // "Two consecutive passes end the game (basic rules). Ludoteka: they start the end-of-game protocol. Ing: four passes (two
    // stop, two end)." [S0 rule 9, S2, S3, S4, P]
    for preset in PRESETS {
        let mut game = empty(3, preset.name);
        play(&mut game, "B:B2 W:pass");
        assert!(!game.is_over(), "{}: one pass", preset.name);
        play(&mut game, "B:pass");
        assert!(game.is_over(), "{}", preset.name);
    }
    let mut game = empty(3, "ing");
    play(&mut game, "B:B2 W:pass B:pass W:pass B:pass");
    assert!(game.is_over());
    let mut same_player = empty(3, "chinese");
    play(&mut same_player, "B:B2 W:pass W:pass");
    assert!(!same_player.is_over(), "both players must pass");
}

#[test]
fn r26_nothing_is_removed_under_tromp_taylor() {
    // "Final position = board at that moment; under Tromp-Taylor all stones count as alive." [S0, S2]
    for name in ["tromp-taylor", "davies", "davies-7a", "cgos"] {
        let mut game = game(DEAD_STONE, name);
        play(&mut game, "B:pass W:pass");
        assert_eq!(points(&game), [14.0, 9.0], "{name}");
    }
}

#[test]
fn r27_dead_stones_are_removed_and_are_prisoners_under_territory_scoring() {
    // "By agreement they are removed before counting (and under territory scoring become prisoners)." [S2, S3, S4]
    for (name, expected) in [("chinese", [13.0, 12.0]), ("japanese", [5.0, 5.0])] {
        let mut game = game(DEAD_STONE, name);
        play(&mut game, "B:pass W:pass");
        assert!(status(&game).is_dead(crate::help::point("B1")));
        assert_eq!(points(&game), expected, "{name}");
    }
}

/// Plays to the first stop, White passing first, and resumes at nobody's wish.
fn resumed(name: &str) -> Client {
    let mut client = Client::new(name);
    client.set_up(DEAD_STONE);
    client.play("W:pass B:pass");
    client
}

#[test]
fn r28_ludoteka_resumes_with_the_first_passer_and_then_all_is_alive() {
    // "The game is resumed by the player who passed first; if both pass again at once, everything on the board counts as
    // alive." [S4]
    for (name, agreed, alive) in
        [("ludoteka-chinese", "W+4.5", "W+0.5"), ("ludoteka-japanese", "W+5.5", "W+1.5")]
    {
        let mut client = resumed(name);
        assert_eq!(client.list("final_status_list dead"), ["B1"]);
        assert_eq!(client.say("final_score"), agreed, "{name}");
        assert_eq!(client.say("tengen-resume"), "white");
        client.play("W:pass B:pass");
        assert!(client.list("final_status_list dead").is_empty());
        assert_eq!(client.say("final_score"), alive, "{name}");
    }
}

#[test]
fn r29_wmsg_resumes_in_the_original_order_and_only_once() {
    // "In case of disagreement play resumes in the original order; after the next two passes all stones left are alive." [S0]
    let mut client = resumed("wmsg");
    assert_eq!(client.say("final_score"), "W+6.5", "13 - 1 against 12 + 6.5");
    assert_eq!(client.say("tengen-resume"), "white");
    client.play("W:pass");
    assert!(client.fails("tengen-resume").contains("not stopped"));
    client.play("B:pass");
    assert_eq!(client.say("final_score"), "W+2.5", "14 - 1 against 9 + 6.5");
}

#[test]
fn r30_aga_resumes_with_the_opponent_of_the_last_passer() {
    // "Play resumes with the opponent of the last passer; if the first two moves of a resumption are passes (four in a row) the
    // game ends with all stones alive." [P, AGA rule 10, BGA summary]
    for name in ["aga", "bga", "smartgo"] {
        let mut client = resumed(name);
        assert_eq!(client.say("final_score"), "W+6.5", "13 against 12 + 7.5");
        assert_eq!(client.say("tengen-resume"), "white", "Black passed last");
        client.play("W:pass B:pass");
        assert_eq!(client.say("final_score"), "W+2.5", "14 against 9 + 7.5");
        let mut unasked = resumed(name);
        unasked.play("W:pass B:pass");
        assert_eq!(unasked.say("final_score"), "W+2.5", "four passes, whether the command was sent or not");
    }
}

#[test]
fn r31_moves_are_accepted_after_two_passes() {
    // "Moves must be accepted after two passes, and the status rule after the second stop is all alive for WMSG/Ludoteka/AGA."
    for (name, all_alive) in
        [("wmsg", true), ("ludoteka-chinese", true), ("aga", true), ("chinese", false), ("japanese", false)]
    {
        let mut game = game(DEAD_STONE, name);
        play(&mut game, "B:pass W:pass B:E5");
        assert!(!game.is_over() && !game.all_stones_alive(), "{name}: play goes on");
        play(&mut game, "W:pass B:pass");
        assert_eq!(game.all_stones_alive(), all_alive, "{name}");
        assert_eq!(status(&game) == Status::default(), all_alive, "{name}");
    }
}

#[test]
fn r32_ludoteka_compensates_for_the_stones_of_a_resumption() {
    // "The program compensates with the necessary extra points to the player who must place more stones." [S4] White takes B1
    // off with A1 and C1; Black passes each time. That costs White two points and brings one, and both are given back.
    let mut game = game(DEAD_STONE, "ludoteka-japanese");
    play(&mut game, "B:pass W:pass");
    let agreed = points(&game);
    assert_eq!(agreed, [5.0, 5.0]);
    play(&mut game, "B:pass W:A1 B:pass W:C1 B:pass W:pass");
    assert_eq!(game.board().prisoners(Color::White), 1);
    assert_eq!(points(&game), agreed);
    game.rules = crate::help::rules("japanese");
    assert_eq!(points(&game), [5.0, 3.0], "without compensation");
}

#[test]
fn r33_japanese_resumption_is_for_either_player_and_the_opponent_moves_first() {
    // "Either player may ask for resumption, the opponent then moves first." [P, Japanese 1989, article 9]
    for (asks, moves) in [("black", "white"), ("white", "black")] {
        let mut client = resumed("japanese");
        assert_eq!(client.say("final_score"), "W+6.5");
        assert_eq!(client.say(&format!("tengen-resume {asks}")), moves);
        assert!(client.say("showboard").contains(&format!("To play: {moves}")));
        client.play(if moves == "white" { "W:pass B:pass" } else { "B:pass W:pass" });
        assert_eq!(client.say("final_score"), "W+6.5", "the status is judged anew, B1 is still dead");
    }
}

#[test]
fn r34_every_chain_is_alive_dead_or_in_seki() {
    // "Final status answers: alive / dead / seki for every chain." [S3, S4; GTP final_status_list]
    for diagram in [DEAD_STONE, super::scoring::SEKI, super::scoring::NEUTRAL_POINT] {
        let mut client = Client::new("japanese");
        client.set_up(diagram);
        let lists = ["alive", "dead", "seki"].map(|s| client.list(&format!("final_status_list {s}")));
        let total: usize = lists.iter().map(Vec::len).sum();
        let all: BTreeSet<String> = lists.concat().into_iter().collect();
        let board = board(diagram);
        let stones: BTreeSet<String> =
            board.size().points().filter(|p| !board.is_empty(*p)).map(name).collect();
        assert_eq!(all, stones);
        assert_eq!(total, all.len(), "no stone stands in two lists");
    }
    let game = game(DEAD_STONE, "chinese");
    let all_alive = score(&game, &Status::default());
    assert_ne!(score(&game, &status(&game)), all_alive, "the score follows the status");
}
