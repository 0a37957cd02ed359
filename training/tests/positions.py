"""Random positions of all sizes, from random play."""

import random

import torch

from training import boards
from training.tests.slow_rules import Game

SIZES = [(5, 5), (6, 5), (5, 6), (6, 6), (7, 7), (8, 8), (9, 9), (10, 10), (11, 11), (8, 4)]


def random_games(size, n, plies, seed):
    """`n` games after up to `plies` random moves from the start or a random placement."""
    dice = random.Random(f"{seed} {size}")
    for i in range(n):
        game = Game(size, *(boards.start(size) if i % 2 else boards.random_start(size, dice)))
        for _ in range(dice.randrange(plies + 1)):
            moves = list(game.moves())
            if not moves:
                break
            game = game.play(dice.choice(moves))
        yield game


def tensor(games):
    return torch.tensor([boards.words(*game.sets()) for game in games], dtype=torch.int64)
