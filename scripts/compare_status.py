#!/usr/bin/env python3
"""Compare the engine's final_score and dead stones with GNU Go's on finished games.

    compare_status.py make  GAMES.jsonl --games 200 [--opponent "target/release/tengen --playouts 1000 --no-resign"]
    compare_status.py check GAMES.jsonl --engine target/release/tengen [--show]

`make` plays games on 9x9 and 13x13 from a random opening, GNU Go against itself at levels drawn from --levels (or
against the opponent), until both pass, and lets GNU Go at level 10 (Chinese rules, aftermath scoring) judge the end. It appends to the
file and goes on where an earlier run stopped. `check` replays each game on the engine, before and after the passes, and
counts winners, scores and lists of dead stones that agree. Needs the standard library only.
"""
import argparse
import json
import os
import random
import shlex
import subprocess
import sys
import time

GNUGO = '/usr/games/gnugo --mode gtp --chinese-rules --score aftermath'
COLUMNS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ'


class Gtp:
    def __init__(self, command):
        self.process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True)

    def __call__(self, command):
        self.process.stdin.write(command + '\n')
        self.process.stdin.flush()
        lines = []
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError('engine died at ' + command)
            if not line.strip():
                break
            lines.append(line.strip())
        if lines[0].startswith('?'):
            raise ValueError('%s: %s' % (command, lines[0]))
        return ' '.join(lines)[1:].strip()

    def vertices(self, command):
        return sorted(v.upper() for v in self(command).split())

    def quit(self):
        self.process.stdin.close()
        self.process.wait()


def replay(engine, game, moves, komi=None):
    engine('boardsize %d' % game['size'])
    engine('clear_board')
    engine('komi %s' % (game['komi'] if komi is None else komi))
    for move in moves:
        engine('play ' + move)


def play_game(number, opponent, sizes, levels, noise):
    """One game; GNU Go plays both sides, or one of them against the opponent."""
    rng = random.Random(number)
    size = rng.choice(sizes)
    levels = [rng.choice(levels) for _ in range(2)]
    gnugo = Gtp(GNUGO + ' --seed %d' % (number + 1))
    players = [gnugo, gnugo]
    if opponent:
        players[rng.randrange(2)] = Gtp(opponent)
    everyone = list({id(p): p for p in players}.values())
    for player in everyone:
        for command in ('boardsize %d' % size, 'clear_board', 'komi 7.5'):
            player(command)
    moves, passes = [], 0
    opening = rng.randint(2, 8)
    while passes < 2 and len(moves) < 3 * size * size:
        color = 'bw'[len(moves) % 2]
        player = players[len(moves) % 2]
        if len(moves) < opening or (rng.random() < noise and len(moves) < size * size // 2):
            vertex = COLUMNS[rng.randint(0, size - 1)] + str(rng.randint(1, size))
            try:
                gnugo('play %s %s' % (color, vertex))
            except ValueError:
                continue
            told = [gnugo]
        else:
            if player is gnugo:
                gnugo('level %d' % levels[len(moves) % 2])
            vertex = player('genmove ' + color).upper()
            told = [player]
        if vertex == 'RESIGN':
            return None
        for other in everyone:
            if other not in told:
                other('play %s %s' % (color, vertex))
        moves.append('%s %s' % (color, vertex))
        passes = passes + 1 if vertex == 'PASS' else 0
    for player in everyone:
        player.quit()
    return {'id': number, 'size': size, 'komi': 7.5, 'moves': moves, 'opponent': opponent or ''}


def judge(game):
    """GNU Go's score and dead stones at level 10."""
    gnugo = Gtp(GNUGO + ' --level 10 --seed 1')
    replay(gnugo, game, game['moves'])
    game['dead'] = gnugo.vertices('final_status_list dead')
    game['seki'] = gnugo.vertices('final_status_list seki')
    gnugo.quit()
    gnugo = Gtp(GNUGO + ' --level 10 --seed 1')
    replay(gnugo, game, game['moves'])
    game['score'] = gnugo('final_score')
    gnugo.quit()


def make(options):
    done = {json.loads(line)['id'] for line in open(options.file)} if os.path.exists(options.file) else set()
    start = time.time()
    with open(options.file, 'a') as out:
        for number in range(options.first, options.first + options.games):
            if number in done:
                continue
            sizes = [int(size) for size in options.sizes.split(',')]
            levels = [int(level) for level in options.levels.split(',')]
            game = play_game(number, options.opponent, sizes, levels, options.noise)
            if game is None:
                continue
            judge(game)
            out.write(json.dumps(game) + '\n')
            out.flush()
            print('game %d: %d moves, %s, %d dead, %.0f s' % (number, len(game['moves']), game['score'],
                                                             len(game['dead']), time.time() - start), flush=True)


def diagram(game, engine, dead, expected):
    """The final board; d: dead for both, e: for the engine alone, g: for GNU Go alone (upper case: Black's)."""
    black = engine.vertices('list_stones black')
    white = engine.vertices('list_stones white')
    rows = []
    for row in range(game['size'], 0, -1):
        cells = []
        for column in COLUMNS[:game['size']]:
            vertex = column + str(row)
            mark = '.'
            if vertex in black + white:
                mark = 'X' if vertex in black else 'O'
                if vertex in dead or vertex in expected:
                    mark = 'd' if vertex in dead and vertex in expected else 'e' if vertex in dead else 'g'
                    mark = mark.upper() if vertex in black else mark
            cells.append(mark)
        rows.append('    ' + ' '.join(cells))
    return '\n'.join(rows)


def check(options):
    games = [json.loads(line) for line in open(options.file)]
    counts = dict.fromkeys(['winner', 'score', 'dead', 'seki', 'same before the passes'], 0)
    slowest = total = 0
    for i, game in enumerate(games):
        engine = Gtp(options.engine)
        engine('kata-set-rules chinese')
        moves = game['moves']
        replay(engine, game, moves[:-2])
        start = time.time()  # The first judgement counts: the engine may remember it.
        early = engine.vertices('final_status_list dead')
        spent = time.time() - start
        for move in moves[-2:]:
            engine('play ' + move)
        dead = engine.vertices('final_status_list dead')
        slowest, total = max(slowest, spent), total + spent
        score = engine('final_score')
        seki = engine.vertices('final_status_list seki')
        number = float(score[2:]) * (1 if score[0] == 'B' else -1) if score != '0' else 0
        theirs = float(game['score'][2:]) * (1 if game['score'][0] == 'B' else -1) if game['score'] != '0' else 0
        same = {'winner': score[0] == game['score'][0], 'score': abs(number - theirs) < 1.1, 'dead': dead == game['dead'],
                'seki': seki == game['seki'], 'same before the passes': early == dead or 'PASS' not in ' '.join(moves[-2:])}
        for key, value in same.items():
            counts[key] += value
        if options.show and not all(same.values()):
            print('game %d: %s, GNU Go %s; differs in %s' % (game['id'], score, game['score'],
                                                            ', '.join(k for k in same if not same[k])))
            print(diagram(game, engine, dead, game['dead']))
            print('    seki: %s, GNU Go: %s' % (' '.join(seki), ' '.join(game['seki'])))
        engine.quit()
        if sys.stderr.isatty():
            print('\r%d of %d' % (i + 1, len(games)), end='', file=sys.stderr, flush=True)
    print('\n%d games, %d with dead stones; slowest judgement %.2f s, mean %.2f s' % (
        len(games), sum(1 for g in games if g['dead']), slowest, total / max(1, len(games))))
    for key, value in counts.items():
        print('%-24s %d (%.1f %%)' % (key, value, 100 * value / max(1, len(games))))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest='command', required=True)
    make_options = commands.add_parser('make')
    make_options.add_argument('file')
    make_options.add_argument('--games', type=int, default=200)
    make_options.add_argument('--first', type=int, default=0)
    make_options.add_argument('--opponent')
    make_options.add_argument('--sizes', default='9,9,13', help='sides of the boards to draw from')
    make_options.add_argument('--levels', default='1,2,3,4,5,6,7,8,9,10', help='levels of GNU Go to draw from')
    make_options.add_argument('--noise', type=float, default=0.0, help='share of random moves in the first half of the game')
    check_options = commands.add_parser('check')
    check_options.add_argument('file')
    check_options.add_argument('--engine', required=True)
    check_options.add_argument('--show', action='store_true')
    options = parser.parse_args()
    make(options) if options.command == 'make' else check(options)


if __name__ == '__main__':
    main()
