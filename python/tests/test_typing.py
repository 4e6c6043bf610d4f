"""Type hints are checked strictly, and what users write is understood. Lines are short."""

import inspect
import re
import subprocess
import sys

import noslip
import pytest
from conftest import LONG, SOURCE

checked = pytest.mark.skipif(not LONG, reason="it takes a minute; NOSLIP_LONG=1 checks types")

USE = """
import noslip
model = noslip.load("x.noslip")
r = model.run(step=0.1)
reveal_type(r["x"])
reveal_type(r.report.steps)
reveal_type(model.start().step())
"""
WRONG = """
import noslip
noslip.load(3)
"""


def mypy(*arguments, cwd):
    return subprocess.run([sys.executable, "-m", "mypy", "--cache-dir", "/dev/null", *arguments],
                          cwd=cwd, text=True, capture_output=True)


@checked
def test_the_package_is_typed():
    pytest.importorskip("mypy")
    done = mypy(cwd=SOURCE / "python")
    assert done.returncode == 0, done.stdout


@checked
def test_types_are_seen_by_users(tmp_path):
    pytest.importorskip("mypy")
    (tmp_path / "use.py").write_text(USE)
    done = mypy("--strict", "use.py", cwd=tmp_path)
    shown = [line.partition('"')[2].rstrip('"') for line in done.stdout.splitlines()
             if "Revealed" in line]
    assert done.returncode == 0, done.stdout
    assert "ndarray" in shown[0] and shown[1:] == ["builtins.int", "builtins.bool"]
    (tmp_path / "wrong.py").write_text(WRONG)
    assert "incompatible type" in mypy("wrong.py", cwd=tmp_path).stdout


def test_lines_are_short():
    folder, found = SOURCE / "python", []
    for part in "noslip", "native", "tests", "bench", "examples":
        for path in (folder / part).glob("*.py"):
            lines = path.read_text(encoding="utf-8").splitlines()
            found += [f"{path.name}:{i}" for i, line in enumerate(lines, 1) if len(line) > 100]
    assert found == []


# -------------------------------------------------------------------------------------------------
# signatures

M = noslip.Model


@pytest.mark.parametrize("call", [M.start, M.run, noslip.integrate, M.check, M.ensemble, M.sweep,
                                  M.section, M.converge, M.compare, M.advise, M.recommend])
def test_signatures_show_every_option(call):
    shown = inspect.signature(call).parameters
    assert "options" not in shown and len(shown) > 5
    assert {"set", "init"} <= set(shown)


@pytest.mark.parametrize("call", [M.start, M.run, noslip.integrate, noslip.studies.ensemble,
                                  noslip.studies.sweep, noslip.studies.section,
                                  noslip.studies.converge, noslip.studies.advise])
def test_options_are_described(call):
    # a docstring refers to these for what it hands on
    described = "".join(f.__doc__ for f in (call, M.start, M.run, noslip.studies.ensemble))
    for name in set(inspect.signature(call).parameters) - {"self"}:
        assert re.search(rf"\b{name}\b", described), name


def test_unknown_options_are_told():
    model = noslip.load(noslip.shipped("sleigh"))
    with pytest.raises(TypeError, match=r"run\(\) got .* `stepp`; did you mean `step`"):
        model.run(stepp=0.1)
    with pytest.raises(TypeError, match=r"integrate\(\) got .* `until`"):
        noslip.integrate(model, (0, 1), until=2)
    with pytest.raises(TypeError, match=r"ensemble\(\) got an unexpected keyword argument `zz`$"):
        model.ensemble({"x": [1]}, zz=1)
