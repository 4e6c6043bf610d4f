"""`pip install` without a network, with no other packages than those of the system."""

import importlib.util
import json
import os
import shutil
import subprocess
import sys

import noslip
import numpy as np
import pytest
from conftest import LONG, SOURCE

pytestmark = pytest.mark.skipif(not LONG, reason="it builds the library; NOSLIP_LONG=1 installs it")

NEEDED = ("pip", "setuptools", "wheel", "venv", "ensurepip")
FLAGS = "'-DCMAKE_C_FLAGS_RELEASE=-O0 -DNDEBUG'"  # built in a third of the time

LOOK = """
import importlib.metadata, json, os, subprocess, sys
import noslip
folder = os.path.dirname(noslip.__file__)
r = noslip.load(noslip.shipped("sleigh")).run(until=5)
files = importlib.metadata.files("noslip")
print(json.dumps({
    "folder": folder, "version": noslip.__version__, "numbers": r.data.tobytes().hex(),
    "packaged": importlib.metadata.version("noslip"),
    "tag": importlib.metadata.distribution("noslip").read_text("WHEEL"),
    "files": [str(file) for file in files]}))
"""


def without_network():
    """Return the words before a command that has no network, if that is allowed here."""
    for words in ["unshare", "-n"], ["unshare", "-rn"]:
        if shutil.which("unshare") and subprocess.run([*words, "true"], capture_output=True,
                                                      check=False).returncode == 0:
            return words
    return []


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """Install a copy of the sources, and return the environment."""
    for module in NEEDED:
        if importlib.util.find_spec(module) is None:
            pytest.skip(f"there is no {module}")
    folder = tmp_path_factory.mktemp("install")
    shutil.copytree(SOURCE, folder / "source", symlinks=True,
                    ignore=shutil.ignore_patterns("build", ".git", "*.egg-info", "docs"))
    (folder / "source" / "docs").mkdir()
    env = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    env.update(PIP_NO_INDEX="1", PIP_CONFIG_FILE=os.devnull, NOSLIP_CMAKE_ARGS=FLAGS)
    subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", folder / "env"],
                   check=True, env=env)
    done = subprocess.run([*without_network(), folder / "env" / "bin" / "pip", "install",
                           "--no-build-isolation", "."], cwd=folder / "source" / "python", env=env,
                          text=True, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "env", env


@pytest.fixture(scope="module")
def found(installed):
    """Return what a program says that uses what was installed."""
    place, env = installed
    done = subprocess.run([place / "bin" / "python", "-c", LOOK], cwd=place, env=env, text=True,
                          capture_output=True, check=True)
    return json.loads(done.stdout)


def test_the_package_is_where_it_was_installed(installed, found):
    assert found["folder"].startswith(str(installed[0]))
    assert {"noslip/py.typed", "noslip/bin/noslip", "noslip/models/sleigh.noslip"} <= \
        set(found["files"])


def test_one_wheel_serves_every_python(found):
    assert "Tag: cp39-abi3-" in found["tag"]


def test_tool_and_module_have_one_version(installed, found):
    place, env = installed
    for command in [place / "bin" / "noslip"], [place / "bin" / "python", "-m", "noslip"]:
        printed = subprocess.run([*command, "--version"], env=env, text=True, capture_output=True,
                                 check=True).stdout
        assert printed.split() == ["noslip", noslip.__version__]
    assert found["version"] == found["packaged"] == noslip.__version__


def test_other_flags_of_the_compiler_give_the_same_bits(found):
    ours = noslip.load(noslip.shipped("sleigh")).run(until=5).data
    assert found["numbers"] == ours.tobytes().hex()
    assert found["numbers"] != np.nextafter(ours, 2).tobytes().hex()


def test_the_library_is_inside(installed, found):
    place, env = installed
    for name in "_lib.abi3.so", "_step.abi3.so":
        needed = subprocess.run(["ldd", os.path.join(found["folder"], name)], env=env, text=True,
                                capture_output=True, check=True).stdout
        assert "libc." in needed and "libnoslip" not in needed


def test_it_can_be_removed(installed):
    place, env = installed
    subprocess.run([place / "bin" / "pip", "uninstall", "-q", "-y", "noslip"], env=env, check=True)
    left = subprocess.run([place / "bin" / "python", "-c", "import noslip"], cwd=place, env=env,
                          capture_output=True, check=False)
    assert left.returncode != 0 and not (place / "bin" / "noslip").exists()
