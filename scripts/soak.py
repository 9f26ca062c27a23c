#!/usr/bin/env python3
"""Plays fast games with all that a client may do mixed at random, and looks whether anything goes wrong.

    scripts/soak.py target/release/tengen --minutes 60
    scripts/soak.py target/release/tengen --net NETWORK.bin.gz --minutes 60

Boards of all shapes, rules, komi, handicap, undo, analysis, interrupts, files, judgements at the end, and thinking on the
opponent's time. Each move, of the engine and of chance, is checked with a board of the script's own; memory and threads of
the process are looked at all the time. Needs nothing but Python 3. The last lines are the figures; exit code 1 if anything
was wrong. `--seed` repeats the same commands.
"""
import argparse
import os
import random
import select
import subprocess
import sys
import tempfile
import time

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
# Ruleset: ko rule, whether suicide of several stones is allowed.
RULES = {
    "chinese": ("simple", False), "japanese": ("simple", False), "chinese-ogs": ("positional", False),
    "tromp-taylor": ("positional", True), "aga": ("situational", False), "new-zealand": ("situational", True),
}
HANGS_AFTER = 120  # seconds, of processor time where the process gets any


class Board:
    """The rules of play, written down plainly. Stones are 'b' and 'w'."""

    def __init__(self, width, height, rules):
        self.width, self.height = width, height
        self.ko, self.suicide = RULES[rules]
        self.points = {}
        self.to_play = "b"
        self.history = [({}, None)]  # positions, and who made them

    def neighbours(self, point):
        x, y = point
        around = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
        return [(i, j) for i, j in around if 0 <= i < self.width and 0 <= j < self.height]

    def chain(self, points, start):
        """Stones of a chain, and whether it has a liberty."""
        chain, todo, free = {start}, [start], False
        while todo:
            for near in self.neighbours(todo.pop()):
                if near not in points:
                    free = True
                elif points[near] == points[start] and near not in chain:
                    chain.add(near)
                    todo.append(near)
        return chain, free

    def after(self, color, point):
        """The position after a play, or None if it is illegal."""
        if point in self.points:
            return None
        points = {**self.points, point: color}
        for near in self.neighbours(point):
            if points.get(near, color) != color:
                chain, free = self.chain(points, near)
                if not free:
                    for stone in chain:
                        del points[stone]
        chain, free = self.chain(points, point)
        if not free:
            if len(chain) == 1 or not self.suicide:
                return None
            for stone in chain:
                del points[stone]
        return None if self.repeats(color, points) else points

    def repeats(self, color, points):
        same = [(number, by) for number, (known, by) in enumerate(self.history) if known == points]
        if self.ko == "simple":
            by_opponent = self.history[-1][1] not in (None, color)
            return by_opponent and any(number == len(self.history) - 2 for number, _ in same)
        if self.ko == "positional":
            return bool(same)
        start_by = "w" if self.start_to_play == "b" else "b"
        return any((by or start_by) == color for _, by in same)

    start_to_play = "b"

    def play(self, color, move):
        """Makes a move; False if it is illegal."""
        if move != "pass":
            points = self.after(color, move)
            if points is None:
                return False
            self.points = points
        self.history.append((self.points, color))
        return True

    def undo(self, moves):
        del self.history[len(self.history) - moves:]
        self.points = self.history[-1][0]

    def moves(self):
        return len(self.history) - 1

    def stones(self, color):
        return sorted(vertex(p) for p, c in self.points.items() if c == color)


def vertex(point):
    return f"{LETTERS[point[0]]}{point[1] + 1}"


def point(text):
    return "pass" if text.lower() == "pass" else (LETTERS.index(text[0].upper()), int(text[1:]) - 1)


class Fault(Exception):
    pass


class Engine:
    def __init__(self, command, errors):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors)
        self.pending, self.asked, self.last = b"", 0, ""

    def send(self, text):
        self.last = text
        self.process.stdin.write(text.encode())
        self.process.stdin.flush()

    def reply(self):
        begin = self.processor_time()
        while b"\n\n" not in self.pending:
            ready, _, _ = select.select([self.process.stdout], [], [], HANGS_AFTER)
            if not ready:
                used = self.processor_time() - begin
                if used < HANGS_AFTER and self.is_runnable():
                    continue  # it waits for a processor
                raise Fault(f"no reply: it hangs after {self.last!r}, {used:.1f} s of processor time")
            data = os.read(self.process.stdout.fileno(), 1 << 16)
            if not data:
                raise Fault(f"no reply: it ended with {self.process.wait()}")
            self.pending += data
        text, self.pending = self.pending.split(b"\n\n", 1)
        self.asked += 1
        text = text.decode()
        if text[:1] not in ("=", "?") or "internal error" in text:
            raise Fault(f"not a good reply: {text!r}")
        return text[0] == "=", text[1:].strip()

    def processor_time(self):
        """Seconds that the process has used so far."""
        with open(f"/proc/{self.process.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def is_runnable(self):
        """Whether any thread would run if it could: a loaded machine may not let it for long."""
        for _ in range(100):
            for thread in os.listdir(f"/proc/{self.process.pid}/task"):
                with open(f"/proc/{self.process.pid}/task/{thread}/stat") as file:
                    if file.read().rsplit(")", 1)[1].split()[0] in "RD":
                        return True
            time.sleep(0.1)
        return False

    def ask(self, line):
        self.send(line + "\n")
        return self.reply()

    def status(self):
        """Resident memory in MB, and the number of threads."""
        with open(f"/proc/{self.process.pid}/status") as file:
            fields = dict(line.split(":", 1) for line in file)
        return int(fields["VmRSS"].split()[0]) / 1024, int(fields["Threads"])


class Soak:
    def __init__(self, engine, folder, rng, has_network):
        self.engine, self.rng, self.has_network = engine, rng, has_network
        self.file = os.path.join(folder, "soak.sgf")
        self.games = self.moves = self.refused = 0
        self.board = None

    def expect(self, line, succeeds=True):
        good, text = self.engine.ask(line)
        if good != succeeds:
            raise Fault(f"{line} was answered {text!r}")
        return text

    def game(self):
        rng = self.rng
        side = lambda: rng.choice([1, 2, 3, 4, 5, 5, 6, 7, 7, 8, 9, 9, 9, 10, 11, 13, 15, 19, 22, 25])
        width = side()
        height = width if rng.random() < 0.7 else side()
        rules = rng.choice(list(RULES))
        self.expect(f"kata-set-rules {rules}")
        self.expect(f"boardsize {width}" + ("" if width == height else f" {height}"))
        if rng.random() < 0.3:
            self.expect("clear_board")
        self.expect(f"komi {rng.choice([-5, 0, 0.5, 6.5, 7.5])}")
        self.board = Board(width, height, rules)
        if width == height and width >= 7 and rng.random() < 0.2:
            for stone in self.expect(f"fixed_handicap {rng.randint(2, 4)}").split():
                self.board.points[point(stone)] = "b"
            self.board.history = [(dict(self.board.points), None)]
            self.board.start_to_play = self.board.to_play = "w"
        color, passes = self.board.to_play, 0
        length = min(3 * width * height, rng.randint(5, 150))
        for _ in range(5 * length):
            if passes == 2 or self.board.moves() >= length:
                break
            if self.event(color):
                color = "w" if color == "b" else "b"
                passes = passes + 1 if self.board.history[-1][0] is self.board.history[-2][0] else 0
        self.judge()
        self.games += 1

    def event(self, color):
        """Something happens; whether `color` has moved."""
        choice = self.rng.random()
        if choice < 0.45:
            return self.genmove(color, self.rng.choice(["genmove", "genmove", "kgs-genmove_cleanup"]))
        if choice < 0.75:
            return self.chance_move(color)
        if choice < 0.80:
            return self.analysed_genmove(color)
        if choice < 0.85:
            return self.interrupted_genmove(color)
        if choice < 0.90:
            self.analysis(color)
        elif choice < 0.94:
            moves = self.rng.randint(1, 3)
            can = moves <= self.board.moves()
            self.expect(f"gg-undo {moves}" if moves > 1 else "undo", can)
            if can:
                self.board.undo(moves)
        elif choice < 0.96:
            self.compare()
        elif choice < 0.97:
            self.raw_network()
        elif choice < 0.98:
            self.expect(f"level {self.rng.choice([1, 5, 10, 10])}")
        elif choice < 0.99:
            self.expect(self.rng.choice(["showboard", "final_score", "move_history", "cputime", "tengen-repetition"]))
        else:
            time.sleep(self.rng.random() / 20)  # it thinks on the opponent's time
        return False

    def made(self, color, text):
        if text == "resign":
            return False
        if not self.board.play(color, point(text)):
            raise Fault(f"illegal move {color} {text}")
        self.moves += 1
        return True

    def genmove(self, color, command):
        return self.made(color, self.expect(f"{command} {color}"))

    def analysed_genmove(self, color):
        text = self.expect(f"{self.rng.choice(['lz', 'kata'])}-genmove_analyze {color} 5")
        return self.made(color, text.rsplit("play ", 1)[1])

    def interrupted_genmove(self, color):
        self.engine.send(f"genmove {color}\n")
        time.sleep(self.rng.random() / 100)
        self.engine.send("# interrupt\n")
        good, text = self.engine.reply()
        if not good:
            raise Fault(f"an interrupted genmove was answered {text!r}")
        return self.made(color, text)

    def analysis(self, color):
        self.engine.send(f"{self.rng.choice(['lz', 'kata'])}-analyze {color} 1\n")
        time.sleep(self.rng.random() / 20)
        self.engine.send("name\n")
        for what in ("analysis", "name"):
            good, text = self.engine.reply()
            if not good:
                raise Fault(f"{what} was answered {text!r}")

    def chance_move(self, color):
        place = (self.rng.randrange(self.board.width), self.rng.randrange(self.board.height))
        is_legal = self.board.play(color, place)
        self.expect(f"play {color} {vertex(place)}", is_legal)
        self.moves += is_legal
        self.refused += not is_legal
        return is_legal

    def compare(self):
        for color in "bw":
            found = sorted(self.expect(f"list_stones {color}").split())
            if found != self.board.stones(color):
                raise Fault(f"stones of {color}: {found} instead of {self.board.stones(color)}")

    def raw_network(self):
        """What the network thinks; it knows boards with sides of 2 to 19."""
        knows = all(2 <= side <= 19 for side in (self.board.width, self.board.height))
        text = self.expect(f"kata-raw-nn {self.rng.randint(0, 7)}", self.has_network and knows)
        if self.has_network and knows and "nan" in text.replace("NAN", "-"):
            raise Fault(f"kata-raw-nn was answered {text!r}")

    def judge(self):
        self.compare()
        self.expect("final_score")
        self.expect("final_status_list dead")
        self.expect(f"printsgf {self.file}")
        self.expect("clear_board")
        self.expect(f"loadsgf {self.file}")
        self.compare()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine", help="path of the program")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--options", default="--playouts 40 --threads 2 --memory 64 --ponder --no-resign", help="of the engine")
    parser.add_argument("--net", help="a network, which judges positions instead of playouts")
    parser.add_argument("--most-mb", type=float, default=250, help="more resident memory is a fault")
    parser.add_argument("--most-threads", type=int, default=8, help="more threads are a fault")
    args = parser.parse_args()
    end = time.monotonic() + 60 * args.minutes
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as errors:
        network = ["--net", args.net] if args.net else []
        engine = Engine([args.engine, *args.options.split(), *network], errors)
        soak = Soak(engine, folder, random.Random(args.seed), bool(network))
        fault, seen = None, []
        try:
            while time.monotonic() < end:
                soak.game()
                full = engine.status()
                soak.expect("clear_cache")
                seen.append((*full, engine.status()[0]))
                if seen[-1][0] > args.most_mb or seen[-1][1] > args.most_threads:
                    raise Fault(f"{seen[-1][0]:.0f} MB, {seen[-1][1]} threads")
            engine.send("quit\n")
            engine.reply()
            if engine.process.wait(HANGS_AFTER) != 0:
                raise Fault(f"it ended with {engine.process.returncode}")
        except Fault as why:
            fault = f"after {soak.games} games, {engine.asked} replies: {why}"
        finally:
            engine.process.kill()
        errors.seek(0)
        text = errors.read().decode(errors="replace")
    if text and not fault:
        fault = "words on standard error"
    quarter = max(1, len(seen) // 4)
    quarters = [list(zip(*part)) or [[0]] * 3 for part in (seen[:quarter], seen[-quarter:])]
    (first, last), (kept_first, kept_last) = ([max(q[column]) for q in quarters] for column in (0, 2))
    threads = max((threads for _, threads, _ in seen), default=0)
    print(f"{soak.games} games, {soak.moves} moves, {soak.refused} illegal moves refused, {engine.asked} replies")
    print(f"most memory in the first quarter {first:.1f} MB, in the last {last:.1f} MB; most threads {threads}")
    print(f"most without the tree in the first quarter {kept_first:.1f} MB, in the last {kept_last:.1f} MB")
    print(f"FAULT: {fault}\n{text[-3000:]}" if fault else "no fault")
    sys.exit(1 if fault else 0)


if __name__ == "__main__":
    main()
