#!/usr/bin/env python3
"""Play games at sudden death and tell how often an engine loses on time, and how much of its time it uses.

    time_table.py [--engine COMMAND] [--opponent COMMAND|self] [--rows 1,2] [--games N] [--out FILE]
    time_table.py --table [--out FILE]
    time_table.py --self-test

The rows are those of ROWS below: board, seconds for the whole game, number of games, and whether every core is loaded twice
over by processes that the script starts. Colours alternate. The clock runs from the moment a command is sent to its reply.
In half of the games the engine is told its time before each move, in the others it has to keep its own clock. The opponent
has no clock; with "self" both players are the engine, each with a clock of its own.

Each game is written to FILE as one line of JSON when it is over, so that the script can be stopped at any time and goes on
where it was. The table that it prints at the end, or at once with --table, has the share of games lost on time with its 95 %
interval (Wilson), and the share of the main time that was used in games that went to two passes. Needs the standard
library only.
"""
import argparse
import json
import math
import os
import shlex
import subprocess
import sys
import threading
import time

# Side of the board, seconds of main time, games, whether the machine is loaded.
ROWS = [(9, 5, 200, False), (13, 15, 60, False), (19, 60, 20, False), (19, 300, 2, False), (9, 5, 100, True)]
KOMI = 7.5
# A reply that takes longer, beyond the main time, means that the program hangs.
HANGS_AFTER = 120


class Player:
    """A GTP engine."""

    def __init__(self, command, limit):
        self.limit = limit
        self.process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True)

    def ask(self, command):
        """The reply, or None if it is an error."""
        watchdog = threading.Timer(self.limit, self.process.kill)
        watchdog.start()
        try:
            self.process.stdin.write(command + '\n')
            self.process.stdin.flush()
            text = ''
            while not text.endswith('\n\n'):
                line = self.process.stdout.readline()
                if not line:
                    raise RuntimeError('the program ended or hung at "%s"' % command)
                text += line
        finally:
            watchdog.cancel()
        return text[1:].strip() if text.startswith('=') else None

    def close(self):
        try:
            self.ask('quit')
        except (RuntimeError, OSError):
            pass
        self.process.wait()


def play(row, number, engine, opponent):
    """One game; what is worth knowing of it."""
    side, main, _, is_loaded = row
    colors = ('black', 'white')
    ours = colors[number % 2]
    is_told = number % 4 < 2
    clocked = colors if opponent == 'self' else (ours,)
    commands = {c: engine if c in clocked else opponent for c in colors}
    players = {c: Player(commands[c], main + HANGS_AFTER) for c in colors}
    used, longest, passes, moves, end = dict.fromkeys(clocked, 0.0), 0.0, 0, 0, None
    try:
        for color, player in players.items():
            setup = ['boardsize %d' % side, 'clear_board', 'komi %s' % KOMI]
            for command in setup + (['time_settings %d 0 0' % main] if color in clocked else []):
                player.ask(command)
        while end is None:
            color, other = colors[moves % 2], colors[1 - moves % 2]
            if color in clocked and is_told:
                players[color].ask('time_left %s %d 0' % (color, max(0, main - used[color])))
            start = time.monotonic()
            move = players[color].ask('genmove ' + color)
            taken = time.monotonic() - start
            if color in clocked:
                used[color], longest = used[color] + taken, max(longest, taken)
            moves += 1
            passes = passes + 1 if (move or '').lower() == 'pass' else 0
            if color in clocked and used[color] > main:
                end = 'time'
            elif (move or '').lower() == 'resign':
                end = 'resignation'
            elif move is None or players[other].ask('play %s %s' % (color, move)) is None:
                end = 'error'
            elif passes == 2:
                end = 'passes'
            elif moves > 3 * side * side:
                end = 'too long'
        score = players[ours].ask('final_score') if end == 'passes' else None
    finally:
        for player in players.values():
            player.close()
    return {'side': side, 'main': main, 'loaded': is_loaded, 'number': number, 'engine': ours, 'end': end,
            'by': color, 'move': move, 'moves': moves, 'told': is_told, 'score': score, 'longest': round(longest, 3),
            'used': {c: round(t, 3) for c, t in used.items()}, 'load_average': round(os.getloadavg()[0], 1)}


def load_machine():
    """Two busy processes for each core."""
    busy = [sys.executable, '-c', 'while True: pass']
    return [subprocess.Popen(busy) for _ in range(2 * os.cpu_count())]


def read(path):
    if not os.path.exists(path):
        return []
    with open(path, encoding='utf-8') as file:
        return [json.loads(line) for line in file if line.strip()]


def games_of(row, games):
    side, main, _, is_loaded = row
    return [g for g in games if (g['side'], g['main'], g['loaded']) == (side, main, is_loaded)]


def wilson(wins, games):
    """The 95 % interval of a share."""
    if games == 0:
        return 0.0, 1.0
    z = 1.96
    share, weight = wins / games, z * z / games
    middle, half = share + weight / 2, z * math.sqrt(share * (1 - share) / games + weight / 4 / games)
    return max(0.0, (middle - half) / (1 + weight)), min(1.0, (middle + half) / (1 + weight))


def table_row(row, games):
    side, main, wanted, is_loaded = row
    clocks = [(g, used) for g in games for used in g['used'].values()]
    lost = sum(g['end'] == 'time' for g in games)
    shares = sorted(used / main for g, used in clocks if g['end'] == 'passes')
    of_main = '%.0f %% (%.0f to %.0f, %d clocks)' % (100 * sum(shares) / len(shares), 100 * shares[0],
                                                     100 * shares[-1], len(shares)) if shares else '-'
    loads = [g['load_average'] for g in games]
    cells = ['%dx%d' % (side, side), '%d s%s' % (main, ', loaded' if is_loaded else ''), '%d of %d' % (len(games), wanted),
             str(lost), '%.1f to %.1f %%' % tuple(100 * x for x in wilson(lost, len(games))),
             '%.0f %%' % (100 * max(used for _, used in clocks) / main), of_main,
             '%.1f' % (sum(loads) / len(loads)), str(sum(g['end'] in ('error', 'too long') for g in games))]
    return '| ' + ' | '.join(cells) + ' |'


def table(games):
    head = ['board', 'main time', 'games', 'lost on time', '95 % interval', 'most used',
            'used in games to the end', 'load average', 'errors']
    lines = ['| ' + ' | '.join(head) + ' |', '|---' * len(head) + '|']
    return '\n'.join(lines + [table_row(row, games_of(row, games)) for row in ROWS if games_of(row, games)])


def run(args):
    rows = [ROWS[int(n) - 1] for n in args.rows.split(',')] if args.rows else ROWS
    for row in rows:
        wanted = min(row[2], args.games or row[2])
        done = len(games_of(row, read(args.out)))
        load = load_machine() if row[3] and done < wanted and not args.no_load else []
        try:
            for number in range(done, wanted):
                game = play(row, number, args.engine, args.opponent)
                with open(args.out, 'a', encoding='utf-8') as file:
                    file.write(json.dumps(game) + '\n')
        finally:
            for process in load:
                process.kill()
                process.wait()


def self_test():
    low, high = wilson(0, 100)
    assert low == 0 and abs(high - 0.037) < 0.001, (low, high)
    low, high = wilson(50, 100)
    assert abs(low - 0.404) < 0.001 and abs(high - 0.596) < 0.001, (low, high)
    assert wilson(0, 0) == (0.0, 1.0)
    game = {'side': 9, 'main': 5, 'loaded': False, 'end': 'passes', 'used': {'black': 4.0}, 'load_average': 1.0}
    games = [game, dict(game, end='time', used={'white': 5.1}), dict(game, loaded=True, end='resignation')]
    assert len(games_of(ROWS[0], games)) == 2 and len(games_of(ROWS[4], games)) == 1
    shown = table(games).splitlines()
    assert len(shown) == 4 and '| 2 of 200 | 1 |' in shown[2] and '80 % (80 to 80, 1 clocks)' in shown[2], shown
    print('self-test passed')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--engine', default='target/release/tengen', help='default: %(default)s')
    parser.add_argument('--opponent', default='self', help='a GTP engine, or self, the default')
    parser.add_argument('--rows', help='numbers of rows, from 1, with commas; all if not given')
    parser.add_argument('--games', type=int, help='fewer games in each row')
    parser.add_argument('--no-load', action='store_true', help='start no load of our own: the machine has enough')
    parser.add_argument('--out', default='time-table.jsonl', metavar='FILE', help='default: %(default)s')
    parser.add_argument('--table', action='store_true', help='print the table of the games in FILE, play none')
    parser.add_argument('--self-test', action='store_true')
    args = parser.parse_args()
    if args.self_test:
        return self_test()
    try:
        if not args.table:
            run(args)
    except KeyboardInterrupt:
        pass
    print(table(read(args.out)))


if __name__ == '__main__':
    sys.exit(main())
