"""Networks, and what they see."""

import numpy as np

import otrera


def test_planes_by_hand() -> None:
    """The same position as in the tests of the player, whose squares were found by hand."""
    position = otrera.Position("b.x.../xxx.../w..x.. b")
    planes = otrera.planes([position])
    assert planes.shape == (1, 11, 3, 6) and planes.dtype == np.float32

    def names(plane: int) -> str:
        ranks, files = np.nonzero(planes[0, plane])
        return " ".join(f"{'ABCDEF'[file]}{rank + 1}" for rank, file in zip(ranks, files, strict=True))

    assert [names(plane) for plane in range(11)] == [
        "A3",
        "A1",
        "B1 C1 E1 F1 D2 E2 F2 B3 D3 E3 F3",
        "B3",
        "",
        "",
        "",
        "B1 C1",
        "D2 E3",
        "E1 E2 F2 D3 F3",
        "F1",
    ]


def test_batches_are_single_evaluations() -> None:
    network = otrera.Network()
    positions = [otrera.Position(board) for board in ("6x6", "10x10", "5x6", "6x6", "8x8")]
    positions += [positions[0].play(move) for move in positions[0].moves()[:10]]
    for position, batch in zip(positions, network.evaluate_batch(positions), strict=True):
        alone = network.evaluate(position)
        assert batch.position == position and alone.position == position
        assert np.isclose(alone.win, batch.win, atol=1e-4)
        assert np.allclose(alone.ownership, batch.ownership, atol=1e-4)
        policy = batch.policy
        assert np.isclose(sum(policy.values()), 1.0, atol=1e-3) and len(policy) == position.count_moves()
        assert batch.best_move in position.moves()
        assert batch.ownership.shape == (position.height, position.width)


def test_games_that_are_over() -> None:
    evaluation = otrera.Network().evaluate("bxxxx/xxxxx/xxxxx/xxxxx/xxxxw")
    assert evaluation.policy == {} and evaluation.best_move is None
    assert otrera.Network.knows(10, 10) and not otrera.Network.knows(3, 3)
