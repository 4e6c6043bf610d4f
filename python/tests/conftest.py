"""What tests share: the tool of the package, some models, and how long the long tests are."""

import os
import subprocess
from pathlib import Path

import noslip
import pytest

PACKAGE = Path(noslip.__file__).parent
SOURCE = Path(__file__).resolve().parents[2]
TOOL = PACKAGE / "bin" / "noslip"
LONG = bool(os.environ.get("NOSLIP_LONG"))

OSCILLATOR = "coord x\nlagrangian x'^2/2 - x^2/2\ninit x = 1\nexact x = cos(t)\n"
DRIVEN = "coord x\ninput u\nlagrangian x'^2/2 - x^2/2\nforce x = u\ninit x = 1\n"
BALL = ("coord z\nlagrangian z'^2/2 - 9.81*z\ncontact floor: z >= 0, restitution 0.5\n"
        "init z = 1\nrun method rattle, step 0.01, until 1\n")


@pytest.fixture
def sleigh():
    return noslip.load(noslip.shipped("sleigh"))


@pytest.fixture
def oscillator():
    return noslip.model(OSCILLATOR)


@pytest.fixture
def tool(tmp_path):
    """Run the tool in a folder of its own, and return what it has printed."""
    def call(*arguments):
        done = subprocess.run([TOOL, *map(str, arguments)], cwd=tmp_path, text=True,
                              capture_output=True)
        assert done.returncode == 0, done.stderr
        return done.stdout
    return call
