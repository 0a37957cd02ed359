"""`otrera tds`: mean and temperature by forward search."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from os import PathLike, fspath
from typing import Literal

from . import _native
from ._native import Error, Position
from ._answer import Answer, Progress, Said, fraction, listener, position_of, positions_of, told


def _bounds(said: list[str]) -> tuple[Fraction, Fraction]:
    least, most = said
    return Fraction(least), Fraction(most)


def _line(said: list[str] | None) -> list[str] | None:
    return None if said is None else list(said)


class Temperature(Answer):
    """Mean and temperature of a position; None where they are not settled."""

    __slots__ = ()

    position = Said("The position.", Position)
    mean = Said("The mean.", fraction)
    temperature = Said("The temperature.", fraction)
    delta = Said("The step between coupons.", fraction)
    exact = Said[bool]("Are mean and temperature exact?")
    mean_bounds = Said("Where the mean lies for certain: least and most.", _bounds)
    temperature_bounds = Said("Where the temperature lies for certain: least and most.", _bounds)
    line = Said("Best play: coupons such as `C(17/8)`, and moves.", _line)
    nodes = Said[int]("How many positions were searched.")
    exhausted = Said[Literal["time", "memory", "nodes", "size", "interrupt"] | None](
        "What ran out before they were settled."
    )

    def _repr_svg_(self) -> str:
        return self.position.svg(words=self._numbers())

    def _numbers(self) -> str:
        return f"Temperature {self._number('temperature')}, mean {self._number('mean')}"

    def _number(self, name: str) -> str:
        exact: str | None = self._said[name]
        return exact if exact is not None else " to ".join(self._said[f"{name}_bounds"])

    def __repr__(self) -> str:
        return f"<{self._numbers()}, of {self._said['position']}>"


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
