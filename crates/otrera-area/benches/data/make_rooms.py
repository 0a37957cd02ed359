#!/usr/bin/env python3
"""Writes the position files of this folder. Running it again gives the same files."""
import random
from pathlib import Path

HERE = Path(__file__).parent


def region(rng, squares):
    cells = [(rng.randrange(4), rng.randrange(4))]
    while len(cells) < squares:
        x, y = rng.choice(cells)
        x, y = x + rng.choice((-1, 0, 1)), y + rng.choice((-1, 0, 1))
        if 0 <= x < 4 and 0 <= y < 4 and (x, y) not in cells:
            cells.append((x, y))
    return cells


def text(cells, black, white, width=4, height=4):
    def letter(cell):
        return "b" if cell in black else "w" if cell in white else "." if cell in cells else "x"

    return "/".join("".join(letter((x, y)) for x in range(width)) for y in range(height))


def room(rng, squares):
    cells = region(rng, squares)
    black, white = rng.sample(cells, 2)
    return text(cells, [black], [white])


def board(rng, width, height, amazons):
    cells = [(x, y) for x in range(width) for y in range(height)]
    seats = rng.sample(cells, 2 * amazons)
    return text(cells, seats[:amazons], seats[amazons:], width, height)


def write(name, seed, count, make):
    rng = random.Random(seed)
    (HERE / name).write_text("".join(make(rng) + "\n" for _ in range(count)))


for number, squares in enumerate((8, 10, 11, 12)):
    write(f"room{squares}.txt", 100 + number, 40, lambda rng: room(rng, squares))
write("board3x4_1.txt", 200, 20, lambda rng: board(rng, 3, 4, 1))
write("board3x4_2.txt", 201, 20, lambda rng: board(rng, 3, 4, 2))
write("board4x4_1.txt", 202, 6, lambda rng: board(rng, 4, 4, 1))
write("board4x4_2.txt", 203, 6, lambda rng: board(rng, 4, 4, 2))
for number, rooms in enumerate((4, 6)):
    write(f"sum{rooms}.txt", 300 + number, 20, lambda rng: " + ".join(room(rng, 8) for _ in range(rooms)))
