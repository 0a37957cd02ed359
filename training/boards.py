"""Sizes, start positions and position text."""

import random
import re

import torch

from training.errors import BadInput

# Rank and inset of White's amazons: two on the first rank, `inset` from the sides, and two on the
# edge files on `rank`. Black mirrors them. 9x9 and 11x11 have no standard start; these are ours.
STARTS = {(8, 8): (2, 2), (9, 9): (2, 2), (10, 10): (3, 3), (11, 11): (3, 3)}
_WORD = (1 << 64) - 1


def parse_size(text):
    """`10x10`: width and height."""
    if re.fullmatch("[1-9][0-9]?x[1-9][0-9]?", text):
        width, height = (int(part) for part in text.split("x"))
        if 4 <= width <= 11 and 4 <= height <= 11:
            return width, height
    raise BadInput(f"found the size `{text}`; expected width and height from 4 to 11, such as 10x10")


def words(*sets):
    """128-bit sets as signed 64-bit words, low word first."""
    out = []
    for value in sets:
        for word in (value & _WORD, value >> 64):
            out.append(word - (1 << 64) if word >> 63 else word)
    return out


def sets(row):
    """The inverse of `words` for a list of six words."""
    row = [word & _WORD for word in row]
    return [row[i] | row[i + 1] << 64 for i in range(0, len(row), 2)]


def start(size):
    """The start position as three sets, White (below) to move."""
    width, height = size
    inset, rank = STARTS.get(size, (1, 1))
    white = black = 0
    for file, row in [(inset, 0), (width - 1 - inset, 0), (0, rank), (width - 1, rank)]:
        white |= 1 << (row * width + file)
        black |= 1 << ((height - 1 - row) * width + file)
    return white, black, (1 << width * height) - 1 & ~(white | black)


def random_start(size, dice):
    """Four amazons a side anywhere, and now and then a few burnt squares."""
    area = size[0] * size[1]
    burnt = dice.choice([0, 0, 1, 2, 4]) * area // 50
    squares = dice.sample(range(area), 8 + burnt)
    own = sum(1 << s for s in squares[:4])
    enemy = sum(1 << s for s in squares[4:8])
    return own, enemy, ((1 << area) - 1) & ~sum(1 << s for s in squares)


def start_table(size, standard, seed, n=1024):
    """`n` starts `[n, 6]`, the share `standard` of them the usual one."""
    dice = random.Random(f"{seed} {size}")
    rows = [start(size) if i < standard * n else random_start(size, dice) for i in range(n)]
    return torch.tensor([words(*row) for row in rows], dtype=torch.int64)


def parse(text):
    """Size and position of Otrera's position text, seen by the player to move."""
    rows, side = (text.split() + ["w"])[:2]
    amazons = {"w": 0, "b": 0}
    empty, lines = 0, rows.lower().split("/")
    width = None
    for rank, line in enumerate(reversed(lines)):
        cells, number = [], ""
        for mark in line + " ":
            if mark.isdigit():
                number += mark
                continue
            cells += ["."] * int(number or 0)
            number = ""
            cells += [mark] if mark != " " else []
        if width not in (None, len(cells)):
            raise ValueError(f"{text}: rows differ in length")
        width = len(cells)
        for file, mark in enumerate(cells):
            square = 1 << (rank * width + file)
            if mark in amazons:
                amazons[mark] |= square
            elif mark == ".":
                empty |= square
    own, enemy = (amazons["w"], amazons["b"]) if side == "w" else (amazons["b"], amazons["w"])
    return (width, len(lines)), torch.tensor([words(own, enemy, empty)], dtype=torch.int64)
