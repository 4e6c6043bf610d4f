"""The notebooks of python/examples run, cell after cell, and have no outputs stored."""

import json
import warnings

import noslip
import pytest
from conftest import SOURCE

pytest.importorskip("IPython")
pytest.importorskip("matplotlib")
from IPython.core.interactiveshell import InteractiveShell  # noqa: E402
from IPython.utils.capture import capture_output  # noqa: E402

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


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_notebooks_run(path):
    pytest.importorskip(NEEDED.get(path.stem, "numpy"))
    import matplotlib.pyplot as plt
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", noslip.NoslipWarning)
        shown = execute(source for kind, source, _ in cells(path) if kind == "code")
    plt.close("all")
    assert len(shown) > 3


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
