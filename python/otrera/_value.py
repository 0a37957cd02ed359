"""`otrera value`: positions as combinatorial games."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Literal

from . import _native
from ._native import Position
from ._answer import Answer, Progress, Said, fraction, listener, position_of, positions_of, told
from ._thermograph import Thermograph


class Value(Answer):
    """The value of a position. What is not known is None, and `exhausted` says what ran out."""

    __slots__ = ()

    position = Said("The position.", Position)
    canonical = Said[str | None]("The canonical form.")
    kind = Said[Literal["number", "number+infinitesimal", "hot"] | None](
        "A number, a number and an infinitesimal, or a hot game."
    )
    infinitesimal = Said[Literal["positive", "negative", "fuzzy"] | None](
        "The sign of the infinitesimal beside the number, if there is one."
    )
    atomic_weight = Said[str | None]("The atomic weight of what is beside the number, if that has one.")
    mean = Said("The mean.", fraction)
    temperature = Said("The temperature.", fraction)
    left_stop = Said("The number where play ends if Black begins.", fraction)
    right_stop = Said("The number where play ends if White begins.", fraction)
    lower = Said[str]("The lower bound, as text: `1` is at least 1, `1-e` at least 1 up to an infinitesimal.")
    upper = Said[str]("The upper bound.")
    won_by = Said[Literal["b", "w", "first", "second"] | None](
        "Who wins whoever begins, or whether who begins does."
    )
    winner = Said[Literal["b", "w"] | None]("Who wins with the player to move.")
    exhausted = Said[Literal["time", "memory", "size", "interrupt"] | None](
        "What ran out before the value was found."
    )

    @property
    def thermograph(self) -> Thermograph | None:
        """The thermograph."""
        walls = self._said["thermograph"]
        if walls is None:
            return None
        left, right = (
            tuple((Fraction(t), Fraction(value)) for t, value in walls[side])
            for side in ("left", "right")
        )
        return Thermograph(left, right, self.canonical or "a value too long to write")

    def svg(self) -> str:
        """The board beside the thermograph, as `otrera value --svg` draws them; the board alone if there is no thermograph."""
        graph = self.thermograph
        return self.position.svg() if graph is None else graph.svg(self.position)

    def _repr_svg_(self) -> str:
        return self.position.svg(words=self._worth()) if self.thermograph is None else self.svg()

    def _worth(self) -> str:
        return self.canonical if self.canonical is not None else f"{self.lower}, {self.upper}"

    def __repr__(self) -> str:
        return f"<Value {self._worth()} of {self._said['position']}>"


def value(
    position: Position | str,
    *,
    limit: str | None = None,
    plain: bool = False,
    moves: bool = False,
    bounds: bool = False,
) -> Value:
    """What a position is worth as a combinatorial game.

    >>> import otrera
    >>> answer = otrera.value("x.xw/b..x")
    >>> answer
    <Value {2|-1/2,±1} of x.xw/b..x w>
    >>> answer.kind, answer.mean, answer.temperature
    ('hot', Fraction(3, 4), Fraction(5, 4))
    >>> answer.won_by
    'first'

    `limit` is a time, a size or both ("1m,4G"), ten seconds and 1 GiB unless it is given. `plain` writes values with braces and numbers only,
    `moves` lists all moves in `to_dict()["best_moves"]`, `bounds` stops at bounds.
    """
    answers = _native.value([position_of(position)], 1, None, limit, plain, moves, bounds)
    return [Value(text, said) for text, said, _ in told(answers)][0]


def value_batch(
    positions: Iterable[Position | str],
    *,
    threads: int | None = None,
    progress: Progress | None = None,
    limit: str | None = None,
    plain: bool = False,
    moves: bool = False,
    bounds: bool = False,
) -> list[Value]:
    """The values of many positions, by so many threads, or by one for each core. The limit is for each position.

    What is found of one position serves the next of the same thread. Of several games that a move may be reversible through,
    `to_dict()["best_moves"]` names one, which may therefore be another one with more threads.

    >>> import otrera
    >>> [answer.canonical for answer in otrera.value_batch(["b.w", "b...w", "b..xw"])]
    ['*', '±2', '2']
    """
    many = positions_of(positions)
    answers = _native.value(many, threads, listener(progress), limit, plain, moves, bounds)
    return [Value(text, said) for text, said, _ in told(answers)]
