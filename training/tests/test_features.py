"""Input planes and t1 against breadth-first distances."""

import pytest
import torch

from training import boards, native
from training.tests.positions import SIZES, random_games, tensor


def slow_planes(game):
    out = torch.zeros(native.PADDED, game.size[1], game.size[0])
    for (file, rank), mark in game.cells.items():
        if mark in "oe.":
            out["oe.".index(mark), rank, file] = 1
    for side, mark in enumerate("oe"):
        for (file, rank), distance in game.queen_distances(mark).items():
            out[3 + 4 * side + min(distance, 4) - 1, rank, file] = 1
    return out


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float16])
def test_planes(size, dtype):
    games = list(random_games(size, 12, 60, 3))
    fast = native.features(size, tensor(games), dtype).float()
    assert torch.equal(fast, torch.stack([slow_planes(game) for game in games]))


def slow_t1(game):
    own, enemy = game.queen_distances("o"), game.queen_distances("e")
    score = 0.0
    for square, mark in game.cells.items():
        mine, his = own.get(square, 999), enemy.get(square, 999)
        if mark == "." and min(mine, his) < 999:
            score += 0.2 if mine == his else 1 if mine < his else -1
    return score


@pytest.mark.parametrize("size", [(5, 5), (6, 6), (8, 4)])
def test_best_t1(size):
    games = list(random_games(size, 8, 20, 5))
    for game, move in zip(games, native.best_t1(size, tensor(games), 9).tolist()):
        worth = {game.packed(m): -slow_t1(game.play(m)) for m in game.moves()}
        if worth:
            assert abs(worth[move] - max(worth.values())) < 1e-6
        else:
            assert move == -1
