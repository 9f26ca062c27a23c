use super::*;
use crate::board::MAX_SIDE;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::time::{Duration, Instant};

/// The steps in short: moves as `Bdd`, a pass as `B`, setup as `+dd` `*dd` `-dd` (Black, White, empty), the
/// player to move as `PB`. Letters are those of SGF.
fn steps(record: &Record) -> String {
    let text = |point| values::point_text(point, record.size);
    let letter = |color| if color == Color::Black { "B" } else { "W" };
    let step = |step: &Step| match step {
        Step::Setup { stones } => {
            let sign = |color| match color {
                Some(Color::Black) => "+",
                Some(Color::White) => "*",
                None => "-",
            };
            stones.iter().map(|&(point, color)| sign(color).to_string() + &text(point)).collect()
        }
        Step::ToPlay(color) => format!("P{}", letter(*color)),
        Step::Play(color, played) => {
            letter(*color).to_string() + &played.point().map(text).unwrap_or_default()
        }
    };
    record.steps.iter().map(step).collect::<Vec<String>>().join(" ")
}

fn assert_steps(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        let record = parse(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(&steps(&record), expected, "{text}");
    }
}

#[test]
fn brackets_and_backslashes_in_values_are_text() {
    assert_steps(&[
        (r"(;SZ[9]C[\];B[aa];W[bb])", "Wbb"),
        (r"(;SZ[9]C[\\];B[aa];W[bb])", "Baa Wbb"),
        (r"(;SZ[9]C[\\\];B[aa];W[bb])", "Wbb"),
        (r"(;SZ[9]C[\\\\];B[aa];W[bb])", "Baa Wbb"),
        (r"(;SZ[9]C[a (b; W[ee\] ) c: (;B[ee\])];B[cc]C[)(];W[dd])", "Bcc Wdd"),
        ("(;C[\\\u{e9}\u{1f600}];B[aa](;C[\\](]W[bb])(;C[\\)]))", "Baa Wbb"),
    ]);
}

#[test]
fn setup_comes_before_the_player_and_that_before_the_moves() {
    assert_steps(&[
        ("(;GM[1]FF[4]SZ[19]AB[dd];B[pd];W[pp])", "+dd Bpd Wpp"),
        ("(;SZ[19]AB[dd]PL[W];W[pp];B[pd])", "+dd PW Wpp Bpd"),
        ("(;SZ[9]HA[0]AB[];B[ee];W[cc])", "Bee Wcc"),
        ("(;SZ[9]HA[3]AB[cc]AB[gc]AB[cg];W[ee])", "+cg+cc+gc Wee"),
        ("(;SZ[9]PL[W]AB[cc]AW[gc];W[ee])", "+cc*gc PW Wee"),
        ("(;SZ[9]B[ee]PL[b]AW[gc])", "*gc PB Bee"),
        ("(;SZ[9];B[ee];AE[ee]AB[aa]PL[1];W[cc];PL[White])", "Bee -ee+aa PB Wcc PW"),
        ("(;SZ[9]AB[ee]AE[ee];PL[])", "-ee"),
        ("(;B[dd]W[pp];B[];W[pd]B[])", "Bdd Wpp B Wpd B"),
        ("(;SZ[5]AB[aa:bb][dd] [ea]AW[cb:ca])", "+dd+ab+bb*cb+aa+ba*ca+ea"),
        ("(;SZ[3]AB[cc:aa]AE[bc:ca])", "+ac-bc-cc+ab-bb-cb+aa-ba-ca"),
    ]);
}

#[test]
fn tt_is_a_pass_unless_the_board_has_that_point() {
    assert_steps(&[
        ("(;SZ[9];B[ee];W[tt];B[cc];W[];B[tt];W[gg])", "Bee W Bcc W B Wgg"),
        ("(;SZ[19];B[dd];W[tt];B[];W[pp])", "Bdd W B Wpp"),
        ("(;SZ[21];B[tt];W[dd])", "Btt Wdd"),
        ("(;B[ ];W[ dd ])", "B Wdd"),
    ]);
    let record = parse(b"(;SZ[21];B[tt];W[dd])").unwrap();
    assert_eq!(record.steps[0], Step::Play(Color::Black, Move::Place(Point::new(19, 1))));
}

#[test]
fn the_main_line_is_the_first_variation_of_the_first_game() {
    assert_steps(&[
        ("(;SZ[9];B[aa];W[bb];B[cc];W[dd])", "Baa Wbb Bcc Wdd"),
        ("(;SZ[9];B[ee](;W[cc];B[dc])(;W[gc];B[gg]))", "Bee Wcc Bdc"),
        ("(;SZ[9]AB[dd]AW[gg](;W[ff];B[aa])(;B[fd];W[bb]))", "*gg+dd Wff Baa"),
        ("(;B[aa](;W[bb](;B[cc])(;B[dd]))(;W[ee\n]))", "Baa Wbb Bcc"),
        ("(;B[aa])(;B[bb])(;SZ[99", "Baa"),
        ("(;B[aa](;W[bb])(;W[cc]C[) (\\] ])(! $;))", "Baa Wbb"),
        ("(;)", ""),
        ("(GM[1]B[aa](W[bb])(W[cc]))", "Baa Wbb"),
        ("(;;;B[aa];;)", "Baa"),
    ]);
}

#[test]
fn old_files_and_junk_are_read() {
    assert_steps(&[
        ("(;GaMe[1]FileFormat[3]SiZe[9];Black[ee];White[cc])", "Bee Wcc"),
        ("(\n;\nFF [1] SZ\n[9]\nAddBlack [ee]\n\n[cc]\n;  W  [gc]\n)\n\n", "+ee+cc Wgc"),
        ("\n\n  (;FF[1]GM[1]SZ[9]VW[]\n;B[ee]BL[12.5]\n;W[cc]KO[])", "Bee Wcc"),
        ("From: a (b)\r\nSubject: (fwd) game;\r\n\r\n ( ;SZ[9];B[ee]\r\n) bye (", "Bee"),
        ("\u{feff}(;SZ[9]\r\n;B[ee]\r\n)\u{1a}", "Bee"),
        ("(;GM[]SZ[]AP[foxwq]GM[1 ];B[ee])", "Bee"),
        ("(;SZ[9]LZ2[x 1]B[ee]CR[zz:11][?]TB[]LB[a])", "Bee"),
    ]);
}

#[test]
fn sizes_are_columns_then_rows() {
    let size = |text: &str| parse(text.as_bytes()).map(|record| (record.size.width(), record.size.height()));
    for (text, expected) in [
        ("(;)", (19, 19)),
        ("(;SZ[])", (19, 19)),
        ("(;SZ[9])", (9, 9)),
        ("(;SZ[ 13 ])", (13, 13)),
        ("(;SZ[13:9])", (13, 9)),
        ("(;SZ[1:25])", (1, 25)),
        ("(;SZ[9]SZ[13];SZ[5])", (9, 9)),
        ("(;;GM[1]SZ[7])", (7, 7)),
    ] {
        assert_eq!(size(text), Ok(expected), "{text}");
    }
    for value in ["0", "26", "-9", "300", "99999999999", "19x19", "9:0", "9:9:9", "big", "9][9"] {
        let text = format!("(;SZ[{value}])");
        assert!(matches!(size(&text), Err(ParseError::BadSize { .. })), "{text}");
    }
    assert_steps(&[("(;SZ[13:9];B[mi];W[aa])", "Bmi Waa")]);
    let record = parse(b"(;SZ[13:9];B[mi])").unwrap();
    assert_eq!(record.steps[0], Step::Play(Color::Black, Move::Place(Point::new(12, 0))));
}

#[test]
fn komi_comes_out_in_half_points() {
    for (value, expected) in [
        ("6.5", Some(13)),
        ("7.5", Some(15)),
        ("0", Some(0)),
        ("-3", Some(-6)),
        ("+0.5", Some(1)),
        (" 6,5 ", Some(13)),
        ("5.50", Some(11)),
        ("6.5 points", Some(13)),
        (".5", Some(1)),
        ("7.", Some(14)),
        // Hundredths, and quarters that are stones.
        ("375", Some(15)),
        ("3.75", Some(15)),
        ("275", Some(11)),
        ("2.75", Some(11)),
        ("-3.75", Some(-15)),
        ("650", Some(13)),
        ("550", Some(11)),
        ("750", Some(15)),
        ("350", Some(7)),
        // To the nearest half point.
        ("6.4", Some(13)),
        ("6.25", Some(13)),
        ("5.8", Some(12)),
        ("-0.1", Some(0)),
        // Literally, since they have a decimal point.
        ("100.5", Some(201)),
        ("-150.0", Some(-300)),
        ("625.0", Some(1250)),
        // No number, or no komi.
        ("", None),
        (" ", None),
        ("none", None),
        ("NaN", None),
        ("inf", None),
        ("-", None),
        ("1e9", None),
        ("5 1/2", None),
        ("3\u{53c8}3/4", None),
        ("625.5", None),
        ("99999999999999999999999999999", None),
    ] {
        let record = parse(format!("(;SZ[9]KM[{value}];B[ee])").as_bytes()).unwrap();
        assert_eq!(record.komi, expected, "KM[{value}]");
    }
}

#[test]
fn facts_count_where_they_first_stand() {
    let text = "(;PB[A \\] \\\\ b\\: c]PW[ two\nlines\there ]PW[x]HA[ 2 ]RU[](;RU[Japanese]PB[x]RE[B+R\\\r\nes];KM[]))";
    let record = parse(text.as_bytes()).unwrap();
    let text_of = |fact: &Option<String>| fact.clone().unwrap();
    assert_eq!(text_of(&record.black), "A ] \\ b: c");
    assert_eq!(text_of(&record.white), "two lines here");
    assert_eq!(text_of(&record.rules), "Japanese");
    assert_eq!(text_of(&record.result), "B+Res");
    assert_eq!((record.handicap, record.komi), (Some(2), None));
    for (value, expected) in [("0", Some(0)), ("9", Some(9)), ("", None), ("-1", None), ("9999", None)] {
        assert_eq!(parse(format!("(;HA[{value}])").as_bytes()).unwrap().handicap, expected, "HA[{value}]");
    }
}

#[test]
fn every_encoding_is_read() {
    let utf16 = |text: &str| -> Vec<u8> {
        std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
    };
    let cases: [(&[u8], &str); 11] = [
        ("(;PB[\u{e9}\u{4e2d}]B[aa])".as_bytes(), "\u{e9}\u{4e2d}"),
        ("\u{feff}(;PB[\u{e9}]B[aa])".as_bytes(), "\u{e9}"),
        // Latin-1, undeclared and declared.
        (b"(;PB[Andr\xe9]B[aa])", "Andr\u{e9}"),
        (b"(;CA[ISO-8859-1]PB[Andr\xe9]B[aa])", "Andr\u{e9}"),
        // The second byte of the Shift JIS letter is a backslash, that of the GBK letter a closing bracket.
        (b"(;CA[Shift_JIS]PB[\x95\x5c]B[aa])", "\u{8868}"),
        (b"(;CA[gb2312]PB[\x81\x5d]B[aa])", "\u{4e5a}"),
        // Undeclared, from the Nihon Ki-in and from a Chinese collection; the first name ends in a backslash.
        (
            b"(\r\nEV[\x91\xe6\x31\x89\xf1\x83\x5c\x83\x70]PB[\x90\x5c\xe1\xc1\x83\x5c]\r\n;B[aa])",
            "\u{7533}\u{771e}\u{30bd}",
        ),
        (b"(;C[\xba\xda\xcf\xc8\xba\xda\xcf\xc8]PB[\xb9\xc5\xc1\xa6]B[aa])", "\u{53e4}\u{529b}"),
        // Not what it declares, and not a known encoding.
        ("(;CA[gb2312]PB[\u{4e2d}]B[aa])".as_bytes(), "\u{4e2d}"),
        (b"(;CA[klingon]PB[\xe9]B[aa])", "\u{e9}"),
        (b"(;CA[UTF-8]PB[\xff]B[aa])", "\u{fffd}"),
    ];
    for (bytes, name) in cases {
        let record = parse(bytes).unwrap();
        assert_eq!((record.black.as_deref(), steps(&record).as_str()), (Some(name), "Baa"));
    }
    // Latin-1 after all: in GBK, which it declares, the letter and its bracket are one.
    let record = parse(b"(;B[aa]CA[GBK]PB[Andr\xe9])").unwrap();
    assert_eq!(record.black.as_deref(), Some("Andr\u{e9}"));
    assert_eq!(parse(&utf16("(;PB[\u{4e2d}])")).unwrap().black.as_deref(), Some("\u{4e2d}"));
}

#[test]
fn broken_files_are_refused_with_a_reason() {
    for (text, expected) in [
        ("", "no SGF game in it"),
        ("hello", "no SGF game in it"),
        ("()", "no SGF game in it"),
        ("((", "no SGF game in it"),
        ("(aa)(B)", "no SGF game in it"),
        ("(;", "it ends inside the game"),
        ("(;SZ[9];B[aa]", "it ends inside the game"),
        ("(;SZ[9];B[aa", "it ends inside the game"),
        ("(;SZ[9];B[aa\\])", "it ends inside the game"),
        ("(;SZ[9];B[aa\\", "it ends inside the game"),
        ("(;SZ[9];B[aa](", "it ends inside the game"),
        ("(;SZ[9];B[aa](;W[bb])(;W[cc", "it ends inside the game"),
        ("(;SZ[9];B[aa](;W[bb])(;W[cc])", "it ends inside the game"),
        ("(;SZ[9];B[aa]()", "unexpected ')' at byte 14"),
        ("(;SZ[9];B;W[aa])", "unexpected ';' at byte 9"),
        ("(;SZ[9];B)", "unexpected ')' at byte 9"),
        ("(;[9])", "unexpected '[' at byte 2"),
        ("(;SZ[9]C[a [1k]: b];B[aa])", "unexpected ':' at byte 15"),
        ("(;SZ[9]\u{e9}[x])", "unexpected '\u{e9}' at byte 7"),
        ("(;GM[2])", "not a game of Go: GM[2]"),
        ("(;GM[chess])", "not a game of Go: GM[chess]"),
        ("(;SZ[26])", "no board has the size SZ[26:26]: 1 to 25 columns and rows"),
        ("(;SZ[9];B[zz])", "B[zz] is not on the 9x9 board"),
        ("(;SZ[18];B[dd];W[ss])", "W[ss] is not on the 18x18 board"),
        ("(;SZ[13:9];B[aj])", "B[aj] is not on the 13x9 board"),
        ("(;SZ[9]AB[tt])", "AB[tt] is not on the 9x9 board"),
        ("(;SZ[9]AW[aa:jj])", "AW[jj] is not on the 9x9 board"),
        ("(;SZ[9]AE[ZZ])", "AE[ZZ] is not on the 9x9 board"),
        ("(;B[a])", "cannot read B[a]"),
        ("(;B[D4])", "cannot read B[D4]"),
        ("(;B[aa][bb])", "cannot read B[aa][bb]"),
        ("(;B[\u{e9}])", "cannot read B[\u{e9}]"),
        ("(;B[a\nb])", "cannot read B[a\\nb]"),
        ("(;AB[aa:])", "cannot read AB[]"),
        ("(;AB[aa:bb:cc])", "cannot read AB[aa:bb:cc]"),
        ("(;AB[2][1])", "cannot read AB[1]"),
        ("(;PL[?])", "cannot read PL[?]"),
        (
            "(;W[this is a long value and no point at all])",
            "cannot read W[this is a long value and no po...]",
        ),
    ] {
        assert_eq!(parse(text.as_bytes()).expect_err(text).to_string(), expected, "{text}");
    }
    // A value that is left out because of its length is not taken for a pass.
    let long = format!("(;B[{}])", " ".repeat(5000));
    assert_eq!(parse(long.as_bytes()).unwrap_err().to_string(), "cannot read B[?]");
}

/// Reads on a small stack, and says how long it took.
fn timed(text: String) -> (Result<Record, ParseError>, Duration) {
    let read = move || {
        let start = Instant::now();
        (parse(text.as_bytes()), start.elapsed())
    };
    std::thread::Builder::new().stack_size(256 << 10).spawn(read).unwrap().join().unwrap()
}

#[test]
fn large_files_take_bounded_time_and_no_stack() {
    let nested = |n: usize| format!("(;SZ[9]{}{})", "(;B[aa]".repeat(n), ")".repeat(n));
    let count = |n: usize| Ok::<usize, ParseError>(n);
    for (what, text, expected) in [
        ("nested", nested(100_000), count(100_000)),
        ("unclosed", "(;B[]".repeat(100_000), Err(ParseError::Truncated)),
        ("line", format!("(;SZ[9]{})", ";B[aa];W[bb]".repeat(200_000)), count(400_000)),
        ("line of 20 MB", format!("(;SZ[9]{})", ";B[aa];W[bb]".repeat(1_700_000)), Err(ParseError::TooLong)),
        ("empty nodes", format!("(;B[aa]{})", ";".repeat(20_000_000)), count(1)),
        ("comment", format!("(;B[aa]C[{}];W[bb])", "text \\] ".repeat(2_500_000)), count(2)),
        ("variations", format!("(;B[aa](;W[bb]){})", "(;W[cc]C[\\]x])".repeat(1_500_000)), count(2)),
        ("setup", format!("(;{})", "AB[aa:ss]".repeat(2_000)), count(1)),
        ("rectangles", format!("(;{})", "AB[aa:ss]".repeat(100_000)), Err(ParseError::TooLong)),
        ("setups", format!("({})", ";AB[aa:ss]".repeat(100_000)), Err(ParseError::TooLong)),
        ("list", format!("(;AB{})", "[aa:ss]".repeat(3_000_000)), Err(ParseError::TooLong)),
        ("brackets", "(".repeat(20_000_000), Err(ParseError::NoGame)),
        ("blanks", "( ".repeat(10_000_000), Err(ParseError::NoGame)),
    ] {
        let (result, time) = timed(text);
        assert_eq!(result.map(|record| record.steps.len()), expected, "{what}");
        assert!(time < Duration::from_secs(300), "{what}: {time:?}");
    }
}

/// A record as [`parse`] could have made it.
fn random_record(rng: &mut Xoshiro256PlusPlus) -> Record {
    let size = Size::new(rng.random_range(1..=MAX_SIDE), rng.random_range(1..=MAX_SIDE)).unwrap();
    let mut record = Record::new(size);
    record.komi = rng.random_bool(0.8).then(|| rng.random_range(-1250..=1250));
    record.handicap = rng.random_bool(0.5).then(|| rng.random_range(0..10));
    let facts = [&mut record.rules, &mut record.result, &mut record.black, &mut record.white];
    for fact in facts {
        let letters = ['a', 'B', ']', '[', '\\', ':', ';', '(', ')', ' ', '\u{e9}', '\u{4e2d}', '"'];
        let length = rng.random_range(0..100);
        let text: String = (0..length).map(|_| letters[rng.random_range(0..letters.len())]).collect();
        *fact = values::line_of_text(&text);
    }
    for _ in 0..rng.random_range(0..60) {
        let color = Color::BOTH[rng.random_range(0..2)];
        record.steps.push(match rng.random_range(0..10) {
            0 => {
                let share = rng.random_range(0.0..1.0);
                let stones = size.points().filter(|_| rng.random_bool(share)).collect::<Vec<Point>>();
                let content =
                    |point: Point| (point, [Some(color), Some(color.opponent()), None][point.index() % 3]);
                Step::Setup { stones: stones.into_iter().map(content).collect() }
            }
            1 => Step::ToPlay(color),
            2 => Step::Play(color, Move::Pass),
            _ => {
                let point = Point::new(rng.random_range(0..size.width()), rng.random_range(0..size.height()));
                Step::Play(color, Move::Place(point))
            }
        });
    }
    record.steps.retain(|step| !matches!(step, Step::Setup { stones } if stones.is_empty()));
    record
}

#[test]
fn what_is_written_is_read_back() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(20);
    for _ in 0..500 {
        let record = random_record(&mut rng);
        let text = record.to_sgf();
        assert_eq!(parse(text.as_bytes()).as_ref(), Ok(&record), "{text}");
    }
}

#[test]
fn damaged_text_is_read_or_refused_but_never_panics() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(21);
    for _ in 0..2000 {
        let mut bytes = random_record(&mut rng).to_sgf().into_bytes();
        for _ in 0..rng.random_range(1..8) {
            let at = rng.random_range(0..bytes.len());
            match rng.random_range(0..3) {
                0 => drop(bytes.remove(at)),
                1 => bytes[at] = b"()[];:\\ \nBWAKMSZ0\xe9\x00"[rng.random_range(0..19)],
                _ => bytes.truncate(at + 1),
            }
            bytes.extend((bytes.is_empty()).then_some(b' '));
        }
        if let Ok(record) = parse(&bytes) {
            assert_eq!(parse(record.to_sgf().as_bytes()), Ok(record));
        }
    }
}

#[test]
fn files_are_written_with_short_lines() {
    let mut record = parse(b"(;SZ[13:9]KM[6.5]HA[2]PB[a\\]b]AB[cc][gg]PL[W];W[ee];B[])").unwrap();
    record.rules = Some(String::from("two\nlines"));
    let version = env!("CARGO_PKG_VERSION");
    let expected = format!(
        "(;FF[4]GM[1]CA[UTF-8]AP[tengen:{version}]SZ[13:9]KM[6.5]HA[2]RU[two lines]\nPB[a\\]b]AB[gg][cc]PL[W]\n;W[ee];B[]\n)\n"
    );
    assert_eq!(record.to_sgf(), expected);
    record.steps = vec![Step::Play(Color::Black, Move::Pass); 300];
    assert!(record.to_sgf().lines().all(|line| line.len() <= 76));
    assert!(record.to_sgf().lines().count() < 25);
}
