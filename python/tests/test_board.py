"""Positions, moves and games."""

from xml.etree import ElementTree

import pytest

import otrera


def test_positions_are_what_their_text_says() -> None:
    position = otrera.Position("b..x/.w.. w")
    assert (position.width, position.height, position.to_move) == (4, 2, "w")
    assert (position.black, position.white, position.burnt) == (["A2"], ["B1"], ["D2"])
    assert [position.at(square) for square in ("A2", "b1", "D2", "A1")] == ["b", "w", "x", "."]
    assert position.count_moves() == len(position.moves()) == 21
    assert eval(repr(position), {"Position": otrera.Position}) == position
    assert str(position) == "b..x/.w.. w"
    assert not position.is_over and otrera.Position("bx/xw").is_over


def test_equality_and_hashes() -> None:
    start = otrera.Position("5x6")
    same = otrera.Position(".b.b./b...b/5/5/w...w/.w.w. w")
    other = start.with_to_move("b")
    assert start == same and hash(start) == hash(same) and start != other and start != "5x6"
    assert len({start, same, other}) == 2
    move = start.move("B1-B4xD4")
    assert move == same.move("b1b4,b4d4") and hash(move) == hash(same.move("b1b4,b4d4"))
    # A move of another board has other squares behind the same names.
    assert otrera.Position("6x6").move("B1-B4xD4") != move
    # However a position came about.
    assert start.play("B1-B4xD4 E5-E3xC3") == otrera.Position("5x6 B1-B4xD4 E5-E3xC3")


def test_moves_are_played() -> None:
    start = otrera.Position("5x6")
    move = start.move("B1-B4xD4")
    assert (move.from_square, move.to_square, move.arrow) == ("B1", "B4", "D4")
    assert repr(move) == "Move('B1-B4xD4', 5, 6)" and otrera.Move("B1-B4xD4", 5, 6) == move
    assert move.text("uci") == "b1b4,b4d4"
    after = start.play(move)
    assert after == start.play("B1-B4xD4") and move in start.moves()
    assert after.count_moves() == 157 and start.perft(2) == sum(
        start.play(first).count_moves() for first in start.moves()
    )
    assert after.with_colors_swapped().black == after.white


def texts(svg: str) -> list[str]:
    """What can be read in a picture."""
    return [it.text or "" for it in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def test_pictures() -> None:
    position = otrera.Position("5x6")
    move = position.move("B1-B4xD4")
    picture = position.play(move).svg(move)
    assert picture.startswith("<svg ") and "marker-end" in picture
    assert "marker-end" not in position._repr_svg_()
    # Words stand below, whatever is in them, and make room for themselves.
    words = position.svg(words="5 < 6 & so on")
    assert texts(words)[-1] == "5 < 6 & so on"
    height, taller = (int(ElementTree.fromstring(it).attrib["height"]) for it in (position.svg(), words))
    assert taller > height
    assert int(ElementTree.fromstring(position.svg(words="x" * 200)).attrib["width"]) > 1000


def test_pictures_of_answers_say_what_was_found() -> None:
    solution = otrera.solve("4x4", proof=True, tables=False, threads=1)
    assert solution.proof is not None
    answers: list[tuple[object, str]] = [
        (solution, "Black wins"),
        (otrera.solve("6x6", limit="1n", tables=False, threads=1), "open"),
        (otrera.check(solution.proof), "accepted: Black wins"),
        (solution.proof, "Black wins, it claims"),
        (otrera.tds("b...w"), "Temperature 2, mean 0"),
        (otrera.Player("threads=1", tables=False).think("bxxx/xxxw w", nodes=1), "no move"),
        (otrera.value("....../.b..w./....../......", bounds=True), "-"),
    ]
    for answer, words in answers:
        svg: str = answer._repr_svg_()  # type: ignore[attr-defined]
        assert any(words in text for text in texts(svg)), (answer, texts(svg))


def test_games_are_read_and_written(tmp_path) -> None:  # type: ignore[no-untyped-def]
    game = otrera.Game(otrera.Position("5x6"))
    game.add_header("PB", "Ann")
    game.play("B1-B4xD4 E5-E3xC3")
    assert len(game) == 2 and repr(game) == "<Game of 2 moves on 5x6>"
    assert [str(move) for move in game.moves] == ["B1-B4xD4", "E5-E3xC3"]
    assert game.positions() == [game.start, game.start.play("B1-B4xD4"), game.end]
    file = tmp_path / "game.sgf"
    file.write_text(game.text("sgf"))
    assert otrera.Game.load(file) == otrera.Game.load(str(file)) == [game]
    (again,) = otrera.Game.read(game.text("ggf"))
    assert again.moves == game.moves and game.headers["PB"] == "Ann"
    assert otrera.Game.read(game.text("text"))[0].end == game.end
    assert "marker-end" in game._repr_svg_()
    with pytest.raises(otrera.Error, match="found `pgn`; expected one of"):
        game.text("pgn")
