"""The curve of a log: pieces, table, drawing."""

import json
import sys
import xml.etree.ElementTree as xml
from pathlib import Path

import pytest

from training import curve
from training.errors import BadInput

KEPT_LOG = Path(__file__).parents[1] / "networks" / "main-1281.log.jsonl"


def lines(first, last, rate, step=90, **more):
    """A log with a match every `step` seconds, each behind a line that counts games."""
    out = []
    for seconds in range(first, last + 1, step):
        out.append({"seconds": seconds - 1.0, "step": 10 * seconds - 10, "games": 1000 * seconds, "policy": 5.0})
        match = {"seconds": float(seconds), "step": 10 * seconds, "games": 1000 * seconds}
        for name in ("random", "t1", "kept"):
            match |= {f"against_{name}": rate, f"error_{name}": 0.03}
        out.append(match | more)
    return out


def written(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_pieces_are_one_run(tmp_path):
    first = written(tmp_path / "1", lines(90, 450, 0.5))
    second = written(tmp_path / "2", lines(540, 900, 0.6))
    assert [m["seconds"] for m in curve.read([first, second])] == list(range(90, 901, 90))
    # A log that has the earlier pieces in it, as one that was resumed in place has.
    whole = written(tmp_path / "3", lines(90, 450, 0.5) + lines(540, 900, 0.6))
    assert curve.read([first, whole]) == curve.read([first, second]) == curve.read([whole, whole])


def test_a_branch_takes_the_place_of_what_it_repeats(tmp_path):
    trunk, branch = written(tmp_path / "1", lines(90, 900, 0.5)), written(tmp_path / "2", lines(540, 720, 0.7))
    rates = {m["seconds"]: m["against_kept"] for m in curve.read([trunk, branch])}
    assert rates == dict.fromkeys(range(90, 451, 90), 0.5) | dict.fromkeys((540, 630, 720), 0.7)


def test_table(tmp_path):
    rows = lines(90, 180, 0.5, fixed="baseline", against_fixed=0.25, error_fixed=0.027)
    text = curve.table(curve.read([written(tmp_path / "log", rows)])).splitlines()
    assert text[0] == "| seconds | games | against random | against t₁ | against baseline | against the network kept before |"
    assert text[2] == "| 90 | 90\u202f000 | 50.0 ± 3.0 % | 50.0 ± 3.0 % | 25.0 ± 2.7 % | 50.0 ± 3.0 % |"
    assert len(text) == 4
    text = curve.table(curve.read([written(tmp_path / "log", lines(90, 180, 0.5))]))
    assert "fixed" not in text and "baseline" not in text


def test_games_of_older_logs_are_those_of_the_nearest_line():
    matches = curve.read([KEPT_LOG])
    assert len(matches) == 15 and matches[0]["games"] == 67013 and matches[-1]["games"] == 1244474


def test_drawing(tmp_path, monkeypatch, capsys):
    log = written(tmp_path / "log", lines(90, 1250, 0.9, fixed="a<b", against_fixed=0.4, error_fixed=0.03, size="10x10"))
    picture = tmp_path / "curve.svg"
    monkeypatch.setattr(sys, "argv", ["curve", "--log", str(log), "--svg", str(picture), "--title", "A & B"])
    curve.main()
    assert capsys.readouterr().out == ""
    tree = xml.fromstring(picture.read_text())
    name = "{http://www.w3.org/2000/svg}"
    texts = ["".join(t.itertext()) for t in tree.iter(name + "text")]
    assert {"A & B", "a<b", "random player", "full width, one ply, t₁", "the network kept before", "100 %", "1\u202f000"} <= set(texts)
    drawn = [p.get("d") for p in tree.iter(name + "path") if p.get("class") == "line" and "L" in p.get("d")]
    assert len(drawn) == 4
    for d in drawn:
        for point in d[1:].split("L"):
            x, y = map(float, point.split())
            assert curve.LEFT <= x <= curve.RIGHT + 0.1 and curve.TOP - 0.1 <= y <= curve.BOTTOM


def test_labels_do_not_meet():
    places = curve.spread([100, 101, 99, 300], 18, 66, 338)
    order = sorted(places)
    assert all(b - a >= 18 for a, b in zip(order, order[1:])) and places[3] == 300
    assert curve.spread([340, 341], 18, 66, 338) == [320, 338]


@pytest.mark.parametrize("text,said", [("", "no matches"), ("{}\n", ":1: not a line"), ("what?\n", ":1: not a line"), ("[]", ":1: not a line"),
                                       ('{"seconds": 1, "step": 1}\n{"seconds": "2", "step": 2}', ":2: not a line")])
def test_other_files_are_refused(tmp_path, text, said):
    path = tmp_path / "log"
    path.write_text(text)
    with pytest.raises(BadInput, match=said):
        curve.read([path])
