"""How a run begins, how long it is, and what its checkpoint weighs."""

import copy
import json
import shutil
import sys
import time
from pathlib import Path

import pytest
import torch

from training import checkpoint, config as configs, export, train
from training.errors import BadInput
from training.learner import Learner
from training.network import Network
from training.tests.test_resume import small
from training.train import Run

CONFIGS = Path(__file__).parents[1] / "configs"
CPU = torch.device("cpu")


def seen(run):
    return [json.loads(line) for line in (run.out / "log.jsonl").read_text().splitlines()]


@pytest.fixture
def trained(tmp_path):
    """A network of the small config's shape with weights everywhere, and its file."""
    torch.manual_seed(3)
    network = Network(16, 2, 1)
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.normal_(std=0.05)
    path = tmp_path / "trained.otrn"
    export.write(path, network, {"config": small().as_dict()})
    return export.network(path), path


def test_begins_from_a_file(tmp_path, trained):
    network, path = trained
    run = Run(small(), tmp_path / "run", CPU)
    run.begin_from(path)
    for own in (run.learner.network, run.learner.average, run.kept, run.evaluator.copy):
        for name, tensor in network.state_dict().items():
            assert torch.equal(tensor, own.state_dict()[name]), name
    assert not run.learner.optimizer.state and run.learner.rate(0) < run.config.learning_rate / 10
    run.until(float("inf"), 30)
    assert run.learner.steps > 0
    # The average still is what was trained, and not what the first steps made of it.
    moved = lambda own: sum(float((a - b).detach().norm()) for a, b in zip(own.parameters(), network.parameters()))
    assert 0 < moved(run.learner.average) < moved(run.learner.network) / 2
    again = Run(small(), tmp_path / "run", CPU)
    again.resume()
    assert again.learner.warm


@pytest.mark.parametrize("key,value,said", [("channels", 24, "channels 24"), ("blocks", 3, "blocks 3"), ("pool_every", 2, "pool_every 2")])
def test_another_shape_is_refused(tmp_path, trained, key, value, said):
    config = small()
    setattr(config, key, value)
    with pytest.raises(BadInput, match=said):
        Run(config, tmp_path / "run", CPU).begin_from(trained[1])


@pytest.mark.parametrize("damage", [lambda raw: raw[:-1], lambda raw: raw[:20], lambda raw: b"", lambda raw: raw[:900] + b"?" + raw[901:]])
def test_damage_is_refused(tmp_path, trained, damage):
    path = trained[1]
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(BadInput, match="trained.otrn: .*(damaged|not a network)"):
        Run(small(), tmp_path / "run", CPU).begin_from(path)
    config = small()
    config.opponent = str(path)
    with pytest.raises(BadInput, match="opponent: .*trained.otrn"):
        Run(config, tmp_path / "run", CPU)


def test_three_fixed_opponents(tmp_path, trained):
    config = small()
    config.opponent = str(trained[1])
    run = Run(config, tmp_path / "with", CPU)
    run.matches()
    line = seen(run)[-1]
    assert line["fixed"] == "trained" and line["size"] == "5x5"
    assert all(f"against_{name}" in line for name in ("random", "t1", "fixed", "kept"))
    run = Run(small(), tmp_path / "without", CPU)
    run.matches()
    assert "fixed" not in seen(run)[-1] and "against_fixed" not in seen(run)[-1]


def test_a_resumed_run_keeps_its_opponent(tmp_path, trained):
    config = small()
    config.opponent = str(trained[1])
    Run(config, tmp_path / "run", CPU).save()
    again = Run(small(), tmp_path / "run", CPU)
    again.resume()
    again.matches()
    assert seen(again)[-1]["fixed"] == "trained"
    shutil.copy(trained[1], tmp_path / "other.otrn")
    again.resume(opponent=str(tmp_path / "other.otrn"))
    again.matches()
    assert seen(again)[-1]["fixed"] == "other"


def test_matches_are_played_on_the_largest_size():
    board = lambda **values: configs.Config(name="x", **values).match_board()
    assert board() == (10, 10)
    assert board(sizes={"10x10": 0.1, "11x11": 0.9}) == (10, 10)
    assert board(sizes={"5x5": 0.5, "6x5": 0.5}) == (6, 5)
    assert board(match_size="8x8") == (8, 8)


def test_rate_over_a_run():
    config = configs.load(CONFIGS / "main.toml")
    learner = Learner(config, CPU)
    assert learner.rate(0) == pytest.approx(config.learning_rate / config.warmup)
    learner.steps = 10 * config.warmup
    level = [learner.rate(share) for share in (0, 0.3, 0.66)]
    assert level == [config.learning_rate] * 3
    assert learner.rate(5 / 6) == pytest.approx(config.learning_rate * (1 + config.final_rate) / 2)
    assert learner.rate(1) == pytest.approx(config.learning_rate * config.final_rate)
    prototype = Learner(configs.load(CONFIGS / "prototype.toml"), CPU)
    prototype.steps = 10**6
    assert [prototype.rate(share) for share in (0.69, 0.71, 1)] == pytest.approx([1e-3, 2e-4, 2e-4])


def test_a_run_in_pieces_ends_when_its_seconds_are_over(tmp_path, monkeypatch):
    """The seconds of earlier calls count, and so does the length that the first call was given."""
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    real = Run.advance

    def advance(self):
        nonlocal now
        now += 1
        real(self)

    monkeypatch.setattr(Run, "advance", advance)
    text = (CONFIGS / "tiny.toml").read_text().replace("steps = 400", "total_seconds = 5").replace("games = 64", "games = 8")
    text = text.replace("match_games = 200", "match_games = 4").replace("checkpoint_replay = true", "")
    (tmp_path / "short.toml").write_text(text.replace("warmup = 50", "warmup = 1"))
    common = ["train", "--config", str(tmp_path / "short.toml"), "--out", str(tmp_path / "run"), "--device", "cpu", "--seconds", "25"]
    rates = []
    for extra in (["--total", "60"], ["--resume"], ["--resume"]):
        monkeypatch.setattr(sys, "argv", common + extra)
        train.main()
        now += 1000  # between the calls
        lines = [json.loads(line) for line in (tmp_path / "run" / "log.jsonl").read_text().splitlines()]
        rates.append([line for line in lines if "rate" in line][-1])
    assert [line["seconds"] for line in rates] == [25, 50, 60]
    assert rates[0]["rate"] == 1e-3 and rates[1]["rate"] == pytest.approx(1e-3 * (1 - 0.9 / 2)) and rates[2]["rate"] == pytest.approx(1e-4)
    assert rates[0]["positions"] < rates[1]["positions"] < rates[2]["positions"]


def test_a_run_of_games(tmp_path):
    config = small()
    config.steps, config.total_games = 0, 60
    run = Run(config, tmp_path, CPU)
    run.until(float("inf"), None)
    assert 60 <= run.games < 60 + 4 * 2 * config.games


def test_every_file_of_a_checkpoint_is_small(tmp_path):
    """Of the largest config: below 16 MiB, so that each fits where files are limited."""
    learner = Learner(configs.load(CONFIGS / "main.toml"), CPU)
    for parameter in learner.network.parameters():
        parameter.grad = torch.randn_like(parameter)
    learner.optimizer.step()
    kept = {"weights": copy.deepcopy(learner.average.state_dict()), "keeps": 1}
    checkpoint.save(tmp_path, {"step": 1}, learner, {}, kept, False)
    sizes = {path.name: path.stat().st_size for path in checkpoint.newest(tmp_path).iterdir()}
    assert set(sizes) == {"weights.pt", "optimizer.pt", "kept.pt"} and max(sizes.values()) < 16 << 20
