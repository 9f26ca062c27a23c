#!/usr/bin/env python3
"""Let an engine analyse for a long time and tell how much memory it takes.

    memory_use.py [--engine COMMAND] [--memory MB] [--minutes N] [--size N] [--threads N] [--every MINUTES]

The engine analyses the empty board; every few minutes its best move is played, so that the tree is used again, and a game
that is over begins anew. Each minute a line tells the resident memory now, its peak, and the peak as a share of the cap. The
exit code is 1 if the peak is more than 15 % above the cap. Linux only; needs the standard library only.
"""
import argparse
import shlex
import subprocess
import sys
import threading
import time


class Analysis:
    """An engine that analyses; a thread reads what it says."""

    def __init__(self, command):
        self.process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.best, self.visits = None, 0
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            words = line.split()
            if words[:2] == ['info', 'move']:
                self.best = words[2]
                self.visits = sum(int(words[i + 1]) for i, word in enumerate(words) if word == 'visits')

    def send(self, command):
        self.process.stdin.write(command + '\n')
        self.process.stdin.flush()

    def resident(self):
        """Resident memory and its peak, in MB."""
        with open('/proc/%d/status' % self.process.pid, encoding='ascii') as file:
            fields = dict(line.split(':', 1) for line in file)
        return tuple(int(fields[key].split()[0]) / 1024 for key in ('VmRSS', 'VmHWM'))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--engine', default='target/release/tengen', help='default: %(default)s')
    parser.add_argument('--memory', type=int, default=256, metavar='MB', help='cap of the tree, default: %(default)s')
    parser.add_argument('--minutes', type=int, default=60, help='default: %(default)s')
    parser.add_argument('--size', type=int, default=9, help='side of the board, default: %(default)s')
    parser.add_argument('--threads', type=int, default=1, help='default: %(default)s')
    parser.add_argument('--every', type=int, default=5, metavar='MINUTES', help='between two moves, default: %(default)s')
    args = parser.parse_args()
    engine = Analysis('%s --memory %d --threads %d' % (args.engine, args.memory, args.threads))
    engine.send('boardsize %d' % args.size)
    color, peak = 'b', 0.0
    print('minute  resident MB  peak MB  share of cap  visits of the root', flush=True)
    for minute in range(1, args.minutes + 1):
        if minute % args.every == 1 or args.every == 1:
            engine.send('lz-analyze %s 200' % color)
        time.sleep(60)
        resident, peak = engine.resident()
        print('%6d  %11.0f  %7.0f  %10.0f %%  %18d' % (minute, resident, peak, 100 * peak / args.memory, engine.visits),
              flush=True)
        if minute % args.every == 0:
            engine.send('play %s %s' % (color, engine.best))
            color = 'w' if color == 'b' else 'b'
            if engine.best == 'pass':
                engine.send('clear_board')
    engine.send('quit')
    engine.process.wait()
    return 0 if peak <= 1.15 * args.memory else 1


if __name__ == '__main__':
    sys.exit(main())
