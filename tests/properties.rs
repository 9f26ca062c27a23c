//! What holds for any game and any input, tried on random ones (proptest). The fuzz targets in `fuzz/` look at the same
//! for hours; here each run looks at a few hundred cases, and where one fails it is made small.

#[path = "../fuzz/driver.rs"]
mod driver;

use driver::{assert_in_form, assert_json, assert_options, assert_record, converse, quick_engine};
use proptest::collection::vec;
use proptest::prelude::*;
use std::io::{self, Cursor, Read};
use std::thread::sleep;
use std::time::Duration;
use tengen::board::{Color, Move, Point, Size};
use tengen::engine::{Decision, Engine};
use tengen::gtp::COMMANDS;
use tengen::rules::{KoRule, PRESETS, Rules};
use tengen::search::time::{Clock, TimeSystem};
use tengen::selftest::PlainGame;
use tengen::sgf::{self, Record, Step};

/// One thing that happens in a game. Points are taken modulo the size of the board.
#[derive(Clone, Copy, Debug)]
enum Event {
    Play(Color, usize),
    Pass(Color),
    Genmove(Color),
    TimeLeft(Color, f64),
}

fn color() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::Black), Just(Color::White)]
}

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        20 => (color(), any::<usize>()).prop_map(|(color, place)| Event::Play(color, place)),
        2 => color().prop_map(Event::Pass),
        1 => color().prop_map(Event::Genmove),
        1 => (color(), 0.0..100.0).prop_map(|(color, seconds)| Event::TimeLeft(color, seconds)),
    ]
}

fn size() -> impl Strategy<Value = Size> {
    (1_usize..=25, 1_usize..=25, 0..3)
        .prop_map(
            |(width, height, shape)| if shape == 0 { (width, height) } else { (width.min(9), width.min(9)) },
        )
        .prop_filter_map("a board", |(width, height)| Size::new(width, height))
}

fn preset_rules() -> impl Strategy<Value = Rules> {
    (0..PRESETS.len()).prop_map(|index| PRESETS[index].rules)
}

fn time_system() -> impl Strategy<Value = TimeSystem> {
    prop_oneof![
        Just(TimeSystem::Unlimited),
        (0.0..60.0).prop_map(|main| TimeSystem::Absolute { main }),
        (0.0..60.0, 1.0..30.0, 1_u32..9).prop_map(|(main, period, stones)| TimeSystem::Canadian {
            main,
            period,
            stones
        }),
        (0.0..60.0, 1.0..30.0, 1_u32..9).prop_map(|(main, period, periods)| TimeSystem::ByoYomi {
            main,
            period,
            periods
        }),
    ]
}

fn point(size: Size, place: usize) -> Point {
    let place = place % size.area();
    Point::new(place % size.width(), place / size.width())
}

/// Lets it happen. Whether a move was made.
fn apply(engine: &mut Engine, event: Event) -> bool {
    match event {
        Event::Play(color, place) => {
            let point = point(engine.game().size(), place);
            engine.play(color, Move::Place(point)).is_ok()
        }
        Event::Pass(color) => engine.play(color, Move::Pass).is_ok(),
        Event::Genmove(color) => matches!(engine.genmove(color, &|| false), Decision::Move(_)),
        Event::TimeLeft(color, seconds) => {
            engine.set_time_left(color, seconds, 0);
            false
        }
    }
}

/// All that a game and its clocks are.
#[derive(PartialEq, Debug)]
struct Snapshot {
    record: Record,
    diagram: String,
    positions: Vec<u64>,
    prisoners: [u32; 2],
    ko_points: [Option<Point>; 2],
    chains: Vec<(Point, Vec<Point>, usize)>,
    legal: [Vec<Point>; 2],
    to_play: Color,
    is_over: bool,
    clocks: [Clock; 2],
}

fn snapshot(engine: &Engine) -> Snapshot {
    let game = engine.game();
    let board = game.board();
    let mut chains: Vec<_> = Color::BOTH
        .into_iter()
        .flat_map(|color| board.chains(color))
        .map(|chain| {
            let mut stones: Vec<Point> = board.chain_stones(chain).collect();
            stones.sort_unstable();
            (stones[0], stones, board.liberties(chain))
        })
        .collect();
    chains.sort_unstable();
    Snapshot {
        record: engine.record(),
        diagram: board.to_diagram(),
        positions: game.positions().to_vec(),
        prisoners: Color::BOTH.map(|color| board.prisoners(color)),
        ko_points: Color::BOTH.map(|color| board.ko_point(color)),
        chains,
        legal: Color::BOTH.map(|color| game.legal_points(color)),
        to_play: game.to_play(),
        is_over: game.is_over(),
        clocks: engine.clocks(),
    }
}

/// Words that commands take, good ones and bad ones.
const ARGUMENTS: &[&str] = &[
    "b",
    "w",
    "black",
    "pass",
    "D4",
    "A1",
    "Z99",
    "K10",
    "i5",
    "0",
    "1",
    "9",
    "25",
    "-1",
    "7.5",
    "1e9",
    "nan",
    "dead",
    "seki",
    "interval",
    "avoid",
    "allow",
    "true",
    "japanese",
    "{\"ko\":\"SIMPLE\"}",
    "ko",
    "byoyomi",
    "fischer",
    "#",
];

/// Words that make a command more often than chance would.
fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        (0..COMMANDS.len()).prop_map(|index| COMMANDS[index].name.to_owned()),
        proptest::sample::select(ARGUMENTS).prop_map(str::to_owned),
        "\\PC{0,6}",
        (0_u32..3).prop_map(|number| number.to_string()),
    ]
}

/// Names of fields of a query for analysis.
const FIELDS: &[&str] = &[
    "moves",
    "initialStones",
    "initialPlayer",
    "rules",
    "komi",
    "boardXSize",
    "boardYSize",
    "analyzeTurns",
    "maxVisits",
    "includeOwnership",
    "includePolicy",
    "includePVVisits",
    "avoidMoves",
    "allowMoves",
    "reportDuringSearchEvery",
    "priority",
    "overrideSettings",
    "action",
    "terminateId",
    "id",
];

/// A value of JSON, likely or not.
fn json() -> impl Strategy<Value = String> {
    let values = [
        "null",
        "true",
        "1",
        "-1",
        "5",
        "0.5",
        "1e300",
        "99999999999999999999",
        "\"b\"",
        "\"japanese\"",
        "\"query_version\"",
        "[]",
        "{}",
        "[[\"b\",\"C3\"]]",
        "[[\"b\",\"C3\"],[\"b\",\"C3\"]]",
        "[[\"w\",\"Z99\"]]",
        "[0,1,2]",
        "[-1]",
        "[{\"player\":\"B\",\"moves\":[\"C3\",\"pass\"],\"untilDepth\":1}]",
        "{\"maxTime\":0.01}",
        "[[[[]]]]",
    ];
    proptest::sample::select(values.map(str::to_owned).to_vec())
}

/// Lines that are mostly commands, with a few that are anything.
fn lines() -> impl Strategy<Value = Vec<u8>> {
    let command = vec(word(), 1..6).prop_map(|words| words.join(" ").into_bytes());
    let line = prop_oneof![9 => command, 1 => vec(any::<u8>(), 0..40)];
    vec(line, 0..12).prop_map(|lines| lines.join(&b'\n'))
}

/// An input that arrives in pieces, with pauses.
struct Pieces {
    bytes: Cursor<Vec<u8>>,
    lengths: Vec<usize>,
    next: usize,
}

impl Read for Pieces {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.lengths[self.next % self.lengths.len()].clamp(1, buffer.len());
        self.next += 1;
        sleep(Duration::from_micros(50 * length as u64));
        self.bytes.read(&mut buffer[..length])
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn undo_restores_all_that_there_was(
        (size, rules, time) in (size(), preset_rules(), time_system()),
        before in vec(event(), 0..80),
        after in vec(event(), 1..40),
    ) {
        let mut engine = quick_engine();
        engine.set_rules(rules);
        engine.new_game(size);
        engine.set_time_system(time);
        for event in before {
            apply(&mut engine, event);
        }
        let known = snapshot(&engine);
        // A clock that is set without a move is not part of any move.
        let moves = after.into_iter().filter(|event| !matches!(event, Event::TimeLeft(..)));
        let made = moves.filter(|event| apply(&mut engine, *event)).count();
        prop_assert!(!engine.undo(engine.game().turns().len() + 1));
        prop_assert!(engine.undo(made));
        if made > 0 {
            prop_assert_eq!(snapshot(&engine), known);
        }
    }

    #[test]
    fn moves_are_those_of_the_rules_written_down_plainly(
        (size, preset) in (size(), preset_rules()),
        ko in proptest::sample::select(&[KoRule::Simple, KoRule::Positional, KoRule::Situational, KoRule::Natural][..]),
        suicide in any::<bool>(),
        events in vec(event(), 0..300),
    ) {
        let rules = Rules { ko, suicide, ..preset };
        let mut engine = quick_engine();
        engine.set_rules(rules);
        engine.new_game(size);
        let mut plain = PlainGame::new(size.width(), size.height(), rules);
        for event in events {
            let (color, place) = match event {
                Event::Play(color, place) => (color, Some(place % size.area())),
                Event::Pass(color) => (color, None),
                _ => continue,
            };
            let is_made = apply(&mut engine, event);
            prop_assert_eq!(is_made, plain.play(color.sign() as i8, place));
            let board = engine.game().board();
            prop_assert_eq!(board.to_diagram(), plain.to_diagram());
            prop_assert_eq!(Color::BOTH.map(|color| board.prisoners(color)), plain.prisoners());
        }
        for color in Color::BOTH {
            let legal = (0..size.area()).filter(|place| plain.is_legal(color.sign() as i8, *place));
            prop_assert_eq!(engine.game().legal_points(color), legal.map(|p| point(size, p)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_game_record_read_back_is_the_same_game(
        (size, rules, komi) in (size(), preset_rules(), -200_i32..200),
        handicap in vec(any::<usize>(), 0..6),
        events in vec(event(), 0..120),
    ) {
        let mut engine = quick_engine();
        engine.set_rules(rules);
        engine.new_game(size);
        engine.set_komi(komi);
        let mut stones: Vec<Point> = handicap.into_iter().map(|place| point(size, place)).collect();
        stones.sort_unstable();
        stones.dedup();
        let _ = engine.place_handicap(&stones);
        for event in events {
            apply(&mut engine, event);
        }
        let record = engine.record();
        let read = sgf::parse(record.to_sgf().as_bytes());
        prop_assert_eq!(read.as_ref(), Ok(&record));
        let mut other = quick_engine();
        other.load(&record, None).expect("a game that was played");
        prop_assert_eq!(other.record(), record);
        prop_assert_eq!(other.game().board().to_diagram(), engine.game().board().to_diagram());
        prop_assert_eq!(other.game().rules, engine.game().rules);
        prop_assert_eq!(other.game().handicap(), engine.game().handicap());
        prop_assert_eq!(other.game().to_play(), engine.game().to_play());
    }

    #[test]
    fn any_text_survives_a_game_record(
        texts in proptest::array::uniform4(proptest::option::of("\\PC{0,30}")),
        moves in vec((color(), any::<usize>()), 0..20),
    ) {
        let mut record = Record::new(Size::square(9));
        [record.rules, record.result, record.black, record.white] = texts;
        let play = |(color, place)| Step::Play(color, Move::Place(point(Size::square(9), place)));
        record.steps = moves.into_iter().map(play).collect();
        let once = sgf::parse(record.to_sgf().as_bytes()).expect("what was written can be read");
        prop_assert_eq!(&once.steps, &record.steps);
        let words = |text: &Option<String>| -> Vec<String> {
            text.iter().flat_map(|text| text.split_whitespace().map(str::to_owned)).collect()
        };
        for (read, written) in [(&once.black, &record.black), (&once.result, &record.result)] {
            prop_assert_eq!(words(read), words(written));
        }
        prop_assert_eq!(sgf::parse(once.to_sgf().as_bytes()), Ok(once));
    }

    #[test]
    fn replies_are_in_form_whatever_is_sent(input in lines()) {
        assert_in_form(&input);
    }

    #[test]
    fn queries_are_answered_in_json_whatever_is_sent(
        fields in vec((proptest::sample::select(FIELDS), json()), 0..8),
        junk in vec(any::<u8>(), 0..30),
    ) {
        let fields: Vec<String> = fields.iter().map(|(name, value)| format!("\"{name}\":{value}")).collect();
        let query = format!("{{\"id\":\"q\",\"moves\":[],\"rules\":\"chinese\",\"boardXSize\":5,\"boardYSize\":5,{}}}\n", fields.join(","));
        assert_json(&[query.replace(",}", "}").into_bytes(), junk].concat());
    }

    #[test]
    fn answers_do_not_depend_on_when_the_commands_come(
        lines in vec(proptest::sample::select(&[
            "boardsize 5", "play b C3", "play w C2", "genmove b", "genmove w", "undo", "final_score", "showboard",
            "kata-set-rules japanese", "fixed_handicap 9", "clear_board", "komi 3.5", "printsgf",
            "", "# a comment", "12 name", "nonsense", "final_status_list dead", "all_legal w", "move_history",
        ][..]), 1..25),
        lengths in vec(1_usize..200, 1..8),
    ) {
        let input = lines.join("\n").into_bytes();
        let at_once = converse(Cursor::new(input.clone()));
        let in_pieces = converse(Pieces { bytes: Cursor::new(input), lengths, next: 0 });
        prop_assert_eq!(at_once, in_pieces);
    }
}

#[test]
fn the_seeds_of_the_fuzzer_hold() {
    let sessions: fn(&[u8]) = assert_in_form;
    for (folder, holds) in [
        ("fuzz/seeds/line", sessions),
        ("fuzz/seeds/session", sessions),
        ("fuzz/seeds/analysis", assert_json),
        ("fuzz/seeds/config", assert_options),
        ("fuzz/seeds/sgf", assert_record),
    ] {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let entries: Vec<_> = std::fs::read_dir(folder).expect("a folder of seeds").collect();
        assert!(!entries.is_empty());
        for entry in entries {
            holds(&std::fs::read(entry.expect("an entry").path()).expect("a seed"));
        }
    }
}
