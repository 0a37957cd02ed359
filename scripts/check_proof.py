#!/usr/bin/env python3
"""Checks a proof of who wins a position of the Game of Amazons.

Written from docs/proofs.md alone, with nothing but the standard library, to show that the page says
enough. It is slow and holds the whole proof in memory: good for boards of up to twenty squares.

    scripts/check_proof.py PROOF...

One line for each file. Exit codes: 0 accepted, 1 rejected, 2 not a proof file; of several files, the largest.
"""
import os
import hashlib
import itertools
import re
import sys
import zlib


class NotAProof(Exception):
    pass


class Rejected(Exception):
    pass


class Board:
    """Squares are bits: bit 0 is A1, then along the ranks."""

    def __init__(self, width, height):
        self.width, self.height, self.squares = width, height, width * height
        self.all = (1 << self.squares) - 1
        self.not_last_file = self.not_first_file = 0
        self.rays = []
        for square in range(self.squares):
            x, y = square % width, square // width
            self.not_last_file |= (x < width - 1) << square
            self.not_first_file |= (x > 0) << square
            directions = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
            self.rays.append([self.ray(x, y, *direction) for direction in directions])

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
        while squares:
            piece = self.reached(squares & -squares, squares)
            squares &= ~piece
            yield piece

    def slides(self, square, empty):
        for ray in self.rays[square.bit_length() - 1]:
            for target in ray:
                if not target & empty:
                    break
                yield target

    def moves(self, amazons, empty):
        for start in bits(amazons):
            for to in self.slides(start, empty):
                for arrow in self.slides(to, (empty | start) & ~to):
                    yield start, to, arrow


def bits(squares):
    while squares:
        yield squares & -squares
        squares &= squares - 1


class Checker:
    """A state is (winner's amazons, loser's amazons, empty squares, free moves)."""

    def __init__(self, data):
        self.read(data)
        self.longest_known = {}
        self.recent = []

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
        sets = [0, 0, 0, 0]
        for n in range(4 * (len(record) - 5)):
            content = record[1 + n // 4] >> (6 - n % 4 * 2) & 3
            if content and n >= self.board.squares:
                raise Rejected("an entry has something outside the board")
            sets[content] |= 1 << n
        _, empty, own, other = sets
        if record[0] != self.board.squares - empty.bit_count():
            raise Rejected("an entry has another number of empty squares than it says")
        play = None if record[-3:] == b"\xff\xff\xff" else tuple(1 << n for n in record[-3:])
        # Of entries that differ in free moves, those with fewer come first.
        self.entries.setdefault((own, other, empty), []).append((record[-4] - 128, play))

    def reduced(self, state):
        own, other, empty, free = state
        kept = 0, 0, 0
        for area in self.board.pieces(own | other | empty):
            inside = [own & area, other & area, empty & area]
            if not inside[2] or not (inside[0] | inside[1]):
                continue
            small = inside[2].bit_count() <= self.territory
            few = (inside[0] | inside[1]).bit_count() <= self.amazons
            if not all(inside[:2]) and small and few:
                moves = self.longest(inside[0] | inside[1], inside[2])
                free += moves if inside[0] else -moves
            else:
                kept = [some | more for some, more in zip(kept, inside)]
        return (*kept, free)

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
        spread = self.board.spread
        ground = self.board.reached(other, empty | other) & empty
        left = empty & ~ground
        sure += left.bit_count() - ground.bit_count()
        ready = own
        for amazon in bits(own):
            at = amazon
            while steps := spread(at) & left & ~at:
                at = min(bits(steps), key=lambda s: (spread(s) & left & ~s).bit_count())
                left &= ~at
                ready &= ~amazon
        sure -= left.bit_count()
        if sure >= wanted:
            return True
        unsafe = 0
        for part in self.board.pieces(ground | other):
            beside = ready & spread(part & ground)
            if not beside:
                continue
            near = spread(beside)
            losers, free_squares = part & other, part & ground
            for start, to, arrow in self.board.moves(losers, free_squares):
                if not near & (free_squares | start) & ~(to | arrow):
                    unsafe += 1
                    ready &= ~(beside & -beside)
                    break
            else:
                sure += 2
                ready &= ~beside
        return sure + unsafe // 2 * 2 >= wanted

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
        return play in self.board.moves(state[0] & play[0], state[2])

    def is_decided(self, state):
        if any(free <= state[3] for free, _ in self.entries.get(state[:3], ())):
            return True
        if self.sure_of(state, 1):
            return True
        # Plays that won before are tried first.
        likely = [play for play in self.recent if self.legal(state, play)]
        for play in itertools.chain(likely, self.plays(state, 0)) if self.lookahead else ():
            if self.sure_of(self.reduced(self.after(state, 0, play)), 0):
                self.recent = [play, *self.recent[:5]]
                return True
        return False

    def check_replies(self, state, where):
        if self.sure_of(state, 0):
            return
        for reply in self.plays(state, 1):
            if not self.is_decided(self.reduced(self.after(state, 1, reply))):
                squares = [square.bit_length() - 1 for square in reply or ()]
                raise Rejected(f"{where}: nothing answers {squares or 'a free move'}")

    def check(self):
        self.entries = {}
        for record in self.records:
            self.add(record)
        state = self.reduced(self.root)
        if self.to_move != self.winner:
            self.check_replies(state, "the claim")
        elif not self.is_decided(state):
            raise Rejected("the claim: nothing decides its position")
        for board, entries in self.entries.items():
            for free, play in entries:
                state = (*board, free)
                if not self.legal(state, play):
                    raise Rejected(f"the entry {state}: its play is illegal")
                after = self.reduced(self.after(state, 0, play))
                self.check_replies(after, f"the entry {state}")


def verdict(path):
    try:
        if not os.path.isfile(path):
            raise NotAProof(f"{path} is not a regular file")
        with open(path, "rb") as file:
            checker = Checker(file.read())
        checker.check()
    except (NotAProof, OSError, ValueError, zlib.error) as why:
        print(f"not a proof file: {why}")
        return 2
    except Rejected as why:
        print(f"rejected: {why}")
        return 1
    print(f"accepted: {checker.winner} wins {checker.position} {checker.to_move}")
    return 0


if __name__ == "__main__":
    sys.exit(max(map(verdict, sys.argv[1:]), default=2))
