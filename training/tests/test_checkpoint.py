"""A kill at any moment of a save loses nothing but that save."""

import hashlib
import io
import os
import shutil

import pytest
import torch

from training import checkpoint
from training.errors import BadInput
from training.tests.test_resume import small
from training.train import Run

CPU = torch.device("cpu")


class Killed(BaseException):
    pass


def killed(monkeypatch, number, act):
    """Acts, but is killed at the `number`-th change of the disk; says whether it came to that."""
    left = number

    def strike():
        nonlocal left
        left -= 1
        return left == 0

    def before(change):
        def changed(*arguments, **named):
            if strike():
                raise Killed
            return change(*arguments, **named)

        return changed

    def save(value, path):
        whole = io.BytesIO()
        real_save(value, whole)
        if strike():
            path.write_bytes(whole.getvalue()[: len(whole.getvalue()) // 2])
            raise Killed
        path.write_bytes(whole.getvalue())

    real_save = torch.save
    with monkeypatch.context() as patch:
        patch.setattr(torch, "save", save)
        for name in ("rename", "mkdir", "unlink", "rmdir"):
            patch.setattr(os, name, before(getattr(os, name)))
        patch.setattr(os, "fsync", before(lambda handle: None))  # slow, and it changes nothing that a test can see
        try:
            act()
        except Killed:
            return True
    return False


def fingerprint(run):
    """All that a checkpoint brings back."""
    digest = hashlib.sha256(f"{run.step} {run.learner.steps}".encode())
    for states in (run.learner.network.state_dict(), run.learner.average.state_dict(), run.kept.state_dict(),
                   *run.learner.optimizer.state.values(), *(pool.state(True) for pool in run.pools.values())):
        for value in states.values():
            digest.update(value.numpy().tobytes() if isinstance(value, torch.Tensor) else str(value).encode())
    return digest.hexdigest()


def test_a_kill_leaves_the_old_checkpoint_or_the_new(tmp_path, monkeypatch):
    run, again = Run(small(), tmp_path / "begun", CPU), Run(small(), tmp_path / "again", CPU)
    for _ in range(30):
        run.advance()
    run.save()
    old = fingerprint(run)
    for _ in range(3):
        run.advance()
    run.kept.load_state_dict(run.learner.average.state_dict())
    new, found, cut_off = fingerprint(run), [], True
    while cut_off:
        run.out = again.out = tmp_path / str(len(found))
        shutil.copytree(tmp_path / "begun", run.out)
        cut_off = killed(monkeypatch, len(found) + 1, run.save)
        assert len(list(run.out.glob("checkpoint*"))) <= 2
        again.resume()
        found.append(fingerprint(again))
        run.save()
        again.resume()
        assert fingerprint(again) == new and len(list(run.out.glob("checkpoint*"))) == 1
    # Four parts, each written and flushed, before the new checkpoint counts; the old one goes afterwards.
    assert len(found) > 15 and set(found) == {old, new} and found == sorted(found, key=[old, new].index)


def test_a_kill_after_a_kill_leaves_a_checkpoint(tmp_path, monkeypatch):
    def read():
        return checkpoint.read(checkpoint.newest(folder), "weights", "cpu")["step"]

    def write(step):
        checkpoint.write(folder, {name: {"step": step, "shape": {}} for name in ("weights", "kept")})

    for first in range(1, 20):
        for second in range(1, 30):
            folder = tmp_path / f"{first} {second}"
            folder.mkdir()
            write(0)
            killed(monkeypatch, first, lambda: write(1))
            before = read()
            cut_off = killed(monkeypatch, second, lambda: write(2))
            assert read() in (before, 2) and len(list(folder.iterdir())) <= 2
            if not cut_off:
                break
        assert not cut_off and read() == 2


def test_missing_and_damaged_parts_are_named(tmp_path):
    run = Run(small(), tmp_path, CPU)
    run.save()
    for change, said in ((lambda path: path.write_bytes(path.read_bytes()[:-9]), "optimizer.pt: not a part of a checkpoint, or damaged"),
                         (lambda path: path.write_text("text"), "optimizer.pt: not a part of a checkpoint, or damaged"),
                         (lambda path: path.unlink(), "checkpoint-1: without optimizer.pt")):
        change(tmp_path / "checkpoint-1" / "optimizer.pt")
        with pytest.raises(BadInput, match=said):
            run.resume()
