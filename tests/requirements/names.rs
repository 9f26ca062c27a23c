//! Rules and komi as users set them: options, commands, game records.

use crate::help::{Client, rules};
use tengen::board::{Color, Point, Size};
use tengen::engine::{Engine, Settings};
use tengen::params::Params;
use tengen::rules::{KoRule, PRESETS, Rules, Scoring, Tax, preset};
use tengen::sgf;

/// What `kata-get-rules` says after this command.
fn told_after(client: &mut Client, line: &str) -> String {
    client.say(line);
    client.say("kata-get-rules")
}

#[test]
fn each_ruleset_is_set_by_name_and_survives_a_new_game() {
    let mut client = Client::new("chinese");
    for preset in PRESETS {
        let set = told_after(&mut client, &format!("kata-set-rules {}", preset.name));
        assert_eq!(Client::new(preset.name).say("kata-get-rules"), set, "--rules {}", preset.name);
        for line in ["clear_board", "boardsize 9", "rectangular_boardsize 5 4"] {
            assert_eq!(told_after(&mut client, line), set, "{} {line}", preset.name);
        }
        assert_eq!(told_after(&mut client, &format!("kata-set-rules {set}")), set, "{}", preset.name);
    }
}

#[test]
fn katagos_other_spellings_are_taken() {
    // Source: KataGo, cpp/game/rules.cpp.
    for (spelling, name) in [
        ("TrompTaylor", "tromp-taylor"),
        ("tromp taylor", "tromp-taylor"),
        ("chineseogs", "chinese-ogs"),
        ("chinese_kgs", "chinese-kgs"),
        ("AGAButton", "aga-button"),
        ("NewZealand", "new-zealand"),
        ("nz", "new-zealand"),
        ("goe", "ing"),
        ("french", "aga"),
        ("StoneScoring", "stone-scoring"),
        ("ancient area", "stone-scoring"),
        ("AncientTerritory", "ancient-territory"),
    ] {
        assert_eq!(preset(spelling).map(|p| p.rules), Some(rules(name)), "{spelling}");
        let mut client = Client::new("japanese");
        let set = told_after(&mut client, &format!("kata-set-rules {spelling}"));
        assert_eq!(set, Client::new(name).say("kata-get-rules"), "{spelling}");
    }
    let mut client = Client::new("chinese");
    let set = told_after(&mut client, "kata-set-rules koSITUATIONALscoreTERRITORYtaxALLsui1fpok1");
    assert!(set.contains(r#""ko":"SITUATIONAL""#) && set.contains(r#""tax":"ALL""#), "{set}");
}

#[test]
fn kgs_names_are_taken_with_anything_behind_them() {
    for (line, name) in [
        ("kgs-rules japanese", "japanese"),
        ("kgs-rules chinese 19 6.5", "chinese-kgs"),
        ("kgs-rules aga # free game", "aga"),
        ("kgs-rules new_zealand x y z", "new-zealand"),
    ] {
        assert_eq!(told_after(&mut Client::new("davies"), line), Client::new(name).say("kata-get-rules"));
    }
}

#[test]
fn what_cannot_go_together_is_refused_with_the_reason() {
    let mut client = Client::new("wmsg");
    let before = client.say("kata-get-rules");
    for (line, reason) in [
        ("kata-set-rule scoring TERRITORY", "first-pass point"),
        ("kata-set-rule passStones true", "pass stones need territory"),
        (r#"kata-set-rules {"scoring":"TERRITORY","hasButton":true}"#, "button needs area"),
        (
            r#"kata-set-rules {"scoring":"TERRITORY","passStones":true,"resumption":"COMPENSATED"}"#,
            "compensate",
        ),
        (r#"kata-set-rules {"ko":"SPIGHT"}"#, "ko must be one of"),
        (r#"kata-set-rules {"ko":"SIMPLE","komi":6.5}"#, "unknown rule: komi"),
        ("kata-set-rules koSIMPLEscoreTERRITORYbutton1", "unknown rules"),
        ("kata-set-rules chess", "unknown rules: chess"),
        ("kgs-rules korean", "unknown rules: korean"),
        ("kata-set-rule suicide perhaps", "suicide must be true or false"),
        ("kata-set-rule", "key missing"),
    ] {
        let why = client.fails(line);
        assert!(why.contains(reason), "{line}: {why}");
        assert_eq!(client.say("kata-get-rules"), before, "{line}");
    }
}

#[test]
fn json_without_a_tax_has_the_usual_one() {
    // Source: KataGo: "if the tax is not specified: SEKI for territory, NONE for area".
    let mut client = Client::new("chinese");
    let set = told_after(&mut client, r#"kata-set-rules {"ko":"SIMPLE","score":"TERRITORY"}"#);
    assert!(set.contains(r#""tax":"SEKI""#), "{set}");
    let set = told_after(&mut client, r#"kata-set-rules {"ko":"SIMPLE","scoring":"AREA"}"#);
    assert!(set.contains(r#""tax":"NONE""#), "{set}");
    assert!(told_after(&mut client, "kata-set-rule suicide TRUE").contains(r#""suicide":true"#));
}

/// The engine after it has loaded a record with these properties.
fn loaded(properties: &str) -> Engine {
    let mut engine = Engine::default();
    let record = sgf::parse(format!("(;GM[1]SZ[9]{properties};B[ee])").as_bytes()).expect("a record");
    engine.load(&record, None).expect("a game");
    engine
}

#[test]
fn records_tell_their_rules() {
    // FF4: "mandatory names: AGA, GOE, Japanese, NZ"; the others as servers and programs write them.
    for (written, name) in [
        ("Japanese", "japanese"),
        ("japanese", "japanese"),
        ("Chinese", "chinese"),
        ("AGA", "aga"),
        ("NZ", "new-zealand"),
        ("New Zealand", "new-zealand"),
        ("GOE", "ing"),
        ("Ing", "ing"),
        ("ing", "ing"),
        ("Tromp-Taylor", "tromp-taylor"),
        ("Korean", "korean"),
        ("Chinese rules", "chinese"),
        ("Simplified Ing Rules", "ing"),
        ("Chinese-OGS", "chinese-ogs"),
        ("中国规则", "chinese"),
        ("日本", "japanese"),
        ("koSIMPLEscoreAREAtaxNONEsui0whbNfpok1", "chinese"),
        ("koPOSITIONALscoreAREAtaxNONEsui1", "tromp-taylor"),
        ("koSIMPLEscoreTERRITORYtaxSEKIsui0fpok1komi6.5", "japanese"),
    ] {
        assert_eq!(loaded(&format!("RU[{written}]")).game().rules, rules(name), "RU[{written}]");
    }
    let unknown = loaded("RU[house rules]KM[3.5]");
    assert_eq!((unknown.game().rules, unknown.game().komi), (rules("chinese-ogs"), 7), "as they were");
}

#[test]
fn records_that_were_written_give_the_rules_and_the_komi_back() {
    let odd = Rules { ko: KoRule::Natural, tax: Tax::Seki, suicide: true, ..rules("wmsg") };
    let other = Rules { scoring: Scoring::Territory, suicide: true, ..rules("japanese") };
    for rules in PRESETS.iter().map(|p| p.rules).chain([odd, other]) {
        let mut engine = Engine::default();
        engine.set_rules(rules);
        engine.set_komi(-7);
        let text = engine.record().to_sgf();
        let mut again = Engine::default();
        again.load(&sgf::parse(text.as_bytes()).unwrap(), None).unwrap();
        assert_eq!((again.game().rules, again.game().komi), (rules, -7), "{text}");
    }
    for (name, written) in
        [("japanese", "RU[Japanese]"), ("new-zealand", "RU[NZ]"), ("ing", "RU[GOE]"), ("aga", "RU[AGA]")]
    {
        let text = Client::new(name).say("printsgf");
        assert!(text.contains(written), "{text}");
    }
}

#[test]
fn komi_is_the_rulesets_until_it_is_set() {
    // CGOS Rules of Play: "Komi 7.5 (7.0 for 9x9)".
    let mut client = Client::new("cgos");
    assert_eq!(client.say("get_komi"), "7.5");
    for (line, komi) in [("boardsize 9", "7"), ("boardsize 13", "7.5"), ("rectangular_boardsize 9 13", "7.5")]
    {
        client.say(line);
        assert_eq!(client.say("get_komi"), komi, "{line}");
    }
    client.say_all("boardsize 9\n fixed_handicap 2");
    assert_eq!(client.say("get_komi"), "0.5", "the convention of handicap games");
    client.say("clear_board");
    assert_eq!(client.say("get_komi"), "7");
    client.say("kata-set-rules japanese");
    assert_eq!(client.say("get_komi"), "7", "rules set by a command leave it");
    client.say("komi 5.5");
    for line in ["clear_board", "fixed_handicap 3", "boardsize 19", "kata-set-rules cgos", "boardsize 9"] {
        client.say(line);
        assert_eq!(client.say("get_komi"), "5.5", "{line}: it was set");
    }
    // New Zealand Go Society: "in a handicap game ... there is no komi".
    let mut client = Client::new("new-zealand");
    assert_eq!(client.say("get_komi"), "7");
    client.say("fixed_handicap 2");
    assert_eq!(client.say("get_komi"), "0");
    let mut engine = loaded("KM[3.5]");
    engine.new_game(Size::square(13));
    assert_eq!(engine.game().komi, 7, "a record's komi was set, too");
}

#[test]
fn a_record_without_komi_has_the_usual_one_unless_one_was_set() {
    let preset = *preset("new-zealand").expect("a ruleset");
    let mut engine = Engine::new(Params::default(), Settings { preset, ..Settings::default() });
    let load = |engine: &mut Engine, properties: &str| {
        let record = sgf::parse(format!("(;GM[1]SZ[9]{properties})").as_bytes()).expect("a record");
        engine.load(&record, None).expect("a game");
        engine.game().komi
    };
    engine.place_handicap(&[Point::new(2, 2), Point::new(6, 6)]).expect("an empty board");
    assert_eq!(engine.game().komi, 0);
    assert_eq!(load(&mut engine, ";B[ee]"), 14, "an even game after one with handicap");
    assert_eq!(load(&mut engine, "HA[2]AB[cc][gg]"), 0, "handicap stones");
    engine.new_game(Size::square(9));
    engine
        .set_up(&[(Point::new(2, 2), Color::Black), (Point::new(6, 6), Color::Black)])
        .expect("an empty board");
    assert_eq!(engine.game().komi, 0, "set up by hand");
    assert_eq!(load(&mut engine, "KM[-3];B[ee]"), -6);
    assert_eq!(load(&mut engine, "KM[];B[ee]"), 14, "not that of the record before");
    engine.set_komi(3);
    assert_eq!(load(&mut engine, "KM[-3];B[ee]"), -6);
    assert_eq!(load(&mut engine, ";B[ee]"), 3);
}

#[test]
fn a_record_without_rules_has_those_that_were_set_not_those_of_the_record_before() {
    let mut engine = Engine::default();
    let load = |engine: &mut Engine, properties: &str| {
        let record = sgf::parse(format!("(;GM[1]SZ[9]{properties})").as_bytes()).expect("a record");
        engine.load(&record, None).expect("a game");
        engine.game().rules
    };
    let before = engine.game().rules;
    assert_eq!(load(&mut engine, "RU[AGA]"), rules("aga"));
    assert_eq!(load(&mut engine, "RU[house rules]"), before);
    engine.set_rules(rules("japanese"));
    load(&mut engine, "RU[AGA]");
    assert_eq!(load(&mut engine, ""), rules("japanese"));
}

#[test]
fn a_record_is_taken_as_it_was_played() {
    let load = |properties: &str| {
        let record = sgf::parse(format!("(;GM[1]{properties})").as_bytes()).expect("a record");
        let mut engine = Engine::default();
        engine.set_rules(rules("cgos"));
        engine.load(&record, None).map(|()| engine.game().turns().len())
    };
    // A repetition, a ko retaken at once, a suicide of two stones.
    assert_eq!(load("SZ[2];B[aa];W[ba];B[ab];W[bb];B[aa];W[ab];B[aa]"), Ok(7));
    assert_eq!(load("SZ[5];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[cb]"), Ok(9));
    assert_eq!(load("SZ[9];B[ca];W[aa];B[bb];W[ii];B[ab];W[ba];B[aa]"), Ok(7));
    // No stone can be where one stands.
    assert!(load("SZ[9];B[aa];W[aa]").is_err());
}
