"""A run that stops and resumes is the run that never stopped, to the last bit (on the CPU)."""

from pathlib import Path

import pytest
import torch

from training import checkpoint, config as configs, export
from training.errors import BadInput
from training.train import Run, Turns

CONFIG = Path(__file__).parents[1] / "configs" / "tiny.toml"


def small():
    config = configs.load(CONFIG)
    config.steps, config.games, config.batch, config.match_games = 40, 16, 32, 8
    config.sizes = {"5x5": 0.7, "6x5": 0.3}
    return config


def weights(run):
    return {name: tensor.clone() for name, tensor in run.learner.average.state_dict().items()}


def test_resume_is_exact(tmp_path):
    torch.set_num_threads(1)
    straight = Run(small(), tmp_path / "straight", torch.device("cpu"))
    straight.until(float("inf"), None)
    first = Run(small(), tmp_path / "parts", torch.device("cpu"))
    first.until(float("inf"), 25)
    assert not (tmp_path / "parts" / "average.otrn").exists()
    second = Run(small(), tmp_path / "parts", torch.device("cpu"))
    second.resume()
    second.until(float("inf"), None)
    averages = [export.read(tmp_path / folder / "average.otrn")[1] for folder in ("straight", "parts")]
    assert all(torch.equal(tensor, averages[1][name]) for name, tensor in averages[0].items())
    assert second.step == straight.step == 40 and second.learner.steps == straight.learner.steps > 10
    for name, tensor in weights(straight).items():
        assert torch.equal(tensor, weights(second)[name]), name
    for size, pool in straight.pools.items():
        for name, value in pool.state(True).items():
            other = second.pools[size].state(True)[name]
            assert torch.equal(value, other) if isinstance(value, torch.Tensor) else value == other, (size, name)


def test_without_replay_the_weights_and_counters_come_back(tmp_path):
    config = small()
    config.checkpoint_replay, config.steps = False, 80
    first = Run(config, tmp_path, torch.device("cpu"))
    first.until(float("inf"), 25)
    second = Run(config, tmp_path, torch.device("cpu"))
    second.resume()
    assert second.plies() == first.plies() and second.learner.steps == first.learner.steps
    assert all(torch.equal(a, b) for a, b in zip(weights(first).values(), weights(second).values()))
    assert all(pool.remembered() == 0 for pool in second.pools.values())
    second.until(float("inf"), None)
    assert second.learner.steps > first.learner.steps


def test_parts_of_different_saves_are_refused(tmp_path):
    run = Run(small(), tmp_path, torch.device("cpu"))
    run.save()
    kept = (checkpoint.newest(tmp_path) / "kept.pt").read_bytes()
    run.advance()
    run.save()
    (checkpoint.newest(tmp_path) / "kept.pt").write_bytes(kept)
    with pytest.raises(BadInput, match="parts of different steps"):
        Run(small(), tmp_path, torch.device("cpu")).resume()


def test_every_size_gets_its_share():
    turns = Turns({"a": 0.6, "b": 0.3, "c": 0.1})
    played = [size for step in range(1000) for size in turns.at(step)]
    assert [played.count(size) for size in "abc"] == [600, 300, 100]
