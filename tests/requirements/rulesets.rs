//! R55 to R60: rulesets by name and as JSON.

use crate::help::{Client, game, points, rules};
use serde_json::Value;
use tengen::rules::{HandicapBonus, KoRule, Resumption, Rules, Scoring, Tax};

#[test]
fn r55_rules_are_set_and_told_as_json() {
    // "JSON form; kata-get-rules, kata-set-rule KEY VALUE; changing rules does not touch the board." [K]
    let mut client = Client::new("chinese");
    client.say_all("boardsize 9\n komi 6.5\n play b E5\n play w C3");
    let json = r#"{"ko":"SITUATIONAL","scoring":"AREA","tax":"ALL","suicide":true,"hasButton":true,
        "whiteHandicapBonus":"N-1","friendlyPassOk":false}"#
        .replace('\n', "");
    client.say(&format!("kata-set-rules {json}"));
    let told: Value = serde_json::from_str(&client.say("kata-get-rules")).unwrap();
    assert_eq!(told, serde_json::from_str::<Value>(&json).unwrap());
    client.say("kata-set-rule ko SIMPLE");
    client.say("kata-set-rule suicide false");
    let told: Value = serde_json::from_str(&client.say("kata-get-rules")).unwrap();
    assert_eq!(
        (&told["ko"], &told["suicide"], &told["tax"]),
        (&"SIMPLE".into(), &false.into(), &"ALL".into())
    );
    assert_eq!((client.say("list_stones b"), client.say("get_komi")), ("E5".to_owned(), "6.5".to_owned()));
    client.say_all("clear_board\n boardsize 13");
    assert_eq!(serde_json::from_str::<Value>(&client.say("kata-get-rules")).unwrap(), told, "rules survive");
}

#[test]
fn r56_without_friendly_pass_dead_stones_must_be_taken() {
    // "friendlyPassOk:false = dead stones must be captured before the end (all alive at the count)." [K]
    let mut client = Client::new("chinese");
    client.set_up(crate::ending::DEAD_STONE);
    client.say("komi 0");
    assert_eq!(client.say("final_score"), "B+1.0");
    client.say("kata-set-rule friendlyPassOk false");
    assert_eq!(client.say("final_score"), "B+5.0");
    assert!(client.list("final_status_list dead").is_empty());
    client.play("W:A1 B:pass W:C1");
    assert_eq!(client.say("final_score"), "B+1.0", "taken by hand");
}

#[test]
fn r57_stone_scoring_taxes_each_group() {
    // "Tax ALL: own stones + surrounded points of groups not in seki - 2 per living group." [K]
    assert_eq!(points(&game("O.O. OOOO XXXX X.X.", "stone-scoring")), [6.0, 6.0]);
    assert_eq!(points(&game(crate::scoring::SEKI, "stone-scoring")), [20.0, 22.0], "no eyes in seki");
    let two_groups = "X.X.X XXXXX OOOOO O.O.O OOOOO XXXXX X.X.X";
    assert_eq!(points(&game(two_groups, "chinese")), [20.0, 15.0]);
    assert_eq!(points(&game(two_groups, "stone-scoring")), [16.0, 13.0], "two of Black's, one of White's");
}

#[test]
fn r58_ing_is_area_with_superko_and_suicide() {
    // "8 points komi to White and Black wins ties (so 7.5), suicide allowed. Offer as area + positional superko + suicide." [P]
    let ing = rules("ing");
    assert_eq!((ing.ko, ing.suicide, ing.scoring), (KoRule::Positional, true, Scoring::Area));
    assert_eq!(tengen::rules::preset("goe").unwrap().komi, 15, "SGF calls them GOE");
    assert_eq!(Client::new("ing").say("get_komi"), "7.5");
}

#[test]
fn r59_korean_is_as_japanese() {
    // "As Japanese for the engine (K); disagreements settled by play." [P]
    assert_eq!(rules("korean"), rules("japanese"));
    let japanese = rules("japanese");
    assert_eq!(
        (japanese.ko, japanese.scoring, japanese.tax),
        (KoRule::Simple, Scoring::Territory, Tax::Seki)
    );
}

#[test]
fn r60_wagc_is_japanese_with_komi_six_and_a_half() {
    // "Japanese rules with small differences, 6.5 komi. Same engine settings as japanese." [S0]
    assert_eq!(rules("wagc"), rules("japanese"));
    assert_eq!(Client::new("wagc").say("get_komi"), "6.5");
}

/// The table of section J, and the presets beyond it: ko, suicide, scoring, tax, bonus, komi in half points.
#[test]
fn each_name_of_the_table_means_what_it_says_there() {
    use HandicapBonus::{N, NMinusOne, Zero};
    use KoRule::{Positional, Simple, Situational};
    use Scoring::{Area, Territory};
    for (name, ko, suicide, scoring, tax, bonus, komi) in [
        ("tromp-taylor", Positional, true, Area, Tax::None, Zero, 15),
        ("davies", Positional, true, Area, Tax::None, Zero, 11),
        ("davies-7a", Positional, false, Area, Tax::None, Zero, 11),
        ("chinese", Simple, false, Area, Tax::None, N, 15),
        ("chinese-ogs", Positional, false, Area, Tax::None, N, 15),
        ("chinese-kgs", Positional, false, Area, Tax::None, N, 15),
        ("japanese", Simple, false, Territory, Tax::Seki, Zero, 13),
        ("korean", Simple, false, Territory, Tax::Seki, Zero, 13),
        ("wagc", Simple, false, Territory, Tax::Seki, Zero, 13),
        ("aga", Situational, false, Area, Tax::None, NMinusOne, 15),
        ("bga", Situational, false, Area, Tax::None, NMinusOne, 15),
        ("smartgo", Situational, false, Area, Tax::None, NMinusOne, 15),
        ("aga-territory", Situational, false, Territory, Tax::None, NMinusOne, 15),
        ("aga-button", Situational, false, Area, Tax::None, NMinusOne, 14),
        ("new-zealand", Situational, true, Area, Tax::None, Zero, 14),
        ("ing", Positional, true, Area, Tax::None, Zero, 15),
        ("stone-scoring", Simple, false, Area, Tax::All, Zero, 15),
        ("ancient-territory", Simple, false, Territory, Tax::All, Zero, 13),
        ("wmsg", Positional, false, Area, Tax::None, Zero, 13),
        ("ludoteka-chinese", Positional, false, Area, Tax::None, Zero, 11),
        ("ludoteka-japanese", Positional, false, Territory, Tax::Seki, Zero, 11),
        ("cgos", Positional, false, Area, Tax::None, Zero, 15),
        ("kgs-chinese", Positional, false, Area, Tax::None, N, 15),
        ("kgs-japanese", Simple, false, Territory, Tax::Seki, Zero, 13),
        ("kgs-aga", Situational, false, Area, Tax::None, NMinusOne, 15),
        ("kgs-new-zealand", Situational, true, Area, Tax::None, Zero, 14),
    ] {
        let preset = tengen::rules::preset(name).unwrap_or_else(|| panic!("no {name}"));
        let expected = Rules { ko, suicide, scoring, tax, handicap_bonus: bonus, ..preset.rules };
        assert_eq!((preset.rules, preset.komi), (expected, komi), "{name}");
    }
    let resumption = |name: &str| rules(name).resumption;
    assert_eq!(resumption("wmsg"), Resumption::AllAlive);
    assert_eq!(resumption("aga"), Resumption::AllAlive);
    assert_eq!(resumption("ludoteka-japanese"), Resumption::Compensated);
    assert_eq!(resumption("chinese"), Resumption::Judged);
    assert!(
        rules("wmsg").first_pass_point && rules("aga-button").button && rules("aga-territory").pass_stones
    );
    for all_alive in ["tromp-taylor", "davies", "davies-7a", "cgos"] {
        assert!(rules(all_alive).all_stones_alive(), "{all_alive}");
    }
}
