#!/usr/bin/env python3
"""Feeds a GTP engine with nonsense and checks that it answers each command once and survives.

    tests/tools/fuzz_gtp.py [--seconds S] [--seed N] [--only KIND] [--] ENGINE ARGS...

Kinds of input, each in sessions of their own: random bytes; valid commands with random arguments, on odd sizes above
all; shuffled lines of gtp-scripts/. Checked: one well-formed reply per command with its id, nothing else on standard
output, no "internal error" and nothing on standard error, an end with exit code 0 when the input closes. Some sessions
are sent at once and closed, so that the end of the input meets a running search.

The same seed gives the same sessions. A session that fails is written to fuzz-KIND-N.gtp in the current directory.
"""
import argparse
import pathlib
import random
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
SIZES = ["1", "2", "3", "5", "7", "9", "1 25", "25 1", "1 2", "2 1", "4 3", "9 2", "13", "19", "25"]
HUGE = ["99999999999999999999", "-1", "0", "1e308", "-1e308", "2147483648", "18446744073709551616", "nan", "0.5"]
RULES = ["tromp-taylor", "chinese", "chinese-ogs", "japanese", "korean", "aga", "aga-territory", "bga", "aga-button",
         "new-zealand", "ing", "stone-scoring", "wmsg", "ludoteka-japanese", "cgos", '{"ko":"NATURAL","suicide":true}',
         '{"scoring":"TERRITORY","tax":"ALL"}', '{"friendlyPassOk":false,"hasButton":true}', "{", "nonsense"]
# Commands that end the session, or read and write files of whatever name comes up.
LEFT_OUT = {"quit", "loadsgf", "printsgf"}


def is_command(line):
    """Whether the engine owes a reply to this line of bytes."""
    text = line.split(b"#")[0].decode("utf-8", "replace")
    return any(not c.isspace() and not is_control(c) for c in text)


def is_control(char):
    return ord(char) < 32 or 127 <= ord(char) < 160


def a_vertex(rng):
    if rng.random() < 0.1:
        return rng.choice(["pass", "PASS", "resign", "i5", "Z99", "", "D0", "44", "A"] + HUGE)
    side = rng.choice([2, 5, 9, 25])
    return rng.choice(COLUMNS[:side]) + str(rng.randint(1, side))


def an_argument(rng):
    return rng.choice([
        lambda: rng.choice(["b", "w", "black", "White", "purple"]),
        lambda: a_vertex(rng),
        lambda: str(rng.randint(-3, 30)),
        lambda: rng.choice(HUGE),
        lambda: rng.choice(["dead", "alive", "seki", "dame", "black_territory", "white_territory"]),
        lambda: rng.choice(RULES),
        lambda: "".join(chr(rng.randint(33, 700)) for _ in range(rng.randint(1, 12))),
    ])()


def likely_line(rng):
    """A command with arguments that suit it, more or less."""
    color = rng.choice("bw")
    return rng.choice([
        lambda: "play %s %s" % (color, a_vertex(rng)),
        lambda: "play %s %s" % (color, a_vertex(rng)),
        lambda: "play %s %s" % (color, a_vertex(rng)),
        lambda: "play %s pass" % color,
        lambda: "genmove " + color,
        lambda: "genmove " + color,
        lambda: "reg_genmove " + color,
        lambda: "undo",
        lambda: "gg-undo %d" % rng.randint(0, 9),
        lambda: "boardsize " + rng.choice(SIZES),
        lambda: "clear_board",
        lambda: "komi " + rng.choice(["0", "-1000", "1000", "7.5", "-0.5", "500", "7.25"] + HUGE),
        lambda: "fixed_handicap %d" % rng.randint(0, 10),
        lambda: "place_free_handicap %d" % rng.choice([1, 2, 3, 8, 24, 80, 360]),
        lambda: "set_free_handicap " + " ".join(a_vertex(rng) for _ in range(rng.randint(0, 9))),
        lambda: "kata-set-rules " + rng.choice(RULES),
        lambda: "final_score",
        lambda: "final_status_list " + rng.choice(["dead", "alive", "seki", "dame", "black_territory"]),
        lambda: "time_settings %s %s %s" % tuple(rng.choice(["0", "1", "300"] + HUGE) for _ in range(3)),
        lambda: "time_left %s %s %s" % (color, rng.choice(["0", "0.5", "3"] + HUGE), rng.randint(0, 30)),
        lambda: "showboard",
        lambda: "printsgf",
    ])()


def random_bytes(rng, _):
    words = [b"name", b"play b D4", b"\n", b"\r\n", b"#", b"\t", b" ", b"1 ", b"genmove w", b"\xff", b"\0", b"undo\n"]
    pieces = [rng.choice(words) if rng.random() < 0.4 else bytes(rng.randrange(256) for _ in range(rng.randint(1, 40)))
              for _ in range(rng.randint(1, 200))]
    # A quit by accident would end the session.
    return b"".join(pieces).replace(b"quit", b"qui_")


def random_commands(rng, names):
    lines = ["boardsize " + rng.choice(SIZES)]
    for _ in range(rng.randint(1, 60)):
        if rng.random() < 0.8:
            line = likely_line(rng)
        else:
            line = " ".join([rng.choice(names)] + [an_argument(rng) for _ in range(rng.randint(0, 4))])
        lines.append(("%d " % rng.randint(0, 10 ** rng.randint(1, 12)) if rng.random() < 0.5 else "") + line)
    return "\n".join(lines).encode() + (b"\n" if rng.random() < 0.8 else b"")


def shuffled_scripts(rng, _):
    lines = []
    for script in rng.sample(SCRIPTS, 3):
        lines += [line for line in script.split(b"\n") if b"quit" not in line]
    rng.shuffle(lines)
    return b"\n".join(lines[:120]) + b"\n"


SCRIPTS = [path.read_bytes() for path in sorted((ROOT / "gtp-scripts").glob("*.gtp"))]
KINDS = {"bytes": random_bytes, "commands": random_commands, "scripts": shuffled_scripts}


def fault_of(engine, session, timeout):
    """What is wrong with the engine's answers to the session; None if nothing is."""
    process = subprocess.Popen(engine, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT)
    try:
        output, errors = process.communicate(session, timeout)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return "it hangs"
    if errors:
        return "standard error: %r" % errors[:300]
    if process.returncode != 0:
        return "exit code %d" % process.returncode
    if output and not output.endswith(b"\n\n"):
        return "the last reply has no end: %r" % output[-80:]
    replies = output.split(b"\n\n")[:-1]
    commands = [line for line in session.split(b"\n") if is_command(line)]
    for command, reply in zip(commands, replies):
        printed = "".join(c for c in command.split(b"#")[0].decode("utf-8", "replace") if not is_control(c) or c == "\t")
        first = printed.split()[0]
        number = first if re.fullmatch("[0-9]+", first) else ""
        # One space and text, or for an analysis the end of the line.
        if not re.match(rb"[=?]%s( (?! )|\n)" % number.encode(), reply):
            return "%r was answered %r" % (command[:200], reply[:200])
        if b"internal error" in reply:
            return "%r gave an internal error" % command[:200]
    if len(replies) != len(commands):
        return "%d commands, %d replies" % (len(commands), len(replies))
    return None


def shorter(engine, session, timeout):
    """The session with as many lines taken out as can be without losing the fault."""
    lines, step = session.split(b"\n"), len(session.split(b"\n")) // 2
    while step:
        start = 0
        while start < len(lines):
            rest = lines[:start] + lines[start + step:]
            if fault_of(engine, b"\n".join(rest), timeout):
                lines = rest
            else:
                start += step
        step //= 2
    return b"\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=60, help="time for each kind of input")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=KINDS)
    parser.add_argument("--timeout", type=float, default=60, help="seconds after which a session hangs")
    parser.add_argument("engine", nargs="+")
    options = parser.parse_args()
    listed = subprocess.run(options.engine, input=b"list_commands\n", capture_output=True, check=True).stdout.decode()
    names = [name for name in listed.split()[1:] if name not in LEFT_OUT]
    faults = 0
    for kind in [options.only] if options.only else KINDS:
        end, number = time.monotonic() + options.seconds, 0
        while time.monotonic() < end:
            rng = random.Random("%s %d %d" % (kind, options.seed, number))
            session = KINDS[kind](rng, names)
            fault = fault_of(options.engine, session, options.timeout)
            if fault:
                faults += 1
                session = shorter(options.engine, session, options.timeout)
                path = pathlib.Path("fuzz-%s-%d.gtp" % (kind, number))
                path.write_bytes(session)
                print("%s: %s" % (path, fault_of(options.engine, session, options.timeout)), flush=True)
            number += 1
            if number % 100 == 0:
                print("%s: %d sessions" % (kind, number), file=sys.stderr, flush=True)
        print("%s: %d sessions" % (kind, number), flush=True)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
