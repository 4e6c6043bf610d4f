"""The numbers are those of the command line, bit for bit; so are files and what is printed."""

import csv
import re
import subprocess
import sys

import noslip
import numpy as np
import pytest
from conftest import BALL, LONG, PACKAGE, SOURCE, TOOL

MODELS = sorted((SOURCE / "models").glob("*.noslip"))

pytestmark = pytest.mark.filterwarnings("ignore::noslip.NoslipWarning")


def read(path):
    with open(path, newline="") as file:
        header, *rows = csv.reader(file)
    return tuple(header), np.array(rows, dtype=float)


def bits(numbers):
    """Return numbers as integers, so that 0 and -0 differ; all NaN are one."""
    numbers = np.ascontiguousarray(numbers)
    return np.where(np.isnan(numbers), -1, numbers.view(np.int64))


def steps_of(model):
    """Return so few steps that all models take a few seconds; with NOSLIP_LONG the whole run."""
    planned = model.start(progress=False).planned
    return {} if LONG or planned is None or planned <= 400 else {"steps": 400}


@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.stem)
def test_numbers_are_those_of_the_tool(path, tool, tmp_path):
    model = noslip.load(path)
    options = steps_of(model)
    flags = [f"--{name}={value}" for name, value in options.items()]
    tool("run", path, "-o", "rows.csv", "--quiet", *flags)
    columns, rows = read(tmp_path / "rows.csv")
    r = model.run(**options)
    assert r.columns == columns
    assert np.array_equal(bits(r.data), bits(rows))


def test_the_comparison_notices_one_bit():
    x = np.array([1.0, 0.0])
    assert not np.array_equal(bits(x), bits(np.nextafter(x, 2)))
    assert not np.array_equal(bits(x), bits(x*[1, -1]))


def test_settings_are_those_of_the_tool(tool, tmp_path):
    path = noslip.shipped("sleigh")
    tool("run", path, "-o", "rows.csv", "--quiet", "--set", "g=0.2", "--init", "theta'=1/3",
         "--method", "lobatto(2)", "--step", "1/30", "--until", "2.01", "--every", "7")
    _, rows = read(tmp_path / "rows.csv")
    r = noslip.load(path).run(set={"g": 0.2}, init={"theta'": "1/3"}, method="lobatto(2)",
                              step=1/30, until=2.01, every=7)
    assert np.array_equal(bits(r.data), bits(rows))
    assert r.t[-1] == 2.01  # a last step that is shorter


def test_files_are_those_of_the_tool(tool, tmp_path):
    (tmp_path / "ball.noslip").write_text("model ball\n" + BALL)
    tool("run", "ball.noslip", "-o", "tool.csv", "--quiet")
    noslip.load(tmp_path / "ball.noslip").run().save(tmp_path / "python.csv")
    for end in (".csv", ".events.csv"):
        written = (tmp_path / ("tool" + end)).read_bytes()
        assert written.count(b"\n") > 1
        assert (tmp_path / ("python" + end)).read_bytes() == written


def test_hdf5_files_have_the_numbers(tmp_path):
    h5py = pytest.importorskip("h5py")
    r = noslip.load(noslip.shipped("sleigh")).run(until=1)
    try:
        r.save(tmp_path / "rows.h5")
    except noslip.FileError as error:
        pytest.skip(str(error))  # built without HDF5
    with h5py.File(tmp_path / "rows.h5") as file:
        found = []
        file.visititems(lambda name, item: found.append(item[:]) if name.split("/")[-1] == "x"
                        and getattr(item, "shape", None) == r.t.shape else None)
        assert any(np.array_equal(column, r["x"]) for column in found)


def test_the_report_is_that_of_the_tool(tool):
    def without_times(text):
        return re.sub(r"wall time .*", "", text).strip()

    path = noslip.shipped("rattleback")
    printed = tool("run", path, "--steps", "200")
    assert without_times(str(noslip.load(path).run(steps=200))) == without_times(printed)


def test_module_and_tool_have_one_version():
    printed = subprocess.run([TOOL, "--version"], text=True, capture_output=True, check=True).stdout
    assert noslip.__version__ in printed
    header = (SOURCE / "include" / "noslip" / "base.h").read_text()
    declared = re.findall(r"#define NOSLIP_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", header)
    assert ".".join(declared) == noslip.__version__


def test_the_tool_is_a_module_too():
    done = subprocess.run([sys.executable, "-m", "noslip", "methods", "rattle"], text=True,
                          capture_output=True, check=True)
    assert "rattle" in done.stdout


def test_all_models_come_with_the_package():
    assert {p.name for p in MODELS} == {p.name for p in (PACKAGE / "models").glob("*.noslip")}
    with pytest.raises(FileNotFoundError, match="sleigh"):
        noslip.shipped("sleihg")
