"""`otrera check`: is a proof one?"""

from __future__ import annotations

from os import PathLike
from typing import Any, Literal

from ._native import Position, Proof
from ._answer import Answer, Progress, Said, listener


class Checked(Answer):
    """What the checker says of a proof. It is true if the proof was accepted."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return self.accepted

    accepted = Said[bool]("Was every entry checked, and is it right?")
    position = Said("The position that the proof is about.", Position)
    winner = Said[Literal["b", "w"]]("Who wins it, as the proof claims.")
    entries = Said[int]("How many positions the proof has.")
    replies = Said[int]("How many replies of the loser were looked at.")

    @property
    def rejection(self) -> dict[str, Any] | None:
        """Why it was rejected: `reason`, `position`, `line` and more."""
        return self.to_dict().get("rejection")

    def _verdict(self) -> str:
        winner = {"b": "Black", "w": "White"}[self.winner]
        return f"{'accepted' if self.accepted else 'REJECTED'}: {winner} wins"

    def _repr_svg_(self) -> str:
        return self.position.svg(words=self._verdict())

    def __repr__(self) -> str:
        return f"<{self._verdict()} {self._said['position']}>"


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
