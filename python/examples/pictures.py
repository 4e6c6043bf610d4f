"""The pictures of the notebooks, for docs/gallery/python.md: python3 pictures.py FOLDER."""

from __future__ import annotations

import json
import sys
import warnings
from pathlib import Path

import matplotlib
import matplotlib.pyplot as plt

HERE = Path(__file__).resolve().parent
DPI = 72


def code(path: Path) -> list[str]:
    """Return the cells of a notebook that are code."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


def save(stem: str, folder: Path) -> list[Path]:
    """Write the figures that are open as python_STEM-1.png, ..., and close them."""
    made = []
    for k, number in enumerate(plt.get_fignums(), 1):
        made.append(folder / f"python_{stem}-{k}.png")
        plt.figure(number).savefig(made[-1], dpi=DPI, metadata={"Software": None})
    plt.close("all")
    return made


def draw(path: Path, folder: Path) -> list[Path]:
    """Run a notebook, cell after cell, and write its figures."""
    names = {"__name__": "__main__"}
    for source in code(path):
        exec(compile(source, path.name, "exec"), names)
    return save(path.stem, folder)


if __name__ == "__main__":
    matplotlib.use("Agg")
    warnings.simplefilter("ignore")
    for book in sorted(HERE.glob("*.ipynb")):
        for picture in draw(book, Path(sys.argv[1])):
            print(picture)
