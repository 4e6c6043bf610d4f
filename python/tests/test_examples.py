"""The examples in the documentation of the package do what they say."""

import contextlib
import doctest
import importlib
import io
import pkgutil
import re
import warnings

import noslip
import pytest
from conftest import SOURCE

NAMES = ["noslip"] + [f"noslip.{m.name}" for m in pkgutil.iter_modules(noslip.__path__)
                      if m.name not in ("_lib", "_step", "__main__")]


@pytest.mark.parametrize("name", NAMES)
def test_examples(name):
    module = importlib.import_module(name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", noslip.NoslipWarning)
        assert doctest.testmod(module).failed == 0


def test_there_are_examples():
    found = sum(len(doctest.DocTestFinder().find(importlib.import_module(name))) for name in NAMES)
    assert found > 50


def test_everything_public_is_described():
    for name in noslip.__all__:
        assert getattr(noslip, name).__doc__, name


@pytest.mark.parametrize(("document", "count"), [("docs/python.md", 3), ("README.md", 1),
                                                 ("python/README.md", 1)])
def test_blocks_of_documents(document, count, monkeypatch):
    pytest.importorskip("matplotlib"), pytest.importorskip("pandas")
    monkeypatch.chdir(SOURCE)
    blocks = re.findall(r"^```python\n(.*?)^```", (SOURCE / document).read_text(), re.M | re.S)
    assert len(blocks) == count
    names = {}
    with contextlib.redirect_stdout(io.StringIO()):
        for block in blocks:
            exec(block, names)
    assert names["r"].report.constraint_max_error < 1e-13


def test_the_mistake_of_the_document_is_printed_so():
    text = (SOURCE / "docs" / "python.md").read_text()
    shown = re.search(r"^    >>> (noslip\.model.*)\n((?:    .*\n)+)", text, re.M)
    with pytest.raises(noslip.ModelError) as failed:
        eval(shown[1])
    printed = f"noslip.errors.ModelError: {failed.value}"
    assert [line[4:] for line in shown[2].splitlines()] == printed.splitlines()
