#!/usr/bin/env python3
"""Checks proofs of who wins a position of the Game of Amazons.

Written from docs/proofs.md alone, with nothing but the standard library, to show that the page says
enough. It holds the whole proof in memory, and remembers what it found out about sets of squares: a
reply changes few of them, so most are met again and again.
"""
import argparse
import functools
import hashlib
import itertools
import os
import re
import shutil
import sys
import time
import zlib

EPILOG = """\
Prints one line for each file; on a terminal also how far it is. A proof of 5x6 takes a few minutes.
Exit codes: 0 accepted, 1 rejected, 2 not a proof file, 130 interrupted; of several files, the largest.

example:
  scripts/check_proof.py docs/proofs/4x4.proof docs/proofs/5x5.proof"""


class NotAProof(Exception):
    pass


class Rejected(Exception):
    pass


def remembering(function):
    """The function, with its latest results kept: enough for speed, never more memory than that."""
    return functools.lru_cache(maxsize=1 << 18)(function)


def bits(squares):
    while squares:
        yield squares & -squares
        squares &= squares - 1


class Board:
    """Squares are bits: bit 0 is A1, then along the ranks. Sets of squares are their sums."""

    def __init__(self, width, height):
        self.width, self.height, self.squares = width, height, width * height
        self.all = (1 << self.squares) - 1
        self.not_last_file = self.not_first_file = 0
        self.rays, self.lines = {}, {}
        for square in range(self.squares):
            x, y = square % width, square // width
            self.not_last_file |= (x < width - 1) << square
            self.not_first_file |= (x > 0) << square
            directions = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
            rays = [self.ray(x, y, *direction) for direction in directions]
            self.rays[1 << square], self.lines[1 << square] = rays, sum(map(sum, rays))
        self.targets = remembering(self.targets)
        self.pieces = remembering(self.pieces)
        self.plodding = remembering(self.plodding)

    def ray(self, x, y, dx, dy):
        x, y = x + dx, y + dy
        if not (0 <= x < self.width and 0 <= y < self.height):
            return []
        return [1 << (y * self.width + x)] + self.ray(x, y, dx, dy)

    def spread(self, squares):
        """The squares and all that a king's step leads to."""
        row = (squares & self.not_last_file) << 1 | (squares & self.not_first_file) >> 1 | squares
        return (row | row << self.width | row >> self.width) & self.all

    def reached(self, start, ground):
        while True:
            more = start | self.spread(start) & ground
            if more == start:
                return start
            start = more

    def pieces(self, squares):
        """What the squares fall into, connected by king's steps; the one with the first square first."""
        pieces = []
        while squares:
            pieces.append(self.reached(squares & -squares, squares))
            squares &= ~pieces[-1]
        return pieces

    def targets(self, square, empty):
        """Where a slide from a square can end, given which squares of its lines are empty."""
        free = functools.partial(itertools.takewhile, lambda target: target & empty)
        return list(itertools.chain.from_iterable(map(free, self.rays[square])))

    def slides(self, square, empty):
        return self.targets(square, empty & self.lines[square])

    def moves(self, amazons, empty):
        for start in bits(amazons):
            for to in self.slides(start, empty):
                for arrow in self.slides(to, (empty | start) ^ to):
                    yield start, to, arrow

    def plodding(self, amazons, kept):
        """How many steps amazons make one after another over these squares, and who makes none."""
        left, ready = kept, amazons
        for amazon in bits(amazons):
            at = amazon
            while steps := self.spread(at) & left & ~at:
                at = min(bits(steps), key=lambda s: (self.spread(s) & left & ~s).bit_count())
                left &= ~at
                ready &= ~amazon
        return kept.bit_count() - left.bit_count(), ready


def four_squares(byte):
    """Which of four squares are closed, empty, the winner's, the loser's; the first in the highest bits."""
    contents = [byte >> shift & 3 for shift in (6, 4, 2, 0)]
    return [sum((content == kind) << n for n, content in enumerate(contents)) for kind in range(4)]


FOUR_SQUARES = [four_squares(byte) for byte in range(256)]


class Checker:
    """A state is (winner's amazons, loser's amazons, empty squares, free moves)."""

    def __init__(self, data):
        self.read(data)
        self.longest_known = {}
        self.recent = []
        self.is_decided = remembering(self.is_decided)

    def read(self, data):
        self.data, self.at, self.part = data, 0, 0
        header = self.take(data.find(b"\n\n") + 2).decode("utf-8")
        pattern = (
            r"otrera-proof ([12])\nposition ([bwx./]+) ([bw])\nwinner ([bw])\nlookahead ([01])\n"
            r"territory ([0-8])\n(?:amazons ([0-4])\n)?origin (?:[^\n]*[^\n\r])?\n\n"
        )
        found = re.fullmatch(pattern, header)
        if not found or len(header.encode("utf-8")) > 4096 or (found[1] == "2") != bool(found[7]):
            raise NotAProof("the header is not as it should be")
        self.position, self.to_move, self.winner = found[2], found[3], found[4]
        self.lookahead, self.territory = int(found[5]), int(found[6])
        self.amazons = int(found[7] or 4)
        self.checksum()
        rows = self.position.split("/")
        if len(set(map(len, rows))) != 1 or not 0 < len(rows) * len(rows[0]) <= 128:
            raise NotAProof("the position is no board")
        self.board = Board(len(rows[0]), len(rows))
        contents = "".join(reversed(rows))
        letters = ("b", "w", ".") if self.winner == "b" else ("w", "b", ".")
        sets = (sum((c == letter) << n for n, c in enumerate(contents)) for letter in letters)
        self.root = (*sets, 0)
        self.records = []
        key_length = 2 + (self.board.squares + 3) // 4
        last = b""
        while count := self.number(4):
            length = self.number(4)
            if count > 65536 or length > 65536 * (key_length + 3):
                raise NotAProof("a block is too large")
            first_key = self.take(key_length)
            packed = self.take(length)
            self.checksum()
            columns = self.unpacked(packed, count * (key_length + 3))
            for n in range(count):
                record = columns[n::count]
                key = record[:key_length]
                if key <= last or (n == 0 and key != first_key):
                    raise NotAProof("keys are out of order")
                last = key
                self.records.append(record)
        if self.number(8) != len(self.records):
            raise NotAProof("the end counts other entries than there are")
        digest = hashlib.sha256(data[: self.at]).digest()
        if self.take(32) != digest or self.at != len(data):
            raise NotAProof("the end is wrong")

    @staticmethod
    def unpacked(packed, length):
        """The content of one zlib stream that fills the block, and has this length."""
        unpacker = zlib.decompressobj()
        columns = unpacker.decompress(packed, length + 1)
        whole = unpacker.eof and not unpacker.unused_data and len(columns) == length
        if not whole or packed[0] != 0x78:
            raise NotAProof("a block is not one zlib stream of the size it should have")
        return columns

    def take(self, count):
        if self.at + count > len(self.data):
            raise NotAProof("file is truncated")
        self.at += count
        return self.data[self.at - count : self.at]

    def number(self, length):
        return int.from_bytes(self.take(length), "little")

    def checksum(self):
        if hashlib.sha256(self.data[self.part : self.at]).digest()[:8] != self.take(8):
            raise NotAProof(f"a part that begins at byte {self.part} has a wrong checksum")
        self.part = self.at

    def add(self, record):
        empty = own = other = 0
        for n, byte in enumerate(record[1:-4]):
            sets = FOUR_SQUARES[byte]
            empty, own, other = empty | sets[1] << 4 * n, own | sets[2] << 4 * n, other | sets[3] << 4 * n
        if (empty | own | other) & ~self.board.all:
            raise Rejected("an entry has something outside the board")
        if record[0] != self.board.squares - empty.bit_count():
            raise Rejected("an entry has another number of empty squares than it says")
        play = None if record[-3:] == b"\xff\xff\xff" else tuple(1 << n for n in record[-3:])
        # Of entries that differ in free moves, those with fewer come first.
        self.entries.setdefault((own, other, empty), []).append((record[-4] - 128, play))

    def reduced(self, state):
        own, other, empty, free = state
        for area in self.board.pieces(own | other | empty):
            winners, losers, ground = own & area, other & area, empty & area
            if ground and winners and losers:
                continue
            if ground and (winners or losers):
                amazons = winners | losers
                if ground.bit_count() > self.territory or amazons.bit_count() > self.amazons:
                    continue
                moves = self.longest(amazons, ground)
                free += moves if winners else -moves
            own, other, empty = own ^ winners, other ^ losers, empty ^ ground
        return own, other, empty, free

    def longest(self, amazons, empty):
        """The longest sequence of moves of these amazons, nobody else moving."""
        best = self.longest_known.get((amazons, empty))
        if best is None:
            best = 0
            for start, to, arrow in self.board.moves(amazons, empty):
                left = (empty | start) & ~(to | arrow)
                if best < empty.bit_count():
                    best = max(best, 1 + self.longest(amazons ^ start ^ to, left))
            self.longest_known[amazons, empty] = best
        return best

    def sure_of(self, state, wanted):
        own, other, empty, sure = state
        parts = [part for part in self.board.pieces(empty | other) if part & other]
        ground = sum(parts) & empty
        kept = empty ^ ground
        sure -= ground.bit_count()
        # There are no more steps than squares, and a part gives no more than 2.
        if sure + kept.bit_count() + 2 * len(parts) < wanted:
            return False
        steps, ready = self.board.plodding(own, kept)
        sure += steps
        unsafe = 0
        for part in parts:
            if sure >= wanted:
                return True
            beside = ready & self.board.spread(part & ground)
            if not beside:
                continue
            if self.is_safe(part & other, part & ground, beside):
                sure += 2
                ready &= ~beside
            else:
                unsafe += 1
                ready &= ~(beside & -beside)
        return sure + unsafe // 2 * 2 >= wanted

    def is_safe(self, losers, ground, beside):
        """Whatever these amazons do first, is there a step for those beside?"""
        slides, near = self.board.slides, self.board.spread(beside)
        # A move takes two squares, one for the amazon and one for the arrow.
        if (near & ground).bit_count() > 2:
            return True
        for start in bits(losers):
            for to in slides(start, ground):
                left = near & (ground | start) & ~to
                # The arrow takes one square.
                if not left & (left - 1) and (not left or left in slides(to, (ground | start) ^ to)):
                    return False
        return True

    def plays(self, state, side):
        """What a player can do: 0 the winner, 1 the loser."""
        yield from self.board.moves(state[side], state[2])
        if (state[3] > 0) if side == 0 else (state[3] < 0):
            yield None

    @staticmethod
    def after(state, side, play):
        own, other, empty, free = state
        if play is None:
            return own, other, empty, free + (1 if side else -1)
        start, to, arrow = play
        change = start | to
        amazons = (own, other ^ change) if side else (own ^ change, other)
        return (*amazons, (empty | start) & ~(to | arrow), free)

    def legal(self, state, play):
        if play is None:
            return state[3] > 0
        slides, empty = self.board.slides, state[2]
        start, to, arrow = play
        stands = start & state[0] and to in slides(start, empty)
        return bool(stands) and arrow in slides(to, (empty | start) ^ to)

    def is_decided(self, state):
        if any(free <= state[3] for free, _ in self.entries.get(state[:3], ())):
            return True
        if self.sure_of(state, 1):
            return True
        # Plays that won before are tried first.
        likely = (play for play in self.recent if self.legal(state, play))
        for play in itertools.chain(likely, self.plays(state, 0)) if self.lookahead else ():
            if self.sure_of(self.reduced(self.after(state, 0, play)), 0):
                self.recent = [play, *(other for other in self.recent if other != play)][:12]
                return True
        return False

    def check_replies(self, state, where):
        if self.sure_of(state, 0):
            return
        for reply in self.plays(state, 1):
            if not self.is_decided(self.reduced(self.after(state, 1, reply))):
                squares = [square.bit_length() - 1 for square in reply or ()]
                raise Rejected(f"{where}: nothing answers {squares or 'a free move'}")

    def check(self, progress):
        self.entries = {}
        for record in self.records:
            self.add(record)
        state = self.reduced(self.root)
        if self.to_move != self.winner:
            self.check_replies(state, "the claim")
        elif not self.is_decided(state):
            raise Rejected("the claim: nothing decides its position")
        done = 0
        for board, entries in self.entries.items():
            progress.show(done, len(self.records))
            done += len(entries)
            for free, play in entries:
                state = (*board, free)
                if not self.legal(state, play):
                    raise Rejected(f"the entry {state}: its play is illegal")
                after = self.reduced(self.after(state, 0, play))
                self.check_replies(after, f"the entry {state}")


class Progress:
    """A line that says how far the check of a file is, where somebody sees it."""

    def __init__(self, path):
        self.name = os.path.basename(path)
        self.seen = sys.stderr.isatty()
        self.next = time.monotonic() + 0.5

    def show(self, done, of):
        if self.seen and time.monotonic() >= self.next:
            text = f"{done:,} of {of:,} entries ({100 * done // of} %), {self.name}"
            width = shutil.get_terminal_size().columns - 1
            print(f"\r{text[:width]}\033[K", end="", file=sys.stderr, flush=True)
            self.next = time.monotonic() + 0.5

    def clear(self):
        if self.seen:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def verdict(path):
    """What there is to say about a file, and the exit code."""
    progress = Progress(path)
    try:
        if not os.path.isfile(path):
            raise NotAProof(f"{path} is not a regular file")
        with open(path, "rb") as file:
            checker = Checker(file.read())
        checker.check(progress)
    except (NotAProof, OSError, ValueError, zlib.error) as why:
        return f"not a proof file: {why}", 2
    except Rejected as why:
        return f"rejected: {why}", 1
    finally:
        progress.clear()
    return f"accepted: {checker.winner} wins {checker.position} {checker.to_move}", 0


def main():
    parser = argparse.ArgumentParser(
        description=__doc__.splitlines()[0],
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("proof", nargs="+", metavar="PROOF", help="a file written by otrera solve --proof")
    worst = 0
    try:
        for path in parser.parse_args().proof:
            said, code = verdict(path)
            print(said, flush=True)
            worst = max(worst, code)
    except KeyboardInterrupt:
        return 130
    return worst


if __name__ == "__main__":
    sys.exit(main())
