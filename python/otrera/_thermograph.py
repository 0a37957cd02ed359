"""Thermographs."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from . import _native
from ._native import Position

Corner = tuple[Fraction, Fraction]


@dataclass(frozen=True)
class Thermograph:
    """The walls of a thermograph, as corners (t, value) from t = -1 up to the foot of the mast.

    >>> import otrera
    >>> otrera.value("b...w").thermograph.temperature
    Fraction(2, 1)
    """

    left: tuple[Corner, ...]
    right: tuple[Corner, ...]
    title: str

    @property
    def mean(self) -> Fraction:
        """Where the mast stands."""
        return self.left[-1][1]

    @property
    def temperature(self) -> Fraction:
        """Where the mast begins."""
        return self.left[-1][0]

    def svg(self, board: Position | None = None) -> str:
        """The thermograph as an SVG picture, beside a board if one is given."""
        left, right = (
            [(str(t), str(value)) for t, value in wall] for wall in (self.left, self.right)
        )
        return _native.thermograph_svg(board, left, right, self.title)

    def _repr_svg_(self) -> str:
        return self.svg()
