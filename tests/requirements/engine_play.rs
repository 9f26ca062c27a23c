//! The engine plays by the rules it is under. Few playouts and a fixed seed: what is asked needs no strength.

use crate::ending::DEAD_STONE;
use crate::help::{Client, board, empty, game, play, point, rules};
use crate::scoring::{BENT_FOUR_AND_SEKI, HALF_POINT_KO, ONE_SIDED_DAME};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use tengen::board::{Color, Move, Size};
use tengen::engine::{Decision, Engine, Settings};
use tengen::params::Params;
use tengen::rules::score::{Status, own_territory};
use tengen::rules::{Game, KoRule, PRESETS, Rules, Scoring};
use tengen::search::{Limits, NodeId, Search, Tree};

/// All is settled but C3, which is nobody's yet. Black has 14 points of area and White 10 without it.
const ONE_DAME: &str = ".X.XX XXXX. XX.XX OOOOO .O.OO";

/// What the engine plays from a position until both pass, White first since Black set up last.
fn played_out(rules: &str, komi: &str, diagram: &str) -> (Vec<String>, Client) {
    let mut client = Client::thinking(rules, 200);
    client.set_up(diagram);
    client.say(&format!("komi {komi}"));
    let mut moves: Vec<String> = Vec::new();
    for color in ["w", "b"].iter().cycle().take(60) {
        moves.push(client.say(&format!("genmove {color}")));
        if moves.ends_with(&["pass".to_owned(), "pass".to_owned()]) {
            return (moves, client);
        }
    }
    panic!("{rules}, komi {komi}: no end after {}", moves.join(" "));
}

#[test]
fn under_territory_scoring_it_fills_no_own_territory() {
    for rules in ["japanese", "ludoteka-japanese"] {
        for komi in ["-20", "0.5", "30"] {
            for diagram in [DEAD_STONE, "O.O. OOOO XXXX X.X.", "X.X.X XXXXX OOOOO O.O.O OOOOO XXXXX X.X.X"] {
                let (moves, _) = played_out(rules, komi, diagram);
                assert_eq!(moves, ["pass", "pass"], "{rules}, komi {komi}: {diagram}");
            }
            let (moves, _) = played_out(rules, komi, ONE_DAME);
            assert!(moves.iter().all(|m| m == "pass" || m == "C3"), "{rules}, komi {komi}: {moves:?}");
        }
    }
}

#[test]
fn it_does_not_reinforce_what_is_safe() {
    // From games against GNU Go with Japanese rules: White played D6 and B4, Black G8 to G9, each for a point.
    let won = "..OXXX... ..OOOX... .O..OX... ....OX.XX ...OXXXOX ...OXXOOO ...OXXXO. ..OOXXOOO ..OXX.XO.";
    let lost = "O.OOX...X .OXOXX..X XXXOX.XXX XXOOX.XXO OXXOOXXXO OXXXOOOXO OX.XXOOOO OOXXOOOOO OOOOOOO.O";
    for (diagram, color, command) in [(won, Color::White, "genmove w"), (lost, Color::Black, "genmove b")] {
        let own =
            own_territory(&game(diagram, "japanese"), &Status::default(), color).expect("there is some");
        for komi in ["6.5", "5.5", "7.5"] {
            let mut client = Client::thinking("japanese", 1500);
            client.set_up(diagram);
            client.say(&format!("komi {komi}"));
            let vertex = client.say(command);
            assert!(vertex == "pass" || !own[point(&vertex)], "komi {komi}: {vertex}");
        }
    }
}

#[test]
fn a_dead_stone_in_a_territory_makes_it_no_less_the_players_own() {
    // From a game: White played D3, which nothing needs. Black B7 is dead, so that the whole left side is White's.
    let game = "..OXX.... ..OOX.... .XOXX.... ..OOOXX.. ..OXX.O.. .O.OXXOX. ..O.OXX.. ....OOXX. ....OXX..";
    let mut client = Client::thinking("japanese", 4000);
    client.set_up(game);
    client.say("komi 6.5");
    assert_eq!(client.say("genmove w"), "pass");
}

#[test]
fn who_has_lost_throws_no_stones_in() {
    // From a game with 60 playouts a move: White played sixteen stones into Black's area and passed only when it was full.
    let lost = "......... XXO...... OXXXXX... OX.OX.X.. OOXXX.X.. O.OOOXXXO .O.OX..XO ...OX.X.X .....X.X.";
    for rules in ["japanese", "chinese", "tromp-taylor"] {
        let (moves, _) = played_out(rules, "6.5", lost);
        let plays = moves.iter().step_by(2).filter(|vertex| *vertex != "pass").count();
        assert!(plays <= 8, "{rules}: {moves:?}");
    }
}

#[test]
fn looks_at_a_lost_game_are_no_moves_in_a_row() {
    let lost = "XX.XXXXXX XXXXXXX.X XXXXXXXXX ......... XXXXXXXXX ......... ......... ......... O........";
    let mut client = Client::thinking("chinese", 1000);
    client.set_up(lost);
    client.say("tengen-param search resign_after_moves_per_point 0");
    client.say("tengen-param engine resign true");
    for _ in 0..3 {
        client.say("reg_genmove w");
    }
    assert_ne!(client.say("genmove w"), "resign");
    client.say("genmove b");
    assert_eq!(client.say("genmove w"), "resign");
}

#[test]
fn a_count_that_the_search_contradicts_ends_no_game() {
    // Only the net at F5 catches the two white stones that hold Black's stones apart; the judgement has them alive.
    let net = ".X.X.X.X.X.X. XXXXXXXXXXXXX OOOOOOOOOOOOO OOOOOOOOOOOOO OOOXXXXXOO.OO OOOX..XXOOOOO OOOXXXX.OO.OO \
               OOXOO...OOOOO OOXX....OO.OO OXXX.O..OOOOO OX..XO.OOO.OO OXXXXOOOOOOOO OOOOOOOOOO.OO";
    let mut client = Client::thinking("chinese", 10_000);
    client.set_up(net);
    client.say("komi -82.5");
    assert_eq!(client.say("genmove b"), "F5");
}

#[test]
fn under_territory_scoring_it_protects_where_it_has_to() {
    // Teire: after Black C1 White must connect at E1, and before it need not.
    for komi in ["0.5", "-0.5"] {
        let mut client = Client::thinking("japanese", 500);
        client.set_up(ONE_SIDED_DAME);
        client.say(&format!("komi {komi}"));
        client.play("W:pass B:C1");
        assert_eq!(client.say("genmove w"), "E1", "komi {komi}");
    }
}

#[test]
fn under_area_scoring_it_takes_the_last_dame() {
    for rules in
        ["chinese", "chinese-ogs", "aga", "aga-territory", "new-zealand", "tromp-taylor", "cgos", "wmsg"]
    {
        // With komi 4 the dame decides, with 3.5 and 4.5 as well for one of the players; else it is worth a point.
        for komi in ["4", "3.5", "4.5", "20"] {
            let (moves, _) = played_out(rules, komi, ONE_DAME);
            assert_eq!(moves, ["C3", "pass", "pass"], "{rules}, komi {komi}");
        }
    }
}

#[test]
fn where_all_stones_are_alive_it_takes_the_dead_ones_off() {
    // White is to win by taking the dead stone with komi 2.5, and needs one play of the two with 4.5.
    for rules in ["tromp-taylor", "cgos", "davies", "davies-7a"] {
        for (komi, winner) in [("0.5", "B"), ("2.5", "W"), ("4.5", "W")] {
            let (moves, mut client) = played_out(rules, komi, DEAD_STONE);
            let taken = moves.contains(&"A1".to_owned()) && moves.contains(&"C1".to_owned());
            assert!(taken || komi != "2.5", "{rules}: {moves:?}");
            assert!(client.say("final_score").starts_with(winner), "{rules}, komi {komi}: {moves:?}");
        }
    }
}

#[test]
fn bent_four_is_played_out_where_that_gains() {
    // The threat in the seki cannot be taken away: who begins the ko loses it.
    for rules in ["chinese", "aga", "cgos"] {
        for komi in ["0.5", "5.5", "-4.5"] {
            let (moves, mut client) = played_out(rules, komi, BENT_FOUR_AND_SEKI);
            assert_eq!(moves, ["pass", "pass"], "{rules}, komi {komi}");
            assert!(client.list("final_status_list dead").is_empty());
        }
    }
    // No threat at all, and White needs the stones.
    for rules in ["tromp-taylor", "cgos"] {
        let (moves, mut client) = played_out(rules, "-15", "OOO.O XXOO. .XOOO OXXXO OO.XO");
        assert_eq!(client.say("final_score"), "W+10.0", "{rules}: {moves:?}");
        assert!(client.list("list_stones black").is_empty());
    }
}

#[test]
fn threats_are_taken_away_before_a_ko_that_decides() {
    // White's straight four to the left would be a threat for Black in the ko at the right.
    let straight_four =
        ".OXXXXXXX .OX.XXXX. .OXXXXXXX .OXXOOOOO OOXOO.OOO XXXO.OOXX XXXOOOOX. .XXOOXXXO XXXOOX.OO";
    for rules in ["chinese", "aga", "cgos"] {
        let mut client = Client::thinking(rules, 300);
        client.set_up(straight_four);
        client.say("komi 0.5");
        let first = client.say("genmove w");
        assert!(["A7", "A8"].contains(&first.as_str()), "{rules}: {first}");
        // Each move of the ko, with a pass for each of Black's.
        client.play("B:pass");
        for _ in 0..8 {
            client.say("genmove w");
            client.play("B:pass");
        }
        assert_eq!(client.say("final_score"), "W+9.5", "{rules}");
    }
}

#[test]
fn a_group_that_can_still_be_killed_is_defended_before_a_pass() {
    // By the count, which takes the corner for alive, Black has won. B13 makes it so; after a pass White kills.
    let corner = "...XOOO.OO.OO ...XOOOOOOOOO XXXXOOO.OO.OO OOOOOOOOOOOOO OOOOOOO.OO.OO OOOOOOOOOOOOO O.OO.OO.OO.OO \
                  OOOOOOOOOOOOO O.OO.OO.OO.OO OOOOOOOOOOOOO OOOOOOOOOOOOO XXXXXXXXXXXXX .X.X.X.X.X.X.";
    for rules in ["chinese", "aga", "japanese"] {
        let mut client = Client::thinking(rules, 1000);
        client.set_up(corner);
        client.say(if rules == "japanese" { "komi -3.5" } else { "komi -95.5" });
        assert!(["B13", "B12"].contains(&client.say("genmove b").as_str()), "{rules}");
    }
}

#[test]
fn neither_a_first_pass_nor_a_clean_up_leaves_a_group_to_be_killed() {
    // The count has White's corner alive, and Black kills it at C7.
    let corner = "XO.O.OO XXOOO.O .XXOXOO X.XXXOO .XXOOO. .X.XXOO ..X.XXO";
    for (rules, komi, command) in [
        ("wmsg", "3.5", "genmove w"),
        ("chinese", "3.5", "genmove w"),
        ("chinese", "3.5", "kgs-genmove_cleanup w"),
        ("aga", "3.5", "kgs-genmove_cleanup w"),
    ] {
        let mut client = Client::thinking(rules, 2000);
        client.set_up(corner);
        client.say(&format!("komi {komi}"));
        assert_eq!(client.say(command), "C7", "{rules}, {command}");
    }
}

#[test]
fn dead_stones_are_taken_by_the_play_that_takes_them() {
    // White A1 does; at A3 and B1, liberties of the dead stones, it lets them live.
    let corner = ".X.X.X.XX XXXXXXXXX XOXOXXXXX OOOOOOX.X OO.OOOXXX XXO.OXX.X .XOOOOXXX OXXXOOXXX ..XXOXX.X";
    for rules in ["chinese", "tromp-taylor"] {
        let mut client = Client::thinking(rules, 1000);
        client.set_up(corner);
        client.say("komi 9.5");
        assert_eq!(client.say("genmove w"), "A1", "{rules}");
    }
}

#[test]
fn in_a_resumption_dead_stones_are_taken_where_all_that_are_left_are_alive() {
    let dead_stone = ".X.XO.O XXXXOOO X.XXO.O XXXXOOO X.OXOOO XXXXOOO X.XXO.O";
    for rules in ["ludoteka-japanese", "ludoteka-chinese", "aga", "wmsg"] {
        let mut client = Client::thinking(rules, 100);
        client.set_up(dead_stone);
        client.say("komi 0");
        client.play("B:pass W:pass");
        let agreed = client.say("final_score");
        client.say("tengen-resume");
        for _ in 0..3 {
            client.say("genmove b");
            client.play("W:pass");
        }
        assert_eq!(client.say("final_score"), agreed, "{rules}");
    }
}

#[test]
fn the_first_pass_comes_before_dead_stones_where_it_is_worth_a_point() {
    let dead_stone = ".XOX.X. XX.XX.X OOXXXXX .OOOOXX OOO.OOO .O.O.OO OOOOOOO";
    let mut client = Client::thinking("wmsg", 300);
    client.set_up(dead_stone);
    client.say("komi -7.5");
    assert_eq!(client.say("genmove b"), "pass");
    client.play("W:pass");
    assert_eq!(client.say("final_score"), "B+0.5");
    // Under other rules it is taken: not every opponent agrees that it is dead.
    let mut client = Client::thinking("chinese", 300);
    client.set_up(dead_stone);
    client.say("komi -8.5");
    assert_eq!(client.say("genmove b"), "C6");
}

#[test]
fn the_last_ko_is_taken_or_filled_before_the_end() {
    let filling = HALF_POINT_KO.replace('X', "w").replace('O', "X").replace('w', "O");
    for komi in ["-5", "-4", "0", "6.5"] {
        for rules in ["chinese", "aga", "tromp-taylor"] {
            assert_eq!(played_out(rules, komi, HALF_POINT_KO).0, ["C4", "pass", "pass"], "{rules}, {komi}");
            assert_eq!(played_out(rules, komi, &filling).0, ["C4", "pass", "pass"], "{rules}, {komi}");
        }
        // Territory: White fills as well, since D4 is no point as long as Black can take there.
        let (moves, _) = played_out("japanese", komi, HALF_POINT_KO);
        assert_eq!(moves, ["C4", "pass", "D4", "pass", "pass"], "komi {komi}");
        assert_eq!(played_out("japanese", komi, &filling).0, ["C4", "pass", "pass"], "komi {komi}");
    }
}

#[test]
fn cleanup_takes_dead_stones_off_under_any_rules() {
    for rules in ["japanese", "chinese", "aga"] {
        let mut client = Client::thinking(rules, 100);
        client.set_up(DEAD_STONE);
        client.play("W:pass B:pass");
        let mut moves = Vec::new();
        for color in ["w", "b"].iter().cycle().take(12) {
            moves.push(client.say(&format!("kgs-genmove_cleanup {color}")));
        }
        assert_eq!(client.say("captures white"), "1", "{rules}: {moves:?}");
        assert!(moves.ends_with(&["pass".to_owned(), "pass".to_owned()]), "{rules}: {moves:?}");
    }
}

/// The tree that a search of that many playouts grows.
fn grown(game: &Game, color: Color, playouts: u64, seed: u64) -> Search {
    let mut search = Search::new(Params::default(), seed, 1, 64);
    search.think(game, color, &Limits { playouts: Some(playouts), time: None }, &|| false);
    search
}

#[test]
fn suicide_is_in_the_tree_where_the_rules_allow_it() {
    let suicide = "..... ..... O.... XO... X.O..";
    for (name, allowed) in [("new-zealand", true), ("tromp-taylor", true), ("ing", true), ("chinese", false)]
    {
        let game = game(suicide, name);
        let search = grown(&game, Color::Black, 300, 1);
        let root = search.tree().children(search.tree().root());
        let found = root.iter().any(|node| node.mv() == Move::Place(point("B1")));
        assert_eq!(found, allowed, "{name}");
        assert!(!root.iter().any(|node| node.mv() == Move::Place(point("A1"))), "occupied");
    }
    assert_eq!(board(suicide).suicide_len(Color::Black, point("B1")), 3);
}

/// Compares all children in the tree with what the game allows. A pass is always there.
fn assert_legal(tree: &Tree, id: NodeId, game: &mut Game, color: Color) -> usize {
    let mut nodes = 0;
    for (index, child) in tree.children(id).iter().enumerate() {
        let played = game.play(color, child.mv());
        assert_eq!(played, Ok(()), "{:?} {:?} in {}", color, child.mv(), game.board().to_diagram());
        nodes += 1;
        // Where two passes end the game the tree goes on for the sake of a resumption only.
        nodes += assert_legal(tree, tree.child_id(id, index), game, color.opponent());
        game.undo();
    }
    nodes
}

#[test]
fn superko_is_honoured_in_the_tree() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut nodes = 0;
    for ko in [KoRule::Simple, KoRule::Positional, KoRule::Situational, KoRule::Natural] {
        for suicide in [false, true] {
            for (round, side) in [(0, 2), (1, 2), (2, 3), (3, 3), (4, 3)] {
                let mut game = Game::new(Size::square(side), Rules { ko, suicide, ..rules("cgos") }, 0);
                for turn in 0..8 + 3 * round {
                    let color = Color::BOTH[turn % 2];
                    let choice = game.legal_points(color).choose(&mut rng).copied();
                    let choice = choice.filter(|_| turn % 5 != 4);
                    game.play(color, choice.map_or(Move::Pass, Move::Place)).expect("a legal move");
                }
                // Either player may be asked for a move.
                for color in Color::BOTH {
                    let search = grown(&game, color, 400, round as u64);
                    nodes += assert_legal(search.tree(), search.tree().root(), &mut game.clone(), color);
                }
            }
        }
    }
    assert!(nodes > 4_000, "{nodes}");
}

#[test]
fn its_games_are_legal_to_the_end_under_every_ko_and_suicide_rule() {
    for ko in [KoRule::Simple, KoRule::Positional, KoRule::Situational, KoRule::Natural] {
        for suicide in [false, true] {
            for side in 3..=5 {
                let friendly_pass = suicide == (side == 4);
                self_play(side, Rules { ko, suicide, friendly_pass, ..rules("chinese") });
            }
        }
    }
}

/// A game of the engine against itself with 50 playouts a move. `Engine::genmove` panics on an illegal move.
fn self_play(side: usize, rules: Rules) {
    let settings = Settings {
        playouts: Some(50),
        resign: false,
        megabytes: 16,
        seed: side as u64,
        ..Settings::default()
    };
    let mut engine = Engine::new(Params::default(), settings);
    engine.new_game(Size::square(side));
    engine.set_rules(rules);
    engine.set_komi(1);
    let mut color = Color::Black;
    for _ in 0..5 * side * side {
        if engine.game().is_over() {
            break;
        }
        let decision = engine.genmove(color, &|| false);
        assert!(matches!(decision, Decision::Move(_)), "it does not resign");
        color = color.opponent();
    }
    assert!(engine.game().is_over() || rules.ko == KoRule::Simple, "{rules:?} {side}x{side} has no end");
    let mut replay = Game::new(Size::square(side), rules, 1);
    for turn in engine.game().turns() {
        assert_eq!(replay.play(turn.color, turn.mv), Ok(()), "{rules:?}");
    }
}

#[test]
fn pass_stones_are_counted_as_area_by_search_and_decision() {
    // AGA rules, appendix: territory with pass stones is another way to count the area.
    assert!(rules("aga-territory").counts_area() && rules("chinese").counts_area());
    assert!(PRESETS.iter().all(|p| p.rules.counts_area() || p.rules.scoring == Scoring::Territory));
    assert!(!rules("japanese").counts_area());
    let mut area = empty(5, "aga");
    play(&mut area, "B:C3 W:C4 B:D4 W:D3 B:E3 W:pass B:C2");
    let mut stones = area.clone();
    stones.rules = rules("aga-territory");
    let visits = |game: &Game| {
        let search = grown(game, Color::White, 200, 7);
        let root = search.tree().children(search.tree().root());
        root.iter().map(|node| (node.point(), node.visits())).collect::<Vec<_>>()
    };
    assert_eq!(visits(&area), visits(&stones));
}
