#!/usr/bin/env python3
"""Play each strength level of the engine against levels of GNU Go, and print the score as a table.

    levels.py [--engine COMMAND] [--gnugo COMMAND] [--levels 1,2,...] [--against 1,10] [--games N] [--size N] [--out FILE]
    levels.py --table [--out FILE]

Colours alternate; Chinese rules, komi 7.5; GNU Go says who has won after two passes. Each game is written to FILE as one
line of JSON when it is over, so that the script can be stopped at any time and goes on where it was. The intervals are of 95 %
(Wilson). Needs the standard library only.
"""
import argparse
import json
import sys

from time_table import KOMI, Player, read, wilson

# A reply that takes longer means that the program hangs.
HANGS_AFTER = 300


def play(side, number, engine, gnugo):
    """One game; whether the engine has won it."""
    colors = ('black', 'white')
    ours = colors[number % 2]
    players = {c: Player(engine if c == ours else gnugo, HANGS_AFTER) for c in colors}
    passes = moves = 0
    try:
        for player in players.values():
            for command in ('boardsize %d' % side, 'clear_board', 'komi %s' % KOMI):
                player.ask(command)
        while passes < 2 and moves < 3 * side * side:
            color, other = colors[moves % 2], colors[1 - moves % 2]
            move = players[color].ask('genmove ' + color) or 'resign'
            if move.lower() == 'resign' or players[other].ask('play %s %s' % (color, move)) is None:
                return color != ours
            passes = passes + 1 if move.lower() == 'pass' else 0
            moves += 1
        referee = next(player for color, player in players.items() if color != ours)
        return (referee.ask('final_score') or '').startswith(ours[0].upper())
    finally:
        for player in players.values():
            player.close()


def of(games, level, against, side):
    return [g for g in games if (g['level'], g['against'], g['side']) == (level, against, side)]


def table(games):
    sides, levels, against = (sorted({g[key] for g in games}) for key in ('side', 'level', 'against'))
    lines = []
    for side in sides:
        lines.append('| %dx%d, level | ' % (side, side) + ' | '.join('GNU Go level %d' % a for a in against) + ' |')
        lines.append('|---' * (len(against) + 1) + '|')
        for level in levels:
            cells = []
            for opponent in against:
                played = of(games, level, opponent, side)
                wins = sum(g['won'] for g in played)
                low, high = wilson(wins, len(played))
                cells.append('%d/%d [%.2f, %.2f]' % (wins, len(played), low, high) if played else '')
            lines.append('| %d | %s |' % (level, ' | '.join(cells)))
    return '\n'.join(lines)


def numbers(text):
    return [int(word) for word in text.split(',')]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--engine', default='target/release/tengen', help='default: %(default)s')
    parser.add_argument('--gnugo', default='gnugo --mode gtp --chinese-rules', help='default: %(default)s')
    parser.add_argument('--levels', type=numbers, default=list(range(1, 11)), help='default: all')
    parser.add_argument('--against', type=numbers, default=[1, 10], help='levels of GNU Go, default: 1,10')
    parser.add_argument('--games', type=int, default=20, help='of each pair, default: %(default)s')
    parser.add_argument('--size', type=int, default=9, help='default: %(default)s')
    parser.add_argument('--out', default='levels.jsonl', metavar='FILE', help='default: %(default)s')
    parser.add_argument('--table', action='store_true', help='print the table of the games in FILE, play none')
    args = parser.parse_args()
    try:
        for number in range(0 if args.table else args.games):
            for level in args.levels:
                for opponent in args.against:
                    if len(of(read(args.out), level, opponent, args.size)) > number:
                        continue
                    engine, gnugo = '%s --level %d' % (args.engine, level), '%s --level %d' % (args.gnugo, opponent)
                    won = play(args.size, number, engine, gnugo)
                    game = {'level': level, 'against': opponent, 'side': args.size, 'won': won}
                    with open(args.out, 'a', encoding='utf-8') as file:
                        file.write(json.dumps(game) + '\n')
    except KeyboardInterrupt:
        pass
    print(table(read(args.out)))


if __name__ == '__main__':
    sys.exit(main())
