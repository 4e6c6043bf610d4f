"""The examples in the documentation of the package do what they say."""

import doctest
import importlib
import pkgutil
import warnings

import noslip
import pytest

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
