"""Type hints: the package is checked strictly, and what users write is understood."""

import subprocess
import sys

import pytest
from conftest import LONG, SOURCE

pytest.importorskip("mypy")
pytestmark = pytest.mark.skipif(not LONG, reason="it takes a minute; NOSLIP_LONG=1 checks types")

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


def test_the_package_is_typed():
    done = mypy(cwd=SOURCE / "python")
    assert done.returncode == 0, done.stdout


def test_types_are_seen_by_users(tmp_path):
    (tmp_path / "use.py").write_text(USE)
    done = mypy("--strict", "use.py", cwd=tmp_path)
    shown = [line.partition('"')[2].rstrip('"') for line in done.stdout.splitlines()
             if "Revealed" in line]
    assert done.returncode == 0, done.stdout
    assert "ndarray" in shown[0] and shown[1:] == ["builtins.int", "builtins.bool"]
    (tmp_path / "wrong.py").write_text(WRONG)
    assert "incompatible type" in mypy("wrong.py", cwd=tmp_path).stdout
