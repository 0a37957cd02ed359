"""Matches between players, many games at a time, in pairs with colours exchanged.

python -m training.match --one network.otrn --two t1 --size 8x8 --games 100
"""

import math

import torch

from training import boards, config as configs, device as devices, export, native
from training.arguments import Parser, read_by, whole
from training.errors import program
from training.network import Evaluator
from training.selfplay import Search


class RandomPlayer:
    name = "random"

    def choose(self, size, positions, seed):
        n = len(positions)
        planes = torch.zeros(n, size[1], size[0], native.OUTPUTS, device=positions.device)
        one = torch.ones(n, device=positions.device)
        return native.candidates(size, positions, planes, one, one, seed, 1)[0][:, 0]


class T1Player:
    """Full width, one ply, Lieberum's t1."""

    name = "t1"

    def choose(self, size, positions, seed):
        return native.best_t1(size, positions, seed)


class NetworkPlayer:
    """The search of self-play without noise: the likeliest candidates, then the best of prior + value."""

    def __init__(self, config, evaluator, name="network"):
        self.config, self.evaluator, self.name = config, evaluator, name

    def choose(self, size, positions, seed):
        search = Search(self.config, self.evaluator, size)
        scale = torch.full((len(positions),), 1.0 / self.config.softness, device=positions.device)
        moves, priors, _, _, values, _ = search.look(positions, seed, scale, torch.zeros_like(scale))
        worth = priors + self.config.play_scale / self.config.softness * values
        return moves.gather(1, worth.masked_fill(moves < 0, -1e30).argmax(1)[:, None])[:, 0]


@torch.no_grad()
def match(size, one, two, games, seed, device, random_plies=4):
    """Win rate of `one` in `games` games, and its standard error."""
    half = games // 2
    start = torch.tensor([boards.words(*boards.start(size))], dtype=torch.int64, device=device)
    positions = start.repeat(half, 1)
    opening = RandomPlayer()
    for ply in range(random_plies):
        move = opening.choose(size, positions, seed + ply)
        positions = native.children(positions, move[:, None].contiguous())
    # The first half of the rows has `one` to move, the second the same openings with `two` to move.
    positions = positions.repeat(2, 1)
    open_games = torch.ones(2 * half, dtype=torch.bool, device=device)
    wins = torch.zeros(2 * half, dtype=torch.bool, device=device)
    one_moves = torch.arange(2 * half, device=device) < half
    players = [one, two]
    for ply in range(size[0] * size[1]):
        winner = native.winners(size, positions)
        over = open_games & (winner != 0)
        wins |= over & ((winner > 0) == one_moves)
        open_games &= ~over
        if ply % 8 == 7 and not open_games.any():
            break
        front = players[0].choose(size, positions[:half].contiguous(), seed + 1000 + 2 * ply)
        back = players[1].choose(size, positions[half:].contiguous(), seed + 1001 + 2 * ply)
        after = native.children(positions, torch.cat([front, back])[:, None].contiguous())
        positions = torch.where(open_games[:, None], after, positions)
        one_moves = torch.where(open_games, ~one_moves, one_moves)
        players.reverse()
    rate = wins.float().mean().item()
    return rate, math.sqrt(max(rate * (1 - rate), 0.25 / games) / games)


def player(name, device):
    """`random`, `t1`, or the network of a file with the settings of its training."""
    if name in ("random", "t1"):
        return RandomPlayer() if name == "random" else T1Player()
    header, _ = export.read(name)
    return NetworkPlayer(configs.of_file(header), Evaluator(export.network(name).to(device)), name)


def main():
    parser = Parser(description="Plays a match and prints the win rate of the first player.")
    parser.add_argument("--one", required=True, help="random, t1 or a .otrn file")
    parser.add_argument("--two", required=True, help="random, t1 or a .otrn file")
    parser.add_argument("--size", type=read_by(boards.parse_size), default="10x10")
    parser.add_argument("--games", type=whole(2), default=100)
    parser.add_argument("--seed", type=whole(0), default=1)
    parser.add_argument("--device", type=read_by(devices.parse), default=devices.default())
    a = parser.parse_args()
    rate, error = match(a.size, player(a.one, a.device), player(a.two, a.device), a.games, a.seed, a.device)
    print(f"{rate:.3f} +- {error:.3f}")


if __name__ == "__main__":
    program(main)
