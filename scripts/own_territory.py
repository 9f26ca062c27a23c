#!/usr/bin/env python3
"""Count the needless moves of a player in its own territory at the end of finished games.

    own_territory.py [--player B|W|NAME] [--from MOVE] [--judge COMMAND] [--show] GAME.sgf...
    own_territory.py --self-test

Under territory scoring such a move costs a point, so an engine that plays by Japanese rules should make none. A game is
read as match runners write it: the main line of one record, ";B[xx];W[xx]", with setup stones. It is replayed. In the final
position a stone is taken to be dead if it stands in a smaller region that the other player encloses and has no eye there, a
rough judgement; --engine has a GTP engine say which stones are dead. The contest ends with the last move that was played on
a dame or on a living stone's point outside of the final territories, or that took stones, unless it did so in the player's
own territory after a pass of the opponent. A move after that on a point of the player's own final territory is counted.

Not counted are moves that save stones in atari (teire), and those that answer a move of the opponent inside a territory or
the last one of the contest, near by; the answers are told apart.

A move left over may be a defence that is needed. --judge has a GTP engine play the game on, both sides, from after the move
and from after a pass in its place, with a komi at which the point that the move costs decides the game. The move is needed
if the pass ends worse, by two points or more; --judge may be given again, and one that shows it is enough. A move that no
judge can punish the lack of is counted, so the count may be too high but not too low. Needs the standard library only.
"""
import argparse
import re
import shlex
import subprocess
import sys

COLUMNS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ'
OTHER = {'B': 'W', 'W': 'B'}
# Farthest that an answer is from a move on the border of a territory, in steps along lines.
NEAR = 3


class Board:
    """A position without rules of repetition: records are taken to be legal."""

    def __init__(self, width, height):
        self.width, self.height = width, height
        self.stones = {}

    def neighbours(self, point):
        x, y = point
        return [(x + dx, y + dy) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
                if 0 <= x + dx < self.width and 0 <= y + dy < self.height]

    def points(self):
        return [(x, y) for y in range(self.height) for x in range(self.width)]

    def region(self, start, is_part):
        """The connected points around `start` for which `is_part` holds, and the points next to them."""
        inside, border, todo = {start}, set(), [start]
        while todo:
            for point in self.neighbours(todo.pop()):
                if point in inside:
                    continue
                if is_part(point):
                    inside.add(point)
                    todo.append(point)
                else:
                    border.add(point)
        return inside, border

    def chain(self, point):
        color = self.stones[point]
        chain, border = self.region(point, lambda p: self.stones.get(p) == color)
        return chain, {p for p in border if p not in self.stones}

    def play(self, color, point):
        """Makes a play; the number of stones it takes, its own too."""
        self.stones[point] = color
        taken = 0
        for next_to in self.neighbours(point) + [point]:
            wanted = color if next_to == point else OTHER[color]
            if self.stones.get(next_to) == wanted:
                chain, liberties = self.chain(next_to)
                if not liberties:
                    taken += len(chain)
                    for stone in chain:
                        del self.stones[stone]
        return taken


class Game:
    """The main line of a record."""

    def __init__(self, text):
        nodes = main_line(text)
        root = nodes[0]
        size = root.get('SZ', ['19'])[0].split(':')
        self.width, self.height = int(size[0]), int(size[-1])
        self.names = {'B': root.get('PB', [''])[0], 'W': root.get('PW', [''])[0]}
        self.setup, self.moves = [], []
        for node in nodes:
            for key, values in node.items():
                if key in ('AB', 'AW'):
                    self.setup += [(key[1], self.point(v)) for v in values]
                elif key in ('B', 'W'):
                    self.moves.append((key, self.point(values[0])))

    def point(self, value):
        """The point of a value, None for a pass."""
        value = value.strip()
        if not value or (value == 'tt' and self.width < 20):
            return None
        return ord(value[0]) - ord('a'), self.height - 1 - (ord(value[1]) - ord('a'))

    def board(self, moves=0):
        board = Board(self.width, self.height)
        for color, point in self.setup:
            board.stones[point] = color
        for color, point in self.moves[:moves]:
            if point:
                board.play(color, point)
        return board


def main_line(text):
    """The nodes up to the first ')', each a dictionary of lists of values."""
    nodes, key = [], None
    for token in re.finditer(r'\[((?:\\.|[^\\\]])*)\]|([A-Za-z]+)|([;)])', text, re.S):
        value, name, mark = token.groups()
        if mark == ')':
            break
        if mark == ';':
            nodes.append({})
        elif name:
            key = ''.join(c for c in name if c.isupper())
        elif nodes and key:
            nodes[-1].setdefault(key, []).append(value)
    if not nodes:
        raise ValueError('no game in the file')
    return nodes


def rough_dead(board):
    """Chains inside a region that is all the other player's but for them, and without an eye of their own."""
    dead = set()
    for color in 'BW':
        seen = set()
        for start in board.points():
            if start in seen or board.stones.get(start) == color:
                continue
            region, border = board.region(start, lambda p: board.stones.get(p) != color)
            seen |= region
            enemies = [p for p in region if p in board.stones]
            holes = {p for p in region if p not in board.stones}
            eyes = set()
            for hole in holes - eyes:
                around, walls = board.region(hole, lambda p: p not in board.stones)
                if all(board.stones[w] != color for w in walls):
                    eyes |= around
            # All of the region's border is `color`; two groups that share it live if they have eyes or most of it.
            if border and enemies and not eyes and len(enemies) < len(holes) + 3 and len(region) < len(board.points()) / 2:
                dead |= set(enemies)
    return dead


def territories(board, dead):
    """The owner of each empty or dead point: 'B', 'W', or None for dame."""
    owners = {}
    is_open = lambda p: p not in board.stones or p in dead
    for start in board.points():
        if start in owners or not is_open(start):
            continue
        region, border = board.region(start, is_open)
        colors = {board.stones[p] for p in border}
        owner = colors.pop() if len(colors) == 1 else None
        owners.update({p: owner for p in region})
    return owners


def engine_dead(command, game):
    """The dead stones as an engine judges the end of the game."""
    lines = ['rectangular_boardsize %d %d' % (game.width, game.height)]
    if game.width == game.height:
        lines = ['boardsize %d' % game.width]
    lines += ['clear_board'] + ['play %s %s' % (c, vertex(p)) for c, p in game.setup + game.moves]
    lines += ['final_status_list dead', 'quit']
    run = subprocess.run(shlex.split(command), input='\n'.join(lines) + '\n', capture_output=True, text=True)
    replies = [r for r in re.split(r'\n\s*\n', run.stdout) if r.strip()]
    if len(replies) < len(lines) - 1 or not replies[len(lines) - 2].startswith('='):
        raise RuntimeError('the engine does not judge the game')
    vertices = replies[len(lines) - 2][1:].split()
    return {(COLUMNS.index(v[0].upper()), int(v[1:]) - 1) for v in vertices}


def examine(game, dead=None):
    """The move number of the last contest, and for each player the needless moves and the answers after it."""
    end = game.board(len(game.moves))
    dead = rough_dead(end) if dead is None else dead
    owners = territories(end, dead)
    # A point belongs to whose territory it is, or to the living stone on it: what stands in a territory was filled in.
    filled = {p: territory_if_empty(end, p, dead) for p in end.points() if p in end.stones and p not in dead}
    board, last = game.board(), 0
    kinds = []
    for number, (color, point) in enumerate(game.moves, 1):
        if point is None:
            kinds.append('pass')
            continue
        protects = any(board.stones.get(p) == color and len(board.chain(p)[1]) == 1 for p in board.neighbours(point))
        taken = board.play(color, point)
        owner = owners[point] if point in owners else filled.get(point)
        if owner == color and protects and not taken:
            kinds.append('teire')
        elif owner == color and (not taken or kinds[-1:] == ['pass']):
            kinds.append('own')
        elif owner == OTHER[color] and not taken:
            kinds.append('invasion')
        else:
            kinds.append('contest')
            last = number
    needless, answers = {'B': [], 'W': []}, {'B': [], 'W': []}
    for number in range(last + 1, len(game.moves) + 1):
        color, _ = game.moves[number - 1]
        if kinds[number - 1] == 'own':
            answered = number > 1 and is_answer(game.moves[number - 2][1], kinds[number - 2], game.moves[number - 1][1])
            (answers if answered else needless)[color].append(number)
    return last, needless, answers


def is_answer(before, kind, point):
    """Whether a move answers the opponent's one: an invasion, or a contact move of the contest, as it may be sente."""
    near = before is not None and abs(before[0] - point[0]) + abs(before[1] - point[1]) <= NEAR
    return kind == 'invasion' or (kind == 'contest' and near)


def territory_if_empty(board, point, dead):
    """Whose territory the point of a living stone would be without that stone; None if it holds two sides apart or is a
    wall of the territory."""
    color = board.stones[point]
    around = board.neighbours(point)
    if any(board.stones.get(p) == OTHER[color] and p not in dead for p in around):
        return None
    without = Board(board.width, board.height)
    without.stones = {p: c for p, c in board.stones.items() if p != point}
    region, border = without.region(point, lambda p: p not in without.stones or p in dead)
    return color if {without.stones[p] for p in border} == {color} else None


class Gtp:
    """An engine to talk to."""

    def __init__(self, command):
        self.process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True)

    def __call__(self, command):
        self.process.stdin.write(command + '\n')
        self.process.stdin.flush()
        reply = []
        while not reply or reply[-1].strip():
            reply.append(self.process.stdout.readline())
            if not reply[-1]:
                raise RuntimeError('the engine died at ' + command)
        if not reply[0].startswith('='):
            raise RuntimeError('%s: %s' % (command, reply[0].strip()))
        return reply[0][1:].strip()

    def set_up(self, game, turns, komi):
        for command in ['boardsize %d' % game.width, 'clear_board', 'komi %s' % komi]:
            self(command)
        for color, point in game.setup + turns:
            self('play %s %s' % (color, vertex(point)))

    def margin(self):
        """Black's margin with komi."""
        score = self('final_score')
        return 0.0 if score == '0' else float(score[2:]) * (1 if score[0] == 'B' else -1)

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def vertex(point):
    return 'pass' if point is None else '%s%d' % (COLUMNS[point[0]], point[1] + 1)


def ending(engine, game, turns, komi):
    """Black's margin without komi when the engine has played the game on to its end."""
    engine.set_up(game, turns, komi)
    color, passes = OTHER[turns[-1][0]], int(turns[-1][1] is None)
    for _ in range(2 * game.width * game.height):
        if passes == 2:
            break
        move = engine('genmove ' + color).upper()
        if move == 'RESIGN':
            return -1000.0 if color == 'B' else 1000.0
        passes = passes + 1 if move == 'PASS' else 0
        color = OTHER[color]
    return engine.margin() + komi


def is_needed(command, game, number):
    """Whether that move, a play in own territory, is a defence: without it the game ends worse for its player."""
    color = game.moves[number - 1][0]
    sign = 1 if color == 'B' else -1
    before, move = game.moves[:number - 1], game.moves[number - 1]
    engine = Gtp(command)
    # By komi the player just wins if a pass loses nothing, and just loses with the point gone that the move costs.
    engine.set_up(game, before + [move, (OTHER[color], None), (color, None)], 0)
    komi = engine.margin() + sign * 0.5
    with_move, with_pass = (ending(engine, game, before + [turn], komi) for turn in (move, (color, None)))
    engine.close()
    return sign * with_pass < sign * with_move


def sides(game, player):
    if player in (None, 'B', 'W'):
        return ['B', 'W'] if player is None else [player]
    found = [c for c in 'BW' if game.names[c] == player]
    return found or [c for c in 'BW' if player.lower() in game.names[c].lower()]


def report(path, args):
    with open(path, encoding='utf-8', errors='replace') as file:
        game = Game(file.read())
    dead = engine_dead(args.engine, game) if args.engine else None
    last, needless, answers = examine(game, dead)
    if args.start:
        last = args.start
        needless = {c: [n for n in numbers if n > last] for c, numbers in needless.items()}
    colors = sides(game, args.player)
    is_counted = lambda n: not any(is_needed(judge, game, n) for judge in args.judge)
    needless = {c: [n for n in needless[c] if is_counted(n)] for c in colors}
    count = sum(len(needless[c]) for c in colors)
    answered = sum(len(answers[c]) for c in colors)
    name = lambda n: '%d:%s%s' % (n, game.moves[n - 1][0], vertex(game.moves[n - 1][1]))
    shown = ' '.join(name(n) for c in colors for n in needless[c]) if args.show else ''
    print('%s: %d needless of %s, %d answers, %d moves, contest until %d %s' %
          (path, count, '+'.join(colors) or 'nobody', answered, len(game.moves), last, shown))
    return count, answered


def self_test():
    # 5x5: the wall stands after move 10; then dame C3 by White, an own move of Black at A5, passes.
    walls = ';B[ab];W[ad];B[bb];W[bd];B[cb];W[cd];B[db];W[dd];B[eb];W[ed];B[ac];W[bc];B[ec];W[dc]'
    tail = {';W[cc]': ('B', 0), ';B[cc];W[];B[aa];W[];B[]': ('B', 1), ';B[cc];W[ee];B[aa];W[];B[]': ('W', 1),
            ';B[cc];W[ca];B[ba];W[];B[]': ('B', 0)}
    for moves, (color, expected) in tail.items():
        game = Game('(;GM[1]SZ[5]PB[one]PW[two]' + walls + moves + ')')
        last, needless, answers = examine(game)
        assert last == 15, (moves, last)
        assert len(needless[color]) == expected, (moves, needless, answers)
    game = Game('(;SZ[5]' + walls + ';B[cc];W[ca];B[ba];W[];B[])')
    last, needless, answers = examine(game)
    assert answers['B'] == [17], answers
    # To take a stone that was just played is a contest, to take one after a pass is not.
    game = Game('(;SZ[5]' + walls + ';B[cc];W[];B[ae];W[be];B[];W[])')
    assert examine(game)[0] == 18 and examine(game)[1] == {'B': [], 'W': []}, examine(game)
    game = Game('(;SZ[5]' + walls + ';B[cc];W[];B[ae];W[];B[];W[be];B[];W[])')
    assert examine(game)[0] == 15 and examine(game)[1] == {'B': [], 'W': [20]}, examine(game)
    # White A1 is in atari and connects at A2.
    game = Game('(;SZ[5]AB[be][ce][de][ee][ed]AW[ae][bd][dd][ac][bc][cc][dc];B[cd];W[ad];B[];W[])')
    assert examine(game)[1] == {'B': [], 'W': []}, examine(game)
    board = Board(3, 3)
    for color, point in (('B', (1, 0)), ('W', (0, 0)), ('B', (0, 1))):
        taken = board.play(color, point)
    assert taken == 1 and (0, 0) not in board.stones
    assert main_line('(;A[1]B[2\\]];C[](;D[3])(;E[4]))')[1:] == [{'C': ['']}, {'D': ['3']}]
    named = Game('(;SZ[9]PB[tengen]PW[gnugo 3.8];B[ee])')
    assert sides(named, 'gnugo') == ['W'] and sides(named, 'tengen') == ['B'] and sides(named, None) == ['B', 'W']
    print('self-test passed')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('games', nargs='*', metavar='GAME.sgf')
    parser.add_argument('--player', help='B, W or a name; both players if not given')
    parser.add_argument('--from', dest='start', type=int, help='count moves after this one only')
    parser.add_argument('--engine', help='command of a GTP engine that judges which stones are dead')
    parser.add_argument('--judge', action='append', default=[], help='command of a GTP engine that plays the game on')
    parser.add_argument('--show', action='store_true', help='list the moves')
    parser.add_argument('--self-test', action='store_true')
    args = parser.parse_args()
    if args.self_test:
        return self_test()
    if not args.games:
        parser.error('no games')
    counts = [report(path, args) for path in args.games]
    print('%d games: %d needless moves in own territory, %d answers to invasions' %
          (len(counts), sum(c for c, _ in counts), sum(a for _, a in counts)))


if __name__ == '__main__':
    sys.exit(main())
