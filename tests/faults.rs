//! The engine as a process under faults from outside: ends of input and output, signals, limits of the system.
//!
//! Each test is one row of the table in docs/reliability.md. They need a POSIX shell for redirections, limits and signals.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, ExitStatus, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// What takes longer hangs. No test depends on how long anything takes.
const HANGS_AFTER: Duration = Duration::from_secs(900);

/// Few playouts for each move: the moves do not matter here.
const QUICK: &str = "--playouts 100 --threads 2 --memory 16";

/// Runs a line of shell, in which `tengen` is the engine, with this input.
fn shell(line: &str, input: &str) -> Output {
    let mut child = start(line);
    let mut stdin = child.stdin.take().expect("input is a pipe");
    let input = input.to_owned();
    // An engine that ends at once does not read.
    let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    wait(&mut child);
    writer.join().expect("the writer ends");
    child.wait_with_output().expect("a child can be waited for")
}

/// Starts a line of shell. Its output has to be read or to be short.
fn start(line: &str) -> Child {
    let line = line.replace("tengen", env!("CARGO_BIN_EXE_tengen"));
    let mut command = Command::new("sh");
    command.args(["-c", &line]).env_remove("RUST_LOG").env_remove("RUST_BACKTRACE");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("a shell starts")
}

/// Waits for the end of the process.
fn wait(child: &mut Child) -> ExitStatus {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("a child can be asked") {
            return status;
        }
        if start.elapsed() > HANGS_AFTER {
            child.kill().expect("a child can be killed");
            panic!("it does not end");
        }
        sleep(Duration::from_millis(10));
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
}

/// Asserts a clean end: exit code 0, and not a word on standard error.
fn assert_clean(output: &Output, what: &str) {
    assert!(output.status.success(), "{what}: {}, {}", output.status, text(&output.stderr));
    assert_eq!(text(&output.stderr), "", "{what}");
}

/// The lines of the process up to the first that begins so, that one included.
fn read_until(reader: &mut BufReader<ChildStdout>, beginning: &str) -> String {
    let mut read = String::new();
    loop {
        let mut line = String::new();
        let length = reader.read_line(&mut line).expect("lines are text");
        assert!(length > 0, "the output ended: {read}");
        read += &line;
        if line.starts_with(beginning) {
            return read;
        }
    }
}

fn signal(child: &Child, name: &str) {
    let status = Command::new("kill").args([&format!("-{name}"), &child.id().to_string()]).status();
    assert!(status.expect("kill runs").success());
}

/// A path in the folder of the tests.
fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

#[test]
fn the_input_may_end_in_the_middle_of_anything() {
    let cases = [
        "genmove b\ngenmove w\n",
        "genm",
        "12",
        "12 play b",
        "kata-analyze b 10\n",
        "lz-genmove_analyze w 1\n",
        "place_free_handicap 9",
        "final_score\nfinal_status_list dead",
        "kata-set-rules {\"ko\":",
        "# half a comm",
        "genmove b\n# interrupt",
        "",
    ];
    for input in cases {
        let output = shell(&format!("exec tengen {QUICK} --ponder"), &format!("boardsize 9\n{input}"));
        assert_clean(&output, input);
        assert!(text(&output.stdout).ends_with("\n\n"), "{input}: {:?}", text(&output.stdout));
    }
    // A search without end ends with the input.
    let output = shell("exec tengen --time-per-move 1e9 --threads 2", "boardsize 9\nkata-analyze b 1\n");
    assert_clean(&output, "analysis");
}

#[test]
fn closed_standard_streams_are_no_fault() {
    for line in ["exec tengen <&-", "exec tengen >&-", "exec tengen 2>&-", "exec tengen <&- >&- 2>&-"] {
        assert_clean(&shell(line, "name\n"), line);
    }
    assert_eq!(text(&shell("exec tengen 2>&-", "name\n").stdout), "= tengen\n\n");
}

#[test]
fn a_reader_who_goes_ends_the_engine_in_the_middle_of_an_analysis() {
    let mut child = start("exec tengen --threads 2");
    let mut stdin = child.stdin.take().expect("input is a pipe");
    stdin.write_all(b"boardsize 9\nkata-analyze b 1\n").expect("the engine reads");
    let mut stdout = BufReader::new(child.stdout.take().expect("output is a pipe"));
    read_until(&mut stdout, "info");
    drop(stdout);
    assert!(wait(&mut child).success(), "the input is still open");
    drop(stdin);
    assert_clean(&child.wait_with_output().expect("a child can be waited for"), "a reader who goes");
}

#[test]
fn a_full_output_is_an_error_on_one_line() {
    let output = shell("exec tengen >/dev/full", "name\n");
    assert_eq!(output.status.code(), Some(1));
    let errors = text(&output.stderr);
    assert!(errors.starts_with("tengen: cannot write to standard output: "), "{errors}");
    assert_eq!(errors.lines().count(), 1, "{errors}");
}

#[test]
fn an_input_that_cannot_be_read_is_an_error_on_one_line() {
    let output = shell("exec tengen </", "");
    assert_eq!(output.status.code(), Some(1));
    let errors = text(&output.stderr);
    assert!(errors.starts_with("tengen: cannot read standard input: "), "{errors}");
    assert_eq!(errors.lines().count(), 1, "{errors}");
}

#[test]
fn a_slow_reader_gets_each_reply_and_costs_no_time() {
    let mut child = start("exec tengen --time-per-move 2 --threads 2");
    let mut stdin = child.stdin.take().expect("input is a pipe");
    // Each line is long: the pipe, 64 kB, is full in no time, and nobody reads.
    let command = "kata-genmove_analyze b interval 1 ownership true movesOwnership true\n";
    stdin.write_all(format!("boardsize 19\n{command}").as_bytes()).expect("the engine reads");
    sleep(Duration::from_secs(4));
    stdin.write_all(b"cputime\nmove_history\n").expect("the engine reads");
    drop(stdin);
    let mut output = String::new();
    let mut stdout = child.stdout.take().expect("output is a pipe");
    stdout.read_to_string(&mut output).expect("text");
    assert!(wait(&mut child).success());
    let replies: Vec<&str> = output.trim_end().split("\n\n").collect();
    assert_eq!(replies.len(), 4, "{replies:?}");
    let (lines, decision) = replies[1].rsplit_once('\n').expect("lines");
    assert!(lines.starts_with("=\ninfo move ") && decision.starts_with("play "), "{decision}");
    let seconds: f64 = replies[2][2..].parse().expect("a number");
    assert!(seconds < 60.0, "the search went on for {seconds} s of processor time while the pipe was full");
    assert_eq!(replies[3], format!("= black {}", &decision[5..]));
}

#[test]
fn standard_error_may_be_full_or_never_read() {
    let noisy = format!("RUST_LOG=trace exec tengen {QUICK}");
    let commands = "boardsize 5\ngenmove b\nundo\n".repeat(700);
    for line in [format!("{noisy} 2>/dev/full"), unread(&noisy)] {
        let output = shell(&line, &commands);
        assert!(output.status.success(), "{line}: {}", output.status);
        assert_eq!(text(&output.stdout).matches("\n\n").count(), 2100, "{line}");
    }
    assert_eq!(shell("exec tengen --no-such-option 2>/dev/full", "").status.code(), Some(2));
}

#[test]
fn who_cannot_say_why_it_ends_ends_none_the_less() {
    let fill = "head -c 65536 /dev/zero >&2; exec tengen";
    let line = format!("exec 2>&4; {fill} --no-such-option");
    assert_eq!(shell(&unread(&line), "").status.code(), Some(2));
    let line = format!("exec 2>&4; {fill} >/dev/full");
    assert_eq!(shell(&unread(&line), "name\n").status.code(), Some(1));
}

/// The line of shell with its standard error in a pipe of 64 kB that is open and never read.
fn unread(line: &str) -> String {
    let pipe = file("never read");
    let _ = fs::remove_file(&pipe);
    let pipe = pipe.display();
    format!("mkfifo '{pipe}' && exec 4<>'{pipe}' && {line} 2>&4")
}

#[test]
fn signals_end_the_engine_at_once_whatever_it_does() {
    let busy = ["", "boardsize 9\ngenmove b\n", "boardsize 9\nkata-analyze b 1\n"];
    for (name, number) in [("TERM", 15), ("INT", 2), ("HUP", 1)] {
        if is_ignored_here(number) {
            eprintln!(
                "SKIPPED: SIG{name} is ignored by what runs these tests (nohup, a background job), and so by its children"
            );
            continue;
        }
        for commands in busy {
            let mut child = start("exec tengen --time-per-move 1000000 --threads 2");
            let mut stdin = child.stdin.take().expect("input is a pipe");
            stdin.write_all(format!("name\n{commands}").as_bytes()).expect("the engine reads");
            let mut stdout = BufReader::new(child.stdout.take().expect("output is a pipe"));
            read_until(&mut stdout, "= tengen");
            signal(&child, name);
            assert_eq!(wait(&mut child).signal(), Some(number), "{name} during {commands:?}");
        }
    }
}

/// Whether a child inherits that this signal is ignored. Without `/proc` it is taken not to be.
fn is_ignored_here(number: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (number - 1) & 1 == 1)
}

#[test]
fn a_broken_pipe_is_no_signal() {
    let mut child = start("exec tengen");
    let mut stdin = child.stdin.take().expect("input is a pipe");
    let mut stdout = BufReader::new(child.stdout.take().expect("output is a pipe"));
    // Only when it answers is it the engine, and no more the shell.
    stdin.write_all(b"name\n").expect("the engine reads");
    read_until(&mut stdout, "= tengen");
    signal(&child, "PIPE");
    stdin.write_all(b"protocol_version\n").expect("the engine reads");
    read_until(&mut stdout, "= 2");
    drop(stdin);
    assert!(wait(&mut child).success());
}

#[test]
fn an_engine_that_was_stopped_goes_on() {
    let mut child = start("exec tengen --time-per-move 1 --threads 2");
    let mut stdin = child.stdin.take().expect("input is a pipe");
    stdin.write_all(b"boardsize 9\ngenmove b\n").expect("the engine reads");
    signal(&child, "STOP");
    sleep(Duration::from_secs(2));
    signal(&child, "CONT");
    stdin.write_all(b"name\n").expect("the engine reads");
    drop(stdin);
    assert!(wait(&mut child).success());
    let output = child.wait_with_output().expect("a child can be waited for");
    assert!(text(&output.stdout).ends_with("= tengen\n\n"));
}

#[test]
fn no_clock_that_can_be_set_is_asked() {
    // `Instant` cannot go back; the time of day can.
    let mut folders = vec![PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/src"))];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            match path.is_dir() {
                true => folders.push(path),
                false => {
                    let source = fs::read_to_string(&path).unwrap_or_default();
                    assert!(!source.contains("SystemTime"), "{}", path.display());
                }
            }
        }
    }
}

#[test]
fn without_memory_for_threads_the_search_goes_on_with_fewer() {
    // Stacks of 300 threads do not fit into 400 MB of address space.
    let line = "ulimit -v 400000; exec tengen --playouts 300 --threads 300 --memory 16";
    let output = shell(line, "boardsize 9\ngenmove b\nname\n");
    assert_clean(&output, line);
    let replies = text(&output.stdout);
    assert!(replies.ends_with("= tengen\n\n") && !replies.contains('?'), "{replies}");
}

#[test]
fn without_a_thread_for_the_input_there_is_one_line_and_exit_code_1() {
    // Threads with stacks of a terabyte cannot be started.
    let output = shell("ulimit -v 400000; RUST_MIN_STACK=1099511627776 exec tengen", "name\n");
    assert_eq!(output.status.code(), Some(1));
    let errors = text(&output.stderr);
    assert!(errors.starts_with("tengen: cannot start a thread: "), "{errors}");
    assert_eq!(errors.lines().count(), 1, "{errors}");
}

#[test]
fn where_the_system_has_less_memory_than_the_cap_the_search_goes_on() {
    // 25 MB of address space, a tree that may have 4 GB, and enough playouts to fill what there is.
    let line = "ulimit -v 25000; exec tengen --playouts 12000 --threads 1 --memory 4096";
    let output = shell(line, "boardsize 25\ngenmove b\nname\n");
    assert_clean(&output, line);
    let replies = text(&output.stdout);
    assert!(replies.ends_with("= tengen\n\n") && !replies.contains('?'), "{replies}");
}

#[test]
fn files_that_cannot_be_written_or_read_are_errors_and_the_game_stays() {
    let folder = file("unwritable");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder can be made");
    let pipe = folder.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
    let sparse = folder.join("large.sgf");
    fs::File::create(&sparse).and_then(|f| f.set_len(10 << 30)).expect("a sparse file can be made");
    let cases = [
        ("printsgf /dev/full", "? cannot write file: not a regular file"),
        (&format!("printsgf {}", pipe.display()), "? cannot write file: not a regular file"),
        (&format!("printsgf {}", folder.display()), "? cannot write file: not a regular file"),
        (&format!("printsgf {}/no/such/folder", folder.display()), "? cannot write file: No such file"),
        (&format!("loadsgf {}", pipe.display()), "? cannot load file: not a regular file"),
        (&format!("loadsgf {}", sparse.display()), "? cannot load file: larger than 256 MB"),
        (&format!("loadsgf {}/none.sgf", folder.display()), "? cannot load file: No such file"),
    ];
    for (command, expected) in cases {
        let output = shell(&format!("exec tengen {QUICK}"), &format!("play b D4\n{command}\nmove_history\n"));
        assert_clean(&output, command);
        let replies = text(&output.stdout);
        assert!(replies.starts_with(&format!("= \n\n{expected}")), "{command}: {replies}");
        assert!(replies.ends_with("\n\n= black D4\n\n"), "{command}: {replies}");
    }
    fs::remove_dir_all(folder).expect("the folder can be removed");
}

#[test]
fn a_full_disk_leaves_no_half_of_a_game_record() {
    // No file may be longer than 512 bytes.
    let record = file("half.sgf");
    let line = format!("ulimit -f 1; trap '' XFSZ; exec tengen {QUICK}");
    let moves = "play b pass\n".repeat(1000);
    let input = format!("{moves}printsgf {}\nlast_move\n", record.display());
    let output = shell(&line, &input);
    assert_clean(&output, &line);
    let replies = text(&output.stdout);
    assert!(
        replies.ends_with("? cannot write file: File too large (os error 27)\n\n= black pass\n\n"),
        "{replies}"
    );
    assert!(!record.exists());
    // What was there before stays.
    fs::write(&record, "(;SZ[9])").expect("the file can be written");
    let output = shell(&line, &input);
    assert_clean(&output, &line);
    assert_eq!(fs::read_to_string(&record).expect("the file can be read"), "(;SZ[9])");
    let folder = record.parent().expect("the file is in a folder");
    let parts = fs::read_dir(folder).expect("the folder can be read");
    let is_part = |entry: &fs::DirEntry| entry.file_name() == "half.sgf.part";
    assert!(!parts.filter_map(Result::ok).any(|entry| is_part(&entry)));
    fs::remove_file(&record).expect("the file can be removed");
}

#[test]
fn files_can_be_switched_off() {
    let record = file("never written.sgf");
    let input = format!("printsgf {0}\nloadsgf {0}\nloadsgf /etc/passwd\nprintsgf\n", record.display());
    let output = shell("exec tengen --no-files", &input);
    assert_clean(&output, "--no-files");
    let replies = text(&output.stdout);
    let refused = "? files are switched off\n\n".repeat(3);
    assert!(replies.starts_with(&format!("{refused}= (;FF[4]")), "{replies}");
    assert!(!record.exists());
}
