"""The kernels against the slow rules, and against published move counts."""

import math
from pathlib import Path

import pytest
import torch

from training import boards, native
from training.tests.positions import SIZES, random_games, tensor
from training.tests.slow_rules import Game

MANY = 8192
PERFT = [line.split("\t") for line in (Path(__file__).parent / "perft.tsv").read_text().splitlines() if line[0] != "#"]


def all_moves(size, positions, planes=None):
    n = len(positions)
    if planes is None:
        planes = torch.zeros(n, size[1], size[0], native.OUTPUTS)
    return native.candidates(size, positions, planes, torch.ones(n), torch.zeros(n), 1, MANY)


def perft(size, positions, depth):
    if depth == 1:
        planes = torch.zeros(len(positions), size[1], size[0], native.OUTPUTS)
        one = torch.ones(len(positions))
        return int(native.candidates(size, positions, planes, one, one, 1, 1)[4].sum())
    moves = all_moves(size, positions)[0]
    counts = 0
    for position, row in zip(positions, moves):
        legal = row[row >= 0][None].contiguous()
        counts += perft(size, native.children(position[None].contiguous(), legal), depth - 1)
    return counts


@pytest.mark.parametrize("board,text,depth,expected", PERFT)
def test_perft(board, text, depth, expected):
    size, position = boards.parse(text)
    assert size == boards.parse_size(board)
    assert boards.sets(position[0].tolist()) == list(boards.start(size))
    assert perft(size, position, int(depth)) == int(expected)


@pytest.mark.parametrize("size", SIZES)
def test_moves_and_children(size):
    games = list(random_games(size, 6, 40, 1))
    positions = tensor(games)
    moves, _, _, _, total = all_moves(size, positions)
    for i, game in enumerate(games):
        slow = {game.packed(move): move for move in game.moves()}
        fast = moves[i][moves[i] >= 0]
        assert int(total[i]) == len(slow) and set(fast.tolist()) == set(slow)
        after = native.children(positions[i : i + 1], fast[None].contiguous())
        for move, row in list(zip(fast.tolist(), after.tolist()))[:40]:
            assert boards.sets(row) == game.play(slow[move]).sets()


def plane(square, to):
    """The plane of a slide, from its definition."""
    df, dr = to[0] - square[0], to[1] - square[1]
    sign = lambda x: (x > 0) - (x < 0)
    ways = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
    return ways.index((sign(df), sign(dr))) * 10 + max(abs(df), abs(dr)) - 1


def slow_logits(game, planes):
    out = {}
    for move in game.moves():
        (f, r), (tf, tr), _ = move
        out[game.packed(move)] = float(planes[r, f, plane(*move[:2])] + planes[tr, tf, 80 + plane(*move[1:])])
    return out


@pytest.mark.parametrize("size", SIZES)
def test_logits_and_order(size):
    games = list(random_games(size, 4, 30, 2))
    planes = torch.randn(len(games), size[1], size[0], native.OUTPUTS)
    moves, logits, scores, threshold, _ = native.candidates(
        size, tensor(games), planes, torch.ones(len(games)), torch.zeros(len(games)), 3, 16)
    for i, game in enumerate(games):
        slow = sorted(slow_logits(game, planes[i]).items(), key=lambda item: -item[1])
        for j, (move, logit) in enumerate(slow[:16]):
            assert moves[i, j] == move and abs(logits[i, j] - logit) < 1e-5 and scores[i, j] == logits[i, j]
        if len(slow) > 16:
            assert abs(threshold[i] - slow[16][1]) < 1e-5
        else:
            assert threshold[i] < -1e29 and (moves[i, len(slow) :] == -1).all()


def test_draws_follow_the_prior():
    """The first move drawn is a sample of the softmax."""
    game = Game((4, 4), *boards.start((4, 4)))
    planes = torch.randn(1, 4, 4, native.OUTPUTS)
    slow = slow_logits(game, planes[0])
    n = 20000
    moves = native.candidates((4, 4), tensor([game]).repeat(n, 1), planes.repeat(n, 1, 1, 1).contiguous(),
                              torch.ones(n), torch.ones(n), 5, 1)[0]
    seen = torch.bincount(moves[:, 0])
    whole = sum(math.exp(x) for x in slow.values())
    for move, logit in slow.items():
        expected = math.exp(logit) / whole
        assert abs(int(seen[move]) / n - expected) < 5 * math.sqrt(expected / n) + 1e-4


@pytest.mark.parametrize("size", SIZES)
def test_policy_loss(size):
    """Value and gradient equal plain autograd over the list of moves."""
    games = [game for game in random_games(size, 5, 30, 4) if any(True for _ in game.moves())]
    planes = torch.randn(len(games), native.OUTPUTS, size[1], size[0], requires_grad=True)
    moves = torch.full((len(games), 8), -1, dtype=torch.int32)
    targets = torch.zeros(len(games), 8)
    expected = []
    for i, game in enumerate(games):
        legal = list(game.moves())
        logits = torch.stack([planes[i, plane(*m[:2]), m[0][1], m[0][0]] + planes[i, 80 + plane(*m[1:]), m[1][1], m[1][0]]
                              for m in legal])
        picks = torch.randperm(len(legal))[:8]
        weights = torch.rand(len(picks))
        moves[i, : len(picks)] = torch.tensor([game.packed(legal[p]) for p in picks], dtype=torch.int32)
        targets[i, : len(picks)] = weights
        expected.append(-(weights * logits.log_softmax(0)[picks]).sum())
    expected = torch.stack(expected)
    fast = native.PolicyLoss.apply(planes, size, tensor(games), moves, targets)
    assert torch.allclose(fast, expected, rtol=1e-4, atol=1e-4)
    scale = torch.rand(len(games))
    (want,) = torch.autograd.grad((expected * scale).sum(), planes)
    (got,) = torch.autograd.grad((fast * scale).sum(), planes)
    assert torch.allclose(got, want, rtol=1e-3, atol=1e-5)


@pytest.mark.parametrize("size", SIZES)
def test_symmetries(size):
    """A turned position has the turned moves, and the eight turns differ."""
    (game,) = random_games(size, 1, 6, 7)
    codes = range(8 if size[0] == size[1] else 4)
    legal = torch.tensor([[game.packed(move) for move in game.moves()]], dtype=torch.int32)
    seen = set()
    for code in codes:
        position, moves, squares = tensor([game]), legal.clone(), tensor([game])[:, :4].contiguous()
        native.turn(size, torch.tensor([code], dtype=torch.int32), position, moves, squares)
        fast = all_moves(size, position)[0][0]
        assert sorted(moves[0].tolist()) == sorted(fast[fast >= 0].tolist())
        assert squares.tolist() == position[:, :4].tolist()
        seen.add(tuple(position[0].tolist()))
    assert len(seen) == len(codes)
