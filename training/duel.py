"""A match between two networks of the same search: who has learned more?

python -m training.duel ONE.otrn TWO.otrn --games 512 --size 10x10

Each looks one ply deep, as in training's own matches. Games come in pairs from random openings, each opening once
with either colour. Prints one line and, with --json, appends it to a file.
"""

import json
from pathlib import Path

from training import boards, config as configs, device as devices
from training.arguments import Parser, read_by, whole
from training.errors import program
from training.match import match, player


def size_of(text):
    """`10x10`, or `10` for the same."""
    return boards.parse_size(f"{text}x{text}" if text.isdigit() else text)


def duel(one, two, size, games, seed, device, openings, config=None):
    """Win rate of the first, its standard error; `config` replaces the search settings of both."""
    players = [player(name, device) for name in (one, two)]
    for each in players:
        if config and hasattr(each, "config"):
            each.config = config
    return match(size, *players, games, seed, device, openings)


def main():
    parser = Parser(description="Plays a match between two networks, one ply of search each.")
    parser.add_argument("one", help="a .otrn file, random or t1")
    parser.add_argument("two", help="a .otrn file, random or t1")
    parser.add_argument("--games", type=whole(1), default=512)
    parser.add_argument("--size", type=read_by(size_of), default="10x10", help="like 8x8, or 8 for the same")
    parser.add_argument("--openings", type=whole(0), default=4, metavar="PLIES", help="random moves at the start of each game")
    parser.add_argument("--config", help="search settings for both; otherwise each has those of its training")
    parser.add_argument("--seed", type=whole(0), default=1)
    parser.add_argument("--device", type=read_by(devices.parse), default=devices.default())
    parser.add_argument("--json", metavar="FILE", help="append the result here")
    a = parser.parse_args()
    size, games = a.size, a.games + a.games % 2
    rate, error = duel(a.one, a.two, size, games, a.seed, a.device, a.openings,
                       configs.load(a.config) if a.config else None)
    board = f"{size[0]}x{size[1]}"
    print(f"{Path(a.one).stem} against {Path(a.two).stem} on {board}: {100 * rate:.1f} % +- {100 * error:.1f} of {games} games", flush=True)
    if a.json:
        with open(a.json, "a") as out:
            out.write(json.dumps({"one": Path(a.one).stem, "two": Path(a.two).stem, "size": board, "games": games,
                                  "rate": round(rate, 4), "error": round(error, 4), "openings": a.openings, "seed": a.seed,
                                  "config": a.config and Path(a.config).stem}) + "\n")


if __name__ == "__main__":
    program(main)
