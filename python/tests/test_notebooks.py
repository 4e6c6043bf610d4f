"""The notebooks of python/examples run, and their pictures are those of the gallery."""

import importlib.util
import json
import re
import warnings

import noslip
import numpy as np
import pytest
from conftest import SOURCE

pytest.importorskip("IPython")
pytest.importorskip("matplotlib")
from IPython.core.interactiveshell import InteractiveShell  # noqa: E402
from IPython.utils.capture import capture_output  # noqa: E402

GALLERY = SOURCE / "docs" / "gallery"
BOOKS = sorted((SOURCE / "python" / "examples").glob("*.ipynb"))
NEEDED = {"ensemble": "pandas", "contact": "pandas", "orders": "pandas", "rattleback": "pandas",
          "sympy": "sympy"}


def cells(path):
    return [(cell["cell_type"], "".join(cell["source"]), cell)
            for cell in json.loads(path.read_text())["cells"]]


def execute(sources):
    """Run cells in one namespace; returns what they have displayed, or raises."""
    shell = InteractiveShell()
    shown = []
    for source in sources:
        with capture_output() as out:
            done = shell.run_cell(source)
        done.raise_error()
        formats, _ = shell.display_formatter.format(done.result)
        shown.append((out.stdout, formats))
    return shown


def drawing():
    """Return the program that draws the pictures of the gallery."""
    spec = importlib.util.spec_from_file_location("pictures", BOOKS[0].parent / "pictures.py")
    program = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(program)
    return program


def unlike(one, other):
    """Return how far two pictures are apart, at most 1; infinite if they have different sizes."""
    import matplotlib.pyplot as plt
    a, b = plt.imread(one), plt.imread(other)
    return abs(a - b).mean() if a.shape == b.shape else np.inf


# fonts and line ends of another matplotlib move a few pixels
SAME = 0.005


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_notebooks_run(path, tmp_path):
    pytest.importorskip(NEEDED.get(path.stem, "numpy"))
    import matplotlib.pyplot as plt
    program = drawing()
    plt.close("all")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", noslip.NoslipWarning)
        shown = execute(program.code(path))
    made = program.save(path.stem, tmp_path)
    assert len(shown) > 3 and len(made) > 0
    assert {p.name for p in made} == {p.name for p in GALLERY.glob(f"python_{path.stem}-*.png")}
    for picture in made:
        assert unlike(picture, GALLERY / picture.name) < SAME, f"{picture.name}: run make gallery"


def test_another_picture_is_noticed():
    apart = unlike(GALLERY / "python_sympy-1.png", GALLERY / "python_contact-2.png")
    assert SAME < apart < np.inf


def test_the_gallery_has_every_picture():
    page = (GALLERY / "python.md").read_text()
    shown = re.findall(r"!\[[^\]]+\]\((python_[^)]+)\)", page)
    assert sorted(shown) == sorted(p.name for p in GALLERY.glob("python_*.png"))
    assert all(f"`{path.name}`" in page for path in BOOKS)
    assert all((GALLERY / name).stat().st_size < 60000 for name in shown)


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_notebooks_have_no_outputs(path):
    for kind, _, cell in cells(path):
        assert kind != "code" or (cell["outputs"] == [] and cell["execution_count"] is None)


def test_a_cell_that_fails_is_noticed():
    with pytest.raises(ZeroDivisionError):
        execute(["1/0"])


def test_pages_are_shown_in_frames():
    shown = execute(["import noslip", "noslip.load(noslip.shipped('pendulum')).run(until=1)"])
    assert shown[1][1]["text/html"].startswith("<iframe sandbox")


def test_there_are_notebooks():
    assert {path.stem for path in BOOKS} >= {"first_steps", "rattleback", "orders", "controller",
                                             "ensemble", "sympy", "contact"}
