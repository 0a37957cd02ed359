"""A program that type checkers look at, and that the tests run."""

from fractions import Fraction

import otrera


def mean_of_means(texts: list[str]) -> Fraction:
    positions: list[otrera.Position] = [otrera.Position(text) for text in texts]
    values: list[otrera.Value] = otrera.value_batch(positions, threads=2)
    means: list[Fraction] = [value.mean for value in values if value.mean is not None]
    return sum(means, Fraction(0)) / len(means)


def winners(texts: list[str]) -> dict[otrera.Position, str | None]:
    return {solution.position: solution.winner for solution in otrera.solve_batch(texts)}


def best_after(game: otrera.Game) -> otrera.Move | None:
    decision: otrera.Decision = otrera.Player("threads=1").think(game.end, nodes=20)
    return decision.move


def proved(board: str) -> bool:
    solution = otrera.solve(board, proof=True, progress=lambda state: print(state["stage"]))
    return solution.proof is not None and otrera.check(solution.proof).accepted


def hottest(texts: list[str]) -> Fraction:
    found = [answer for answer in otrera.tds_batch(texts) if not isinstance(answer, otrera.Error)]
    return max(answer.temperature for answer in found if answer.temperature is not None)


def main() -> None:
    assert mean_of_means(["b...w", "x.xw/b..x"]) == Fraction(3, 8)
    assert set(winners(["4x4", "b.w"]).values()) == {"b", "w"}
    assert best_after(otrera.Game(otrera.Position("6x6"))) is not None
    assert proved("4x4")
    assert hottest(["b.w", "b...w"]) == 2
    square: str = otrera.Position("4x4").black[0]
    owned: float = float(otrera.Network().evaluate("6x6").ownership[0, 0])
    print(square, owned, otrera.planes(["6x6"]).sum())


if __name__ == "__main__":
    main()
