//! Options from a file, and commands to run at the start.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const BINARY: &str = env!("CARGO_BIN_EXE_tengen");

/// A folder for the files of one test, empty at first, and a place to be the user's configuration folder.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("tengen-config-{}-{name}", std::process::id()));
        fs::create_dir_all(path.join("user/tengen")).expect("a folder can be made");
        Folder(path)
    }

    fn write(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        fs::write(&path, text).expect("a file can be written");
        path.display().to_string()
    }

    /// Runs the engine with this folder as its own and `user` as the configuration folder.
    fn run(&self, args: &[&str], input: &str) -> Output {
        let mut child = Command::new(BINARY)
            .args(args)
            .current_dir(&self.0)
            .env_remove("RUST_LOG")
            .env("XDG_CONFIG_HOME", self.0.join("user"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        // An engine that refuses its options does not read.
        _ = child.stdin.take().expect("input is a pipe").write_all(input.as_bytes());
        child.wait_with_output().expect("a child can be waited for")
    }

    /// The answer to `name`, which an option sets.
    fn name(&self, args: &[&str]) -> String {
        let output = self.run(args, "name\n");
        assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text").trim_start_matches("= ").trim_end().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_file_is_found_in_its_places_and_the_command_line_goes_before_it() {
    let folder = Folder::new("places");
    assert_eq!(folder.name(&[]), "tengen");
    // The working folder alone is not searched unasked.
    folder.write("tengen.toml", "gtp-name = \"here\"");
    assert_eq!(folder.name(&[]), "tengen");
    folder.write("user/tengen/tengen.toml", "gtp-name = \"usual\"");
    assert_eq!(folder.name(&[]), "usual");
    folder.write("user/tengen/other.toml", "gtp-name = \"other\"");
    assert_eq!(folder.name(&["--config", "other.toml"]), "other");
    assert_eq!(folder.name(&["--config", "tengen.toml"]), "here");
    let absolute = folder.write("third.toml", "gtp-name = \"third\"");
    assert_eq!(folder.name(&["--config", &absolute]), "third");
    assert_eq!(folder.name(&["--config", &absolute, "--gtp-name", "mine"]), "mine");
    // As editors on Windows write it.
    let marked = folder.write("marked.toml", "\u{feff}gtp-name = \"marked\"\r\nplayouts = 0x10\r\n");
    assert_eq!(folder.name(&["--config", &marked]), "marked");
}

#[test]
fn a_switch_of_the_file_can_be_turned_off() {
    let folder = Folder::new("switch");
    folder.write("user/tengen/tengen.toml", "ponder = true\nno-resign = false\n[bench]\njson = true\n");
    for args in [&["--ponder=false"][..], &["--ponder"], &["--no-resign"], &["--no-resign=true"], &[]] {
        assert_eq!(folder.name(args), "tengen", "{args:?}");
    }
    assert!(!folder.run(&["--ponder=perhaps"], "").status.success());
}

#[test]
fn what_is_wrong_with_a_file_is_said_with_its_line_and_key() {
    let folder = Folder::new("errors");
    let cases = [
        ("seed = 1\nplayout = 5\n", &["line 2", "key \"playout\"", "no such option"][..]),
        ("\n\nplayouts = 0\n", &["line 3", "key \"playouts\"", "invalid value '0'"]),
        ("rules = \"chess\"\n", &["line 1", "key \"rules\"", "no such ruleset"]),
        ("ponder = \"perhaps\"\n", &["line 1", "key \"ponder\""]),
        ("lag = [1]\n", &["line 1", "key \"lag\"", "must be a text, a number, true or false"]),
        ("[bench]\nsize = 99\n", &["line 2", "key \"size\"", "99"]),
        ("[chess]\nsize = 9\n", &["line 1", "key \"chess\""]),
        ("config = \"x\"\n", &["line 1", "key \"config\""]),
        ("seed = 1\nthis is not TOML\n", &["line 2"]),
        ("seed = 1\nseed = 2\n", &["line 2"]),
        ("seed = 1\n\"a\\nb\" = 2\n", &["line 2", "key \"a b\""]),
        ("gtp-name = \"a\\n= b\"\n", &["line 1", "key \"gtp-name\"", "must be a text on one line"]),
        ("gtp-name = \" \"\n", &["line 1", "key \"gtp-name\"", "must be a text on one line"]),
        ("gtp-version = \"\\r\"\n", &["line 1", "key \"gtp-version\"", "must be a text on one line"]),
    ];
    for (text, parts) in cases {
        let file = folder.write("bad.toml", text);
        let output = folder.run(&["--config", &file], "name\n");
        let errors = String::from_utf8(output.stderr).expect("messages are text");
        assert!(!output.status.success() && output.stdout.is_empty(), "{text} was taken");
        assert_eq!(errors.lines().count(), 1, "{errors}");
        let named = [&["tengen: ", file.as_str()], parts].concat();
        assert!(named.iter().all(|part| errors.contains(part)), "{text}: {errors}");
    }
}

#[test]
fn of_a_missing_file_the_places_are_told() {
    let folder = Folder::new("missing");
    let beside = Path::new(BINARY).parent().expect("a folder").join("no.toml");
    let user = folder.0.join("user/tengen/no.toml");
    for option in ["--config", "--gtp-file"] {
        let output = folder.run(&[option, "no.toml"], "");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), errors.lines().count()), (Some(2), 1), "{errors}");
        for place in ["tried no.toml, ", &beside.display().to_string(), &user.display().to_string()] {
            assert!(errors.contains(place), "{place} is not in {errors}");
        }
    }
}

#[test]
fn the_example_has_every_option_and_is_a_good_file() {
    let folder = Folder::new("example");
    let example = String::from_utf8(folder.run(&["config"], "").stdout).expect("text");
    let help = String::from_utf8(folder.run(&["--help"], "").stdout).expect("text");
    let options = help.split("--").skip(1).filter_map(|rest| rest.split([' ', '\n', '[']).next());
    for option in options.filter(|option| !["config", "help", "version"].contains(option)) {
        assert!(example.contains(&format!("\n#{option} = ")), "{option} is not in the example:\n{example}");
    }
    // Those with a default, taken at their word.
    let is_setting = |line: &&str| line.starts_with('[') || line.starts_with('#') && !line.starts_with("# ");
    let is_placeholder = |value: &str| value.starts_with(|c: char| c.is_ascii_uppercase());
    let has_default = |line: &&str| !line.split_once(" = ").is_some_and(|(_, value)| is_placeholder(value));
    let settings: Vec<&str> = example
        .lines()
        .filter(is_setting)
        .filter(has_default)
        .map(|line| line.trim_start_matches('#'))
        .collect();
    let file = folder.write("all.toml", &settings.join("\n"));
    assert!(settings.len() > 5 && settings.contains(&"rules = \"chinese-ogs\""), "{settings:?}");
    assert_eq!(folder.name(&["--config", &file]), "tengen");
}

#[test]
fn commands_of_a_file_are_run_before_those_of_the_client() {
    let folder = Folder::new("commands");
    let text = "# a comment\nboardsize 7\r\nkomi 3.5\nnonsense\nplay b D4\n\nplay w D4\nlz-analyze 1\n";
    let file = folder.write("start.gtp", text);
    let output =
        folder.run(&["--gtp-file", &file, "--playouts", "10"], "get_komi\nlast_move\nquery_boardsize\n");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "= 3.5\n\n= black D4\n\n= 7\n\n");
    let expected =
        format!("tengen: {file}, line 4: ? unknown command\ntengen: {file}, line 7: ? illegal move\n");
    assert_eq!(String::from_utf8_lossy(&output.stderr), expected);
    let file = folder.write("quit.gtp", "quit\nnonsense\n");
    let output = folder.run(&["--gtp-file", &file], "name\n");
    assert!(output.status.success() && output.stdout.is_empty() && output.stderr.is_empty());
}
