#!/usr/bin/env python3
"""Tune parameters of the engine by games against itself: simultaneous perturbation stochastic approximation (Spall 1992).

    tune.py [--engine COMMAND] [--size N] [--pairs N] [--rate R] [--out FILE] LAYER.NAME=STEP[:LEAST:MOST]...

For each pair of games every parameter is moved up or down by its STEP, at random; the moved engine plays the one moved the
other way, once with each colour, after the same two random moves. The score pulls the parameters to the better side, by at
most RATE steps, less and less; none leaves its bounds. Parameters that are whole numbers cannot be tuned. `tengen-param LAYER` lists names and where each begins; give the engine few playouts, as in
--engine "target/release/tengen --threads 1 --playouts 500". Each pair is written to FILE as a line of JSON when it is over,
so that the script can be stopped at any time and goes on where it was. What it finds is a candidate: a match against the
old values decides. Needs the standard library only.
"""
import argparse
import json
import math
import random

from time_table import KOMI, Player

# A reply that takes longer means that the program hangs.
HANGS_AFTER = 300
# Columns of vertices.
LETTERS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ'
# Pairs until the steps of the search are half as long.
HALVED_AFTER = 200


def param(text):
    """Name, step and bounds of a parameter of the command line."""
    name, numbers = text.split('=')
    step, *bounds = map(float, numbers.split(':'))
    least, most = bounds or (-math.inf, math.inf)
    return name, step, (least, most)


def moved(values, by, bounds):
    """The values moved by so much, as far as their bounds let them."""
    return [min(max(v + d, least), most) for v, d, (least, most) in zip(values, by, bounds)]


def start(engine, side):
    player = Player(engine, HANGS_AFTER)
    player.ask('boardsize %d' % side)
    return player


def set_params(player, names, values):
    for name, value in zip(names, values):
        if player.ask('tengen-param %s %s' % (name.replace('.', ' '), value)) is None:
            raise SystemExit('the engine refuses %s for %s' % (value, name))


def opening(side, rng):
    """Two different random moves that are not on the edge."""
    points = [LETTERS[c] + str(r + 1) for c in range(1, side - 1) for r in range(1, side - 1)]
    return rng.sample(points, 2)


def play(players, side, moves):
    """One game of (black, white) after those moves; 1 if Black has won, -1 if White has, 0 for a draw."""
    for player in players:
        player.ask('clear_board')
        player.ask('komi %s' % KOMI)
    passes, count = 0, 0
    while passes < 2 and count < 3 * side * side:
        color = 'bw'[count % 2]
        mover, other = players[count % 2], players[1 - count % 2]
        move = moves[count] if count < len(moves) else mover.ask('genmove ' + color)
        if move is None or move.lower() == 'resign':
            return -1 if color == 'b' else 1
        told = (mover, other) if count < len(moves) else (other,)
        if any(player.ask('play %s %s' % (color, move)) is None for player in told):
            return -1 if color == 'b' else 1
        passes = passes + 1 if move.lower() == 'pass' else 0
        count += 1
    score = players[0].ask('final_score') or '0'
    return {'B': 1, 'W': -1}.get(score[0], 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('params', nargs='+', type=param, metavar='LAYER.NAME=STEP[:LEAST:MOST]')
    parser.add_argument('--engine', default='target/release/tengen --threads 1 --playouts 500')
    parser.add_argument('--size', type=int, default=9)
    parser.add_argument('--pairs', type=int, default=300)
    parser.add_argument('--rate', type=float, default=0.2)
    parser.add_argument('--out', default='tune.jsonl')
    args = parser.parse_args()
    names, steps, bounds = zip(*args.params)
    players = [start(args.engine, args.size) for _ in range(2)]
    values = [float(players[0].ask('tengen-param ' + name.replace('.', ' '))) for name in names]
    first = list(values)
    try:
        done = [json.loads(line) for line in open(args.out)]
    except FileNotFoundError:
        done = []
    if done:
        values = done[-1]['values']
    rng = random.Random(len(done) + 1)
    for pair in range(len(done), args.pairs):
        signs = [rng.choice((-1, 1)) for _ in names]
        for player, way in zip(players, (1, -1)):
            set_params(player, names, moved(values, [way * s * c for s, c in zip(signs, steps)], bounds))
        moves = opening(args.size, rng)
        score = (play(players, args.size, moves) - play(players[::-1], args.size, moves)) / 2
        rate = args.rate / (1 + pair / HALVED_AFTER)
        values = moved(values, [rate * score * s * c for s, c in zip(signs, steps)], bounds)
        with open(args.out, 'a') as out:
            out.write(json.dumps({'signs': signs, 'score': score, 'values': values}) + '\n')
        print('\rpair %d of %d: %s' % (pair + 1, args.pairs, ' '.join('%.4g' % v for v in values)), end='', flush=True)
    print()
    for name, old, new in zip(names, first, values):
        print('%s %.4g -> %.4g' % (name, old, new))


if __name__ == '__main__':
    main()
