"""What the scoring claims, brute force confirms."""

import random

import pytest

from training import boards, native
from training.tests.positions import tensor
from training.tests.slow_rules import Game, mover_wins


def late_games(size, n, seed, amazons, empties):
    """Positions with few empty squares, and so small enough to solve."""
    dice = random.Random(f"{seed} {size}")
    area = size[0] * size[1]
    for _ in range(n):
        squares = dice.sample(range(area), 2 * amazons + dice.randrange(1, empties + 1))
        own, enemy = squares[:amazons], squares[amazons : 2 * amazons]
        yield Game(size, *(sum(1 << s for s in part) for part in (own, enemy, squares[2 * amazons :])))


@pytest.mark.parametrize("size,amazons,empties,n", [((4, 4), 1, 8, 600), ((4, 4), 2, 8, 600), ((5, 4), 2, 9, 300), ((6, 3), 3, 8, 300)])
def test_winners(size, amazons, empties, n):
    games = list(late_games(size, n, 1, amazons, empties))
    claims, seen = 0, {}
    for game, winner in zip(games, native.winners(size, tensor(games)).tolist()):
        if winner:
            claims += 1
            assert mover_wins(game, seen) == (winner > 0), game.sets()
    assert claims > n // 10


def most_moves(game):
    """The longest sequence of own moves while the enemy stands still."""
    best = 0
    for move in game.moves():
        after = game.play(move)
        after.cells = {s: {"o": "e", "e": "o"}.get(m, m) for s, m in after.cells.items()}
        best = max(best, 1 + most_moves(after))
    return best


def test_fillings():
    """Alone on the board: never more than possible, and nearly always as many."""
    dice = random.Random(3)
    games = []
    for _ in range(150):
        squares = dice.sample(range(16), dice.randrange(2, 8))
        games.append(Game((4, 4), 1 << squares[0], 0, sum(1 << s for s in squares[1:])))
    _, separate, own, _, squares = native.verdicts((4, 4), tensor(games))
    assert separate.all()
    exact = [most_moves(game) for game in games]
    assert all(fast <= best for fast, best in zip(own.tolist(), exact))
    assert sum(fast == best for fast, best in zip(own.tolist(), exact)) > 130


def test_nobody_can_move():
    size, position = boards.parse("wxb/xxx/xxx w")
    assert native.winners(size, position).tolist() == [-1]


def test_blocker_shoots_back():
    """White's only amazon blocks a corridor: what lies behind it is his, two moves against one."""
    size, position = boards.parse("b.w../xxxxx w")
    winner, separate, own, _, _ = native.verdicts(size, position)
    assert (winner.item(), separate.item(), own.item()) == (1, 0, 2)


def test_equal_fillings_are_lost_by_the_player_to_move():
    size, position = boards.parse("b..x..w/xxxxxxx w")
    winner, separate, own, enemy, _ = native.verdicts(size, position)
    assert (winner.item(), separate.item(), own.item(), enemy.item()) == (-1, 1, 2, 2)
