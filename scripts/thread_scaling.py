#!/usr/bin/env python3
"""Compare two threads on one tree with two engines of one thread each, and with one thread alone.

    thread_scaling.py [--engine COMMAND] [--size N] [--threads N] [--seconds S] [--rounds N]

In each round the engine searches the empty board for S seconds three times: with one thread, with N threads, and N times at
once with one thread each. The last is what the machine gives N threads that share nothing: two processors of one core, or a
machine with other programs on it, give less than twice the speed of one. What N threads on one tree make of that is what
sharing costs. Simulations a second of time, and of processor time, medians of the rounds. Needs the standard library only.
"""
import argparse
import statistics
import sys

from time_table import Player


def start(engine, threads, size, seconds):
    """An engine that has begun to search."""
    player = Player('%s --threads %d --time-per-move %s --no-resign --seed 1' % (engine, threads, seconds), seconds + 120)
    player.ask('boardsize %d' % size)
    player.cpu = float(player.ask('cputime'))
    player.process.stdin.write('genmove b\n')
    player.process.stdin.flush()
    return player


def finish(player):
    """Simulations a second, and a second of processor time."""
    player.process.stdout.readline()
    player.process.stdout.readline()
    rows = dict(row.split(' ', 1) for row in player.ask('tengen-stats').splitlines())
    cpu = float(player.ask('cputime')) - player.cpu
    player.close()
    playouts = int(rows['playouts'])
    return playouts / float(rows['seconds']), playouts / cpu


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--engine', default='target/release/tengen', help='default: %(default)s')
    parser.add_argument('--size', type=int, default=9, help='side of the board, default: %(default)s')
    parser.add_argument('--threads', type=int, default=2, metavar='N', help='default: %(default)s')
    parser.add_argument('--seconds', type=float, default=3.0, metavar='S', help='default: %(default)s')
    parser.add_argument('--rounds', type=int, default=5, help='default: %(default)s')
    args = parser.parse_args()
    kinds = ['one thread', '%d threads' % args.threads, '%d engines' % args.threads]
    found = {kind: [] for kind in kinds}
    for _ in range(args.rounds):
        for kind, engines, threads in zip(kinds, (1, 1, args.threads), (1, args.threads, 1)):
            players = [start(args.engine, threads, args.size, args.seconds) for _ in range(engines)]
            rates = [finish(player) for player in players]
            found[kind].append((sum(rate for rate, _ in rates), statistics.mean(rate for _, rate in rates)))
    print('%dx%d, %d rounds' % (args.size, args.size, args.rounds))
    base = [statistics.median(column) for column in zip(*found['one thread'])]
    for kind in kinds:
        rate, per_cpu = (statistics.median(column) for column in zip(*found[kind]))
        print('%-12s %8.0f a second (%.2f)   %8.0f a second of processor time (%.2f)' %
              (kind, rate, rate / base[0], per_cpu, per_cpu / base[1]))


if __name__ == '__main__':
    sys.exit(main())
