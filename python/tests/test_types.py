"""Type checkers accept the package, its stubs and a program that uses it; the stubs say what is there."""

import os
import subprocess
import sys
from pathlib import Path

import otrera

HERE = Path(__file__).parent
PACKAGE = Path(otrera.__file__).parent


# What mypy found out about other packages is kept in the environment of the tests.
CACHE = f"--cache-dir={Path(sys.prefix) / 'mypy-cache'}"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "MYPYPATH": str(PACKAGE.parent)}
    command = [sys.executable, "-m", *arguments]
    return subprocess.run(command, cwd=HERE, env=environment, capture_output=True, text=True, check=False)


def test_an_example_is_accepted_and_runs() -> None:
    done = run("mypy", "--strict", CACHE, str(PACKAGE), "typed_example.py")
    assert done.returncode == 0, done.stdout + done.stderr
    subprocess.run([sys.executable, str(HERE / "typed_example.py")], check=True, capture_output=True)


def test_wrong_programs_are_not_accepted(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.py"
    wrong.write_text("import otrera\notrera.value(5)\notrera.Position('4x4').winner\n")
    done = run("mypy", "--strict", CACHE, str(wrong))
    assert done.returncode == 1 and "Found 2 errors" in done.stdout, done.stdout


def test_stubs_say_what_is_there() -> None:
    done = run("mypy.stubtest", "otrera._native", "--ignore-disjoint-bases", "--mypy-config-file", "stubtest.ini")
    assert done.returncode == 0, done.stdout + done.stderr
