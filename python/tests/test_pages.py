"""The examples of pages, and the notebook."""

import os
import re
from pathlib import Path
from typing import Any

import nbclient
import nbformat
import pytest

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOK = ROOT / "python" / "examples" / "ten_lines.ipynb"


@pytest.mark.parametrize("name, least", [("docs/python.md", 5), ("python/README.md", 1)])
def test_pages(name: str, least: int, monkeypatch: Any, tmp_path: Path) -> None:
    """What a page shows is run, block by block, in one program."""
    blocks = re.findall(r"^```python\n(.*?)^```", (ROOT / name).read_text(), re.M | re.S)
    assert len(blocks) >= least
    program: dict[str, Any] = {}
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    for block in blocks:
        exec(block, program)


def shown(cell: Any) -> list[Any]:
    """What a cell shows: pictures where there are any, and text."""
    return [
        dict(output.get("data", {"text/plain": output.get("text")})) for output in cell.outputs
    ]


def test_the_notebook() -> None:
    """Ten lines from a position to its value, thermograph, solution and the check of its proof, with pictures: they run, and show
    what the notebook in the repository shows. With WRITE_NOTEBOOK set, it is written anew."""
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    before = [shown(cell) for cell in notebook.cells if cell.cell_type == "code"]
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    if "WRITE_NOTEBOOK" in os.environ:
        for cell in code:
            cell.metadata.clear()
        nbformat.write(notebook, NOTEBOOK)
    else:
        assert [shown(cell) for cell in code] == before
    lines = [line for cell in code for line in cell.source.splitlines() if line.strip()]
    assert len(lines) <= 10, lines
    pictures = [data for cell in code for data in shown(cell) if "image/svg+xml" in data]
    assert len(pictures) >= 4
    assert all(data["image/svg+xml"].lstrip().startswith("<svg ") for data in pictures)
