#!/usr/bin/env python3
"""Screen many changes of parameters at once: which of them make the engine stronger?

    screen.py [--engine COMMAND] [--size N] [--pairs N] [--seed N] [--out FILE] LAYER.NAME=VALUE[,LAYER.NAME=VALUE]...
    screen.py --table [--out FILE]

A factor is one parameter, or several joined by commas, with the values to try instead of those that the engine has. For each
pair of games every factor is given by lot to one of two engines and not to the other, and they play once with each colour,
after the same two random moves. Each game so tells something of every factor: with N games the 95 % interval of each is
about 340 / sqrt(N) * 2 Elo wide to either side, as if it had had all of them to itself, as long as factors do not depend on
each other. The table has, for each factor, what it is worth in Elo (a logistic model of all games) and that interval.

Each pair is written to FILE as a line of JSON when it is over; several runs with different --seed may write to one FILE. With
twenty factors one is beyond its interval by chance: a match decides. Needs the standard library only.
"""
import argparse
import json
import math
import random

from tune import opening, play, set_params, start

ELO = 400 / math.log(10)
# Elo of which a factor is expected to be, before any game: draws figures of few games towards 0.
EXPECTED = 30


def factor(text):
    """The text, names and values of a factor."""
    pairs = [part.split('=') for part in text.split(',')]
    return text, [name for name, _ in pairs], [float(value) if '.' in value else int(value) for _, value in pairs]


def worth(pairs, factors):
    """What each factor is worth in Elo, and its standard error: the most likely values under a logistic model."""
    names = [name for name, _, _ in factors]
    rows = [([pair['signs'][name] for name in names], score) for pair in pairs for score in pair['scores']]
    values, prior = [0.0] * len(names), (ELO / EXPECTED) ** 2
    for _ in range(20):
        gradient = [-prior * v for v in values]
        information = [[prior * (i == j) for j in range(len(names))] for i in range(len(names))]
        for signs, score in rows:
            p = 1 / (1 + math.exp(-sum(v * s for v, s in zip(values, signs))))
            for i, sign in enumerate(signs):
                gradient[i] += (score - p) * sign
                for j, other in enumerate(signs):
                    information[i][j] += p * (1 - p) * sign * other
        inverse = inverted(information)
        values = [v + sum(a * g for a, g in zip(row, gradient)) for v, row in zip(values, inverse)]
    return [(ELO * v, ELO * math.sqrt(inverse[i][i])) for i, v in enumerate(values)]


def inverted(matrix):
    """The inverse of a positive definite matrix, by elimination."""
    n = len(matrix)
    rows = [list(row) + [float(i == j) for j in range(n)] for i, row in enumerate(matrix)]
    for i in range(n):
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for j in range(n):
            if j != i:
                rows[j] = [x - rows[j][i] * y for x, y in zip(rows[j], rows[i])]
    return [row[n:] for row in rows]


def table(pairs):
    factors = [(name, None, None) for name in pairs[0]['signs']]
    lines = ['| factor, %d games | Elo | 95 %% |' % (2 * len(pairs)), '|---|---|---|']
    found = sorted(zip(factors, worth(pairs, factors)), key=lambda item: -item[1][0])
    for (name, _, _), (elo, error) in found:
        lines.append('| %s | %+.0f | [%+.0f, %+.0f] |' % (name, elo, elo - 1.96 * error, elo + 1.96 * error))
    return '\n'.join(lines)


def read(file):
    try:
        with open(file) as lines:
            return [json.loads(line) for line in lines]
    except FileNotFoundError:
        return []


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('factors', nargs='*', type=factor, metavar='LAYER.NAME=VALUE')
    parser.add_argument('--engine', default='target/release/tengen --threads 1 --playouts 2000')
    parser.add_argument('--size', type=int, default=9)
    parser.add_argument('--pairs', type=int, default=500)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--out', default='screen.jsonl')
    parser.add_argument('--table', action='store_true')
    args = parser.parse_args()
    if not args.table and not args.factors:
        parser.error('no factors')
    names = [name for _, names, _ in args.factors for name in names]
    if len(names) > len(set(names)):
        parser.error('a parameter in two factors: which of them it has would be told wrongly')
    if not args.table:
        screen(args)
    pairs = read(args.out)
    if any(pair['signs'].keys() != pairs[0]['signs'].keys() for pair in pairs):
        parser.error('%s has games of other factors' % args.out)
    print(table(pairs) if pairs else 'no games')


def screen(args):
    players = [start(args.engine, args.size) for _ in range(2)]
    names = sorted({name for _, names, _ in args.factors for name in names})
    usual = {name: players[0].ask('tengen-param ' + name.replace('.', ' ')) for name in names}
    rng = random.Random(args.seed)
    for number in range(args.pairs):
        signs = {text: rng.choice((-1, 1)) for text, _, _ in args.factors}
        for player, way in zip(players, (1, -1)):
            values = dict(usual)
            for text, of_factor, changed in args.factors:
                if signs[text] == way:
                    values.update(zip(of_factor, changed))
            set_params(player, list(values), list(values.values()))
        moves = opening(args.size, rng)
        results = (play(players, args.size, moves), -play(players[::-1], args.size, moves))
        with open(args.out, 'a') as out:
            out.write(json.dumps({'signs': signs, 'scores': [(result + 1) / 2 for result in results]}) + '\n')
        print('\rpair %d of %d' % (number + 1, args.pairs), end='', flush=True)
    print()


if __name__ == '__main__':
    main()
