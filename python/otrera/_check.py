"""`otrera check`: is a proof one?"""

from __future__ import annotations

from os import PathLike
from typing import Any, Literal

from ._native import Position, Proof
from ._answer import Answer, Progress, listener


class Checked(Answer):
    """What the checker says of a proof. It is true if the proof was accepted."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return self.accepted

    @property
    def accepted(self) -> bool:
        """Was every entry checked, and is it right?"""
        is_accepted: bool = self._said["accepted"]
        return is_accepted

    @property
    def position(self) -> Position:
        """The position that the proof is about."""
        return Position(self._said["position"])

    @property
    def winner(self) -> Literal["b", "w"]:
        """Who wins it, as the proof claims."""
        who: Literal["b", "w"] = self._said["winner"]
        return who

    @property
    def entries(self) -> int:
        """How many positions the proof has."""
        number: int = self._said["entries"]
        return number

    @property
    def replies(self) -> int:
        """How many replies of the loser were looked at."""
        number: int = self._said["replies"]
        return number

    @property
    def rejection(self) -> dict[str, Any] | None:
        """Why it was rejected: `reason`, `position`, `line` and more."""
        why: dict[str, Any] | None = self._said.get("rejection")
        return why

    def _repr_svg_(self) -> str:
        return self.position.svg()

    def __repr__(self) -> str:
        winner = {"b": "Black", "w": "White"}[self.winner]
        verdict = "accepted" if self.accepted else "REJECTED"
        return f"<{verdict}: {winner} wins {self._said['position']}>"


def check(
    proof: Proof | str | PathLike[str],
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Checked:
    """Checks a proof, trusting nothing but the rules.

    >>> import otrera
    >>> proof = otrera.solve("4x4", proof=True).proof
    >>> checked = otrera.check(proof)
    >>> checked
    <accepted: Black wins .bb./b..b/w..w/.ww. w>
    >>> assert checked, checked.rejection
    """
    read = proof if isinstance(proof, Proof) else Proof(proof)
    text, said, _ = read._check(threads, listener(progress))
    return Checked(text, said)
