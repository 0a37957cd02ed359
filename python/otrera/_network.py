"""Networks from self-play, and what they see."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import _native
from ._native import Move, Position
from ._answer import position_of, positions_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Evaluation:
    """What a network says of a position, seen by the player to move. None of it is proved."""

    position: Position
    win: float
    """The probability that he wins."""
    margin: float
    """How many moves more than the other he is left with in the end."""
    _ownership: tuple[float, ...]
    _shares: tuple[float, ...]

    @property
    def policy(self) -> dict[Move, float]:
        """The share of each legal move in what he should look at."""
        return dict(zip(self.position.moves(), self._shares, strict=True))

    @property
    def best_move(self) -> Move | None:
        """The move that he should look at first."""
        policy = self.policy
        return max(policy, key=lambda move: policy[move]) if policy else None

    @property
    def ownership(self) -> NDArray[np.float32]:
        """The probability that a square is his in the end, by rank from below and file."""
        import numpy as np

        squares = np.array(self._ownership, dtype=np.float32)
        return squares.reshape(self.position.height, self.position.width)

    def _repr_svg_(self) -> str:
        return self.position.svg(words=self._numbers())

    def _numbers(self) -> str:
        return f"win {self.win:.2f}, margin {self.margin:+.1f}"

    def __repr__(self) -> str:
        return f"<Evaluation: {self._numbers()} in {self.position}>"


class Network(_native.Network):
    """The network that comes with the package, or one from a file that `training/` made.

    >>> import otrera
    >>> network = otrera.Network()
    >>> evaluation = network.evaluate("10x10")
    >>> 0.3 < evaluation.win < 0.7
    True
    >>> len(evaluation.policy)
    2176

    What is in the file may also be given as `data`; its name is then only for messages. Networks are equal if their files are, and a pickle holds
    all of it.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._source() or ()

    def evaluate(self, position: Position | str) -> Evaluation:
        """What it says of a position."""
        return self.evaluate_batch([position_of(position)], threads=1)[0]

    def evaluate_batch(
        self, positions: Iterable[Position | str], *, threads: int | None = None
    ) -> list[Evaluation]:
        """What it says of many positions, by so many threads, or by one for each core."""
        many = positions_of(positions)
        return [
            Evaluation(position, win, margin, tuple(ownership), tuple(shares))
            for position, (win, margin, ownership, shares) in zip(
                many, self._evaluate(many, threads), strict=True
            )
        ]


def planes(positions: Iterable[Position | str]) -> NDArray[np.float32]:
    """What networks see of positions of one size: 0 and 1 by position, plane, rank from below, and file.

    >>> import otrera
    >>> otrera.planes(["10x10", "10x10 w"]).shape
    (2, 11, 10, 10)

    The planes are those of `training/FORMAT.md`, seen by the player to move: his amazons, the other's, empty squares, and empty squares
    at queen distance one, two, three, and four or more from his amazons and from the other's.
    """
    import numpy as np

    data, shape = _native.planes(positions_of(positions))
    return np.frombuffer(data, dtype=np.uint8).reshape(shape).astype(np.float32)
