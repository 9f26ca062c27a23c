//! R35 to R44: area and territory scoring.

use crate::ending::DEAD_STONE;
use crate::help::{empty, game, play, point, points, points_without, status};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use tengen::board::{Color, Move};
use tengen::rules::score::{Owner, Status, owners, score};
use tengen::rules::teire::teire;
use tengen::rules::{Rules, Scoring, Tax};

/// The two groups at the bottom have an eye each, C1 and G1, and share E1: seki.
pub const SEKI: &str = "OOOXXXX OOOXXX. .OOOXXX OO.OX.X OOOOXXX OXXXOOO OX.X.O.";
/// The example of S0: 44 points for Black, 36 for White, and E1 is nobody's.
pub const NEUTRAL_POINT: &str =
    "....XO... ....XO... ....XO... ....XO... ....XO... ....XO... ....XO... ...XXO... ...X.O...";
/// Black's bent four in the corner, and a seki in which A9 or A5 threatens White: Black loses four stones by it, and White seven
/// without an answer.
pub const BENT_FOUR_AND_SEKI: &str =
    ".OXXXXXXX XOX.XXXX. XOXXXXXXX XOXXOOOOO .OXOO.OOO OOXO.OOXX XXXOOOOX. .XXOOXXXO XXXOOX.OO";
/// White can take a ko on C4, for two points of area or one of territory; Black has to fill there. 22 and 27 points of area.
pub const HALF_POINT_KO: &str = ".XXOOO. XXXOOOO XXXOO.O XX.XOOO XXXOOOO X.XOO.O XXXOOOO";
/// Black alone can fill C1; then White has to connect at E1.
pub const ONE_SIDED_DAME: &str = ".X.XO.O XXXXOO. XXXXOOO XXXXOOO .X.O.O.";

#[test]
fn r35_area_is_stones_and_what_they_surround() {
    // "Score = own stones on the board + empty points that reach only own stones." [S0, S2, S3, S4]
    for name in
        ["chinese", "aga", "new-zealand", "ing", "tromp-taylor", "smartgo", "ludoteka-chinese", "wmsg"]
    {
        assert_eq!(points(&game("O.O. OOOO XXXX X.X.", name)), [8.0, 8.0], "{name}");
        assert_eq!(points_without(&game("..... .X... .....", name), ""), [15.0, 0.0], "{name}");
    }
}

#[test]
fn r36_a_region_of_both_or_of_nobody_is_neutral() {
    // "An empty region touching both colours, or no stones at all, is neutral: 44-36 on 9x9 with one neutral point." [S0, S2]
    for name in ["tromp-taylor", "davies-7a", "chinese"] {
        let game = game(NEUTRAL_POINT, name);
        assert_eq!(points(&game), [44.0, 36.0], "{name}");
        assert_eq!(owners(game.board(), &Status::default())[point("E1")], Some(Owner::Dame));
        assert_eq!(points(&empty(9, name)), [0.0, 0.0], "{name}: the empty board");
    }
}

#[test]
fn r37_eyes_in_seki_count_under_area_scoring() {
    // "Eyes in seki count for their owner; shared liberties do not." [S0 "unlike Japanese/Korean"; S3]
    let game = game(SEKI, "chinese");
    let status = status(&game);
    assert!(status.is_seki(point("B1")) && status.is_seki(point("F1")));
    let owners = owners(game.board(), &status);
    assert_eq!(owners[point("C1")], Some(Owner::SekiEye(Color::Black)));
    assert_eq!(owners[point("E1")], Some(Owner::Dame), "shared");
    assert_eq!(points(&game), [23.0, 25.0], "C1 is Black's, G1 White's, E1 nobody's");
}

#[test]
fn r38_moves_in_ones_own_territory_cost_nothing_under_area_scoring() {
    // "Playing inside own territory or removing dead stones costs nothing." [S0, S3 "the same result", S4]
    for name in ["chinese", "aga", "ludoteka-chinese", "new-zealand"] {
        let mut game = game(DEAD_STONE, name);
        assert_eq!(points(&game), [13.0, 12.0], "{name}");
        play(&mut game, "B:E5 W:A1 B:pass W:C1");
        assert_eq!(game.board().prisoners(Color::White), 1);
        assert_eq!(points(&game), [13.0, 12.0], "{name}: taken off by hand");
    }
}

#[test]
fn r39_territory_is_surrounded_points_and_prisoners() {
    // "Score = surrounded empty points + prisoners (captured in play + dead stones left on the board)." [S3, S4]
    let mut game = game(DEAD_STONE, "japanese");
    assert_eq!(points(&game), [5.0, 5.0], "White: A1 B1 C1 E1 and the dead stone");
    play(&mut game, "B:pass W:A1 B:pass W:C1");
    assert_eq!(points(&game), [5.0, 3.0], "White: B1 E1 and the prisoner");
}

#[test]
fn r40_no_territory_in_seki_under_japanese_rules() {
    // "No points for territory in seki (Japanese, Korean)." [S0; K: tax SEKI]
    for name in ["japanese", "korean", "wagc", "ludoteka-japanese"] {
        assert_eq!(points(&game(SEKI, name)), [2.0, 2.0], "{name}");
    }
    let mut untaxed = game(SEKI, "japanese");
    untaxed.rules.tax = Tax::None;
    assert_eq!(points(&untaxed), [3.0, 3.0]);
}

#[test]
fn r41_dame_are_nobodys_and_make_no_seki() {
    // "Dame are nobody's. A dame left open at the stop does not put the two-eyed groups beside it into seki." [P]
    let mut game = game(".O.O. OOOOO XX... XXXXX .XXX.", "japanese");
    assert_eq!(status(&game), Status::default());
    assert_eq!(points(&game), [2.0, 3.0]);
    play(&mut game, "B:C3 W:D3 B:E3");
    assert_eq!(points(&game), [2.0, 3.0], "filled or not");
    // "Filling a one-sided dame gives nothing", but under area scoring a point. It puts D1 in atari: then E1 is White's teire
    // and no territory, whether White plays there or not.
    let mut game = crate::help::game(ONE_SIDED_DAME, "japanese");
    assert_eq!(points(&game), [3.0, 4.0]);
    play(&mut game, "B:C1");
    assert_eq!(points_without(&game, ""), [3.0, 3.0]);
    assert_eq!(teire(&game, &Status::default(), Color::White), [point("E1")]);
    play(&mut game, "W:E1");
    assert_eq!(points(&game), [3.0, 3.0]);
    game.rules = crate::help::rules("chinese");
    assert_eq!(points(&game), [19.0, 16.0]);
    game.undo_many(2);
    assert_eq!(points(&game), [18.0, 16.0]);
}

#[test]
fn a_ko_open_at_the_end_counts_as_if_it_were_filled() {
    // Japanese 1989, article 9: the protective move is due before the end; so its point is no territory. Area: the stones there.
    for (name, open, taken) in [("japanese", [2.0, 3.0], [2.0, 4.0]), ("chinese", [22.0, 27.0], [20.0, 29.0])]
    {
        let mut filled = game(HALF_POINT_KO, name);
        assert_eq!(points(&filled), open, "{name}");
        play(&mut filled, "B:C4");
        assert_eq!(points(&filled), open, "{name}");
        let mut lost = game(HALF_POINT_KO, name);
        play(&mut lost, "B:pass W:C4");
        assert_eq!(points(&lost), taken, "{name}");
        play(&mut lost, "B:pass W:D4");
        assert_eq!(points(&lost), taken, "{name}");
    }
}

#[test]
fn r42_moves_in_ones_own_territory_cost_a_point_under_territory_scoring() {
    // "Playing in own territory loses a point; so does an extra capture of a dead stone." [S4]
    for name in ["japanese", "korean", "wagc"] {
        let mut game = game(DEAD_STONE, name);
        play(&mut game, "B:E5 W:pass");
        assert_eq!(points(&game), [4.0, 5.0], "{name}");
        play(&mut game, "B:pass W:A1 B:pass W:C1");
        assert_eq!(points(&game), [4.0, 3.0], "{name}: two plays for a stone that was dead anyway");
    }
}

#[test]
fn r43_both_methods_differ_by_the_number_of_stones_played() {
    // "Both methods give the same result if both played the same number of stones." [S3]
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(43);
    let mut compared = 0;
    for _ in 0..100 {
        let mut game = empty(5, "chinese");
        let mut difference = 0;
        for turn in 0..40 {
            let color = Color::BOTH[turn % 2];
            let choice = game.legal_points(color).choose(&mut rng).copied().filter(|_| turn % 7 != 6);
            game.play(color, choice.map_or(Move::Pass, Move::Place)).expect("a legal move");
            difference += if choice.is_some() { 2 * color.sign() } else { 0 };
        }
        let counted = |scoring: Scoring| {
            let mut counted = game.clone();
            counted.rules = Rules { scoring, ..Rules::BASIC };
            counted
        };
        let margin = |scoring: Scoring| score(&counted(scoring), &Status::default()).margin();
        let is_due = |color| !teire(&counted(Scoring::Territory), &Status::default(), color).is_empty();
        if !Color::BOTH.into_iter().any(is_due) {
            assert_eq!(margin(Scoring::Area) - margin(Scoring::Territory), difference);
            compared += 1;
        }
    }
    assert!(compared > 20, "{compared}");
}

#[test]
fn r44_traditional_statuses() {
    // "Bent four in the corner dead whatever the ko threats; moonshine life dead; double ko seki is seki." [K, P]
    let dead = |diagram: &str, name: &str| {
        let game = game(diagram, name);
        let status = status(&game);
        let stones = game.size().points().filter(|p| status.is_dead(*p));
        stones.map(crate::help::name).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(dead("OOO.O XXOO. .XOOO OXXXO OO.XO", "japanese"), "D1 B2 C2 D2 B3 A4 B4");
    // Under Japanese rules "whatever the ko threats"; where the area counts White would have to win the ko, and cannot.
    for (name, expected) in [("japanese", "F1 F2 G2 H2 H3 H4 J4"), ("korean", "F1 F2 G2 H2 H3 H4 J4")] {
        assert_eq!(dead(BENT_FOUR_AND_SEKI, name), expected, "{name}");
    }
    for name in ["chinese", "aga", "aga-territory", "new-zealand"] {
        assert_eq!(dead(BENT_FOUR_AND_SEKI, name), "", "{name}");
        let status = status(&game(BENT_FOUR_AND_SEKI, name));
        let in_seki = ["F1", "J4", "H1", "J2", "A8", "B1"].map(|p| status.is_seki(point(p)));
        assert_eq!(in_seki, [true, true, true, true, true, false], "{name}");
        assert_eq!(dead("OOO.O XXOO. .XOOO OXXXO OO.XO", name), "D1 B2 C2 D2 B3 A4 B4", "{name}: no threat");
    }
    let moonshine =
        ".X.XOOOOO XXXOOOOOO OOOOOOOOO OOOOOOOOO OO.OOO.OO OOOOOOOOO XXXXXXXXX OXXX.XXX. .OOOOOOOX";
    assert_eq!(dead(moonshine, "japanese"), "A8 B8 C8 B9 D9");
    let double_ko = "XXXXOX. XX.XOOX XXXXOOX XX.XO.X XXXXOOX XXXXOOX XXXXO.O";
    assert_eq!(dead(double_ko, "japanese"), "");
    let status = status(&game(double_ko, "japanese"));
    assert!(status.is_seki(point("G3")) && status.is_seki(point("E3")) && !status.is_seki(point("A1")));
}
