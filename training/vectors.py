"""Answers of a network on random positions of several sizes, to test another implementation against.

python -m training.vectors --network network.otrn --out vectors.jsonl [--positions 8] [--sizes 5x11,7x9]

One JSON object per line: `position` (Otrera's position text), `outcome`, `margin`, `ownership` (rank by
rank from below) and `moves` (some moves with their logits). Computed in float32 from the file's weights.
"""

import json
import random

import torch

from training import boards, export, native
from training.arguments import Parser, read_by, whole
from training.errors import program

SIZES = ["5x5", "6x5", "5x6", "6x6", "7x7", "8x8", "9x9", "10x10", "11x11"]
EVERY = [f"{width}x{height}" for width in range(5, 12) for height in range(5, 12)]


def sizes_of(text):
    return [boards.parse_size(size) for size in (EVERY if text == "all" else text.split(","))]


def square_name(size, square):
    return "ABCDEFGHIJK"[square % size[0]] + str(square // size[0] + 1)


def move_text(size, move):
    start, to, arrow = (square_name(size, move >> shift & 255) for shift in (0, 8, 16))
    return f"{start}-{to}x{arrow}"


def position_text(size, row, white_to_move):
    own, enemy, empty = boards.sets(row)
    white, black = (own, enemy) if white_to_move else (enemy, own)
    rows = []
    for rank in reversed(range(size[1])):
        marks = ""
        for file in range(size[0]):
            s = rank * size[0] + file
            marks += "w" if white >> s & 1 else "b" if black >> s & 1 else "." if empty >> s & 1 else "x"
        rows.append(marks)
    return "/".join(rows) + (" w" if white_to_move else " b")


def random_position(size, dice):
    """A position of a random game, and whether White is to move."""
    position = torch.tensor([boards.words(*boards.start(size))], dtype=torch.int64)
    planes, one = torch.zeros(1, size[1], size[0], native.OUTPUTS), torch.ones(1)
    plies = dice.randrange(size[0] * size[1] * 2 // 3)
    for ply in range(plies):
        move = native.candidates(size, position, planes, one, one, dice.getrandbits(60), 1)[0]
        if move[0, 0] < 0:
            return position, ply % 2 == 0
        position = native.children(position, move)
    return position, plies % 2 == 0


def answers(network, size, position, white_to_move, dice):
    answer = network(native.features(size, position))
    planes = answer.planes.permute(0, 2, 3, 1).contiguous()
    one = torch.ones(1)
    moves, logits, *_ = native.candidates(size, position, planes, one * 0, one, dice.getrandbits(60), 8)
    listed = [(move, logit) for move, logit in zip(moves[0].tolist(), logits[0].tolist()) if move >= 0]
    return {
        "position": position_text(size, position[0].tolist(), white_to_move),
        "outcome": round(answer.outcome.item(), 5),
        "margin": round(answer.margin.item(), 5),
        "ownership": [round(x, 4) for x in answer.ownership.flatten().tolist()],
        "moves": {move_text(size, move): round(logit, 5) for move, logit in listed},
    }


def main():
    parser = Parser(description="Writes a network's answers on random positions.")
    parser.add_argument("--network", required=True, help="a .otrn file")
    parser.add_argument("--out", required=True)
    parser.add_argument("--positions", type=whole(1), default=8, help="of each size")
    parser.add_argument("--sizes", type=read_by(sizes_of), default=",".join(SIZES), metavar="SIZES",
                        help="like 5x11,7x9; all: every board from 5 to 11 a side (default: %(default)s)")
    parser.add_argument("--seed", type=whole(0), default=1)
    arguments = parser.parse_args()
    network, dice = export.network(arguments.network), random.Random(arguments.seed)
    with open(arguments.out, "w") as out:
        for size in arguments.sizes:
            for _ in range(arguments.positions):
                out.write(json.dumps(answers(network, size, *random_position(size, dice), dice)) + "\n")


if __name__ == "__main__":
    program(main)
