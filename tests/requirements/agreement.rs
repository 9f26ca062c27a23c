//! Stops, resumptions and what undo gives back.

use crate::ending::DEAD_STONE;
use crate::help::{Client, game, play, point, points, rules};
use tengen::board::Color;
use tengen::rules::score::Status;

#[test]
fn three_passes_are_one_stop_and_four_are_two() {
    // AGA rule 10: "failing such agreement, if both players pass twice in succession"; a third pass is White's last one (rule 7).
    let mut game = game(DEAD_STONE, "aga");
    play(&mut game, "B:pass W:pass B:pass");
    assert!(game.is_over() && !game.all_stones_alive());
    play(&mut game, "W:pass");
    assert!(game.is_over() && game.all_stones_alive());
    assert_eq!(game.first_stop(), Some(2));
}

#[test]
fn undo_gives_stops_and_resumptions_back() {
    let mut game = game(DEAD_STONE, "wmsg");
    play(&mut game, "B:E5 W:pass B:pass");
    game.resume(Color::White);
    assert!(!game.is_over());
    assert_eq!(game.to_play(), Color::White);
    play(&mut game, "W:pass B:pass");
    assert!(game.is_over() && game.all_stones_alive());
    game.resume(Color::Black);
    assert_eq!(game.to_play(), Color::Black);
    game.undo();
    assert!(!game.is_over(), "the first resumption is in force again");
    assert_eq!(game.to_play(), Color::Black);
    game.undo();
    assert!(!game.is_over(), "undo takes back moves, not the resumption");
    assert_eq!(game.to_play(), Color::White);
    game.undo();
    assert_eq!((game.to_play(), game.first_stop()), (Color::Black, None));
    play(&mut game, "B:pass");
    assert!(game.is_over() && !game.all_stones_alive(), "a first stop again");
    assert_eq!(points(&game)[0], 12.0, "White passed first, as before");
}

#[test]
fn the_command_tells_who_moves_and_refuses_where_nothing_stopped() {
    // Ludoteka: "the game is continued by the player who passed first"; Japanese 1989, article 9: the opponent of who asks.
    let mut client = Client::new("ludoteka-japanese");
    client.set_up(DEAD_STONE);
    assert_eq!(client.fails("tengen-resume"), "the game has not stopped");
    client.play("W:pass B:pass");
    client.fails("tengen-resume green");
    assert_eq!(client.say("tengen-resume"), "white");
    assert_eq!(client.fails("tengen-resume"), "the game has not stopped");
    client.play("W:E1 B:pass W:pass");
    assert_eq!(client.say("tengen-resume black"), "white");
    client.say("undo");
    client.say("undo");
    client.say("undo");
    assert!(client.say("showboard").contains("To play: white"));
}

#[test]
fn two_passes_change_no_status_and_no_score_before_a_resumption() {
    for preset in tengen::rules::PRESETS.iter().filter(|p| !p.rules.pass_stones && !p.rules.button) {
        let mut game = game(DEAD_STONE, preset.name);
        play(&mut game, "B:pass");
        let before = points(&game);
        play(&mut game, "W:pass");
        assert_eq!(points(&game), before, "{}", preset.name);
    }
}

#[test]
fn the_record_has_the_score_of_the_last_stop() {
    // One scorer for final_score, the lists and printsgf's RE.
    for (name, first, last) in
        [("wmsg", "W+6.5", "W+2.5"), ("aga", "W+6.5", "W+2.5"), ("chinese", "W+6.5", "W+6.5")]
    {
        let mut client = Client::new(name);
        client.set_up(DEAD_STONE);
        client.play("W:pass B:pass");
        assert_eq!(client.say("final_score"), first, "{name}");
        assert!(client.say("printsgf").contains(&format!("RE[{first}]")), "{name}");
        client.say("tengen-resume");
        assert!(!client.say("printsgf").contains("RE["), "{name}: the game goes on");
        client.play("W:pass B:pass");
        assert_eq!(client.say("final_score"), last, "{name}");
        assert!(client.say("printsgf").contains(&format!("RE[{last}]")), "{name}");
    }
}

#[test]
fn compensation_is_for_the_stones_beyond_the_opponents() {
    // Ludoteka: "extra points to the player who must place more stones". Where both played as many, there are none.
    let mut game = game(DEAD_STONE, "ludoteka-japanese");
    play(&mut game, "B:pass W:pass B:E5 W:A1 B:D5 W:C1 B:pass W:pass");
    // Black filled two of five points. White has B1 and E1 and a prisoner.
    assert_eq!(points(&game), [3.0, 3.0]);
    game.rules = rules("ludoteka-chinese");
    assert_eq!(points(&game), [13.0, 12.0], "area scoring needs none");
}

#[test]
fn white_passes_last_after_a_resumption_too() {
    // AGA rule 7 and BGA summary: "once agreement is reached, or the game ended on 4 consecutive passes, White must make an
    // additional pass if Black was the last to pass".
    let margin = |name: &str, moves: &str| {
        let mut game = game("X.X.X XXXXX OOOOO O.O.O OOOOO", name);
        play(&mut game, moves);
        let [black, white] = points(&game);
        black - white
    };
    for moves in ["B:pass W:pass", "B:pass W:pass B:pass W:pass", "B:B5 W:pass B:pass W:B2 B:pass W:pass"] {
        // The start has five stones more of White's than of Black's, which only area counting sees.
        assert_eq!(margin("aga-territory", moves), margin("aga", moves) + 5.0, "{moves}");
    }
    for moves in ["B:B5 W:pass B:pass", "B:B5 W:pass B:pass W:pass B:pass"] {
        assert_eq!(margin("aga-territory", moves), margin("aga", moves) + 5.0, "{moves}");
    }
}

#[test]
fn a_dispute_does_not_touch_the_dead_under_rules_that_judge_anew() {
    let mut game = game(DEAD_STONE, "chinese");
    play(&mut game, "B:pass W:pass");
    game.resume(Color::Black);
    play(&mut game, "B:pass W:pass");
    let status = crate::help::status(&game);
    assert!(status.is_dead(point("B1")) && status != Status::default());
}
