"""`otrera tds`: mean and temperature by forward search."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from os import PathLike, fspath
from typing import Literal

from . import _native
from ._native import Error, Position
from ._answer import Answer, Progress, exact, listener, position_of, positions_of, told


class Temperature(Answer):
    """Mean and temperature of a position; None where they are not settled."""

    __slots__ = ()

    @property
    def position(self) -> Position:
        return Position(self._said["position"])

    @property
    def mean(self) -> Fraction | None:
        return exact(self._said["mean"])

    @property
    def temperature(self) -> Fraction | None:
        return exact(self._said["temperature"])

    @property
    def delta(self) -> Fraction | None:
        """The step between coupons."""
        return exact(self._said["delta"])

    @property
    def exact(self) -> bool:
        """Are mean and temperature exact?"""
        is_exact: bool = self._said["exact"]
        return is_exact

    @property
    def mean_bounds(self) -> tuple[Fraction, Fraction]:
        """Where the mean lies for certain."""
        least, most = self._said["mean_bounds"]
        return Fraction(least), Fraction(most)

    @property
    def temperature_bounds(self) -> tuple[Fraction, Fraction]:
        """Where the temperature lies for certain."""
        least, most = self._said["temperature_bounds"]
        return Fraction(least), Fraction(most)

    @property
    def line(self) -> list[str] | None:
        """Best play: coupons such as `C(17/8)`, and moves."""
        line: list[str] | None = self._said["line"]
        return line

    @property
    def nodes(self) -> int:
        number: int = self._said["nodes"]
        return number

    @property
    def exhausted(self) -> Literal["time", "memory", "nodes", "size", "interrupt"] | None:
        """What ran out before they were settled."""
        what: Literal["time", "memory", "nodes", "size", "interrupt"] | None
        what = self._said["exhausted"]
        return what

    def _repr_svg_(self) -> str:
        return self.position.svg()

    def __repr__(self) -> str:
        mean, temperature = self._said["mean"], self._said["temperature"]
        return f"<Temperature {temperature}, mean {mean}, of {self._said['position']}>"


def tds(
    position: Position | str,
    *,
    delta: str | None = None,
    depth: int | None = None,
    limit: str | None = None,
    tables: str | PathLike[str] | None = None,
) -> Temperature:
    """Mean and temperature by temperature discovery search.

    >>> import otrera
    >>> otrera.tds("b...w")
    <Temperature 2, mean 0, of b...w w>

    `delta` is the step between coupons, a power of two such as "1/4"; without it the largest that is exact is taken. `depth` looks at most so
    far ahead, and guesses from there. `limit` is a time, nodes, a size, or several of these; ten seconds and 1 GiB unless it is given.
    """
    folder = None if tables is None else fspath(tables)
    answers = _native.tds([position_of(position)], 1, None, delta, depth, limit, folder)
    return [Temperature(text, said) for text, said, _ in told(answers)][0]


def tds_batch(
    positions: Iterable[Position | str],
    *,
    threads: int | None = None,
    progress: Progress | None = None,
    delta: str | None = None,
    depth: int | None = None,
    limit: str | None = None,
    tables: str | PathLike[str] | None = None,
) -> list[Temperature | Error]:
    """The same for many positions, by so many threads, or by one for each core. In place of a position that both players have
    nothing left to fight for stands the error that says so.

    >>> import otrera
    >>> [str(answer.temperature) for answer in otrera.tds_batch(["b.w", "b...w"])]
    ['0', '2']
    """
    folder = None if tables is None else fspath(tables)
    many = positions_of(positions)
    answers = _native.tds(many, threads, listener(progress), delta, depth, limit, folder)
    return [
        answer if isinstance(answer, Error) else Temperature(answer[0], answer[1])
        for answer in answers
    ]
