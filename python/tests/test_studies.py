"""Studies: orders, comparisons, ensembles, sweeps, sections."""

import json

import noslip
import numpy as np
import pytest
from conftest import DRIVEN


def test_orders(oscillator):
    c = oscillator.converge(methods=["dla-mp", "lobatto(3)"], steps=[0.2, 0.1, 0.05], until=1)
    assert c["dla-mp"].fitted["q"] == pytest.approx(2, abs=0.05)
    assert c["lobatto(3)"].fitted["q"] == pytest.approx(4, abs=0.1)
    assert c.to_pandas().shape == (6, 4)
    with pytest.raises(noslip.OptionError, match="exact"):
        noslip.load(noslip.shipped("sleigh")).converge(against="exact", until=1, steps=[0.5])


def test_orders_against_another_method(sleigh):
    c = sleigh.converge(methods="dla-mp", steps=[0.1, 0.05], until=1, against="spark(4)")
    assert c["dla-mp"].fitted["q"] == pytest.approx(2, abs=0.2)


def test_comparisons(sleigh):
    c = sleigh.compare(methods=["dla-mp", "spark(3)", "rattle"], until=10, samples=50)
    assert len(c["spark(3)"].times) == 51
    assert c["spark(3)"].energy.max() == c["spark(3)"].energy_max_error
    assert c["rattle"].refusal and len(c["rattle"].times) == 0
    assert list(c.to_pandas()["method"]) == ["dla-mp", "spark(3)", "rattle"]


def test_ensembles(sleigh):
    values = np.linspace(0.5, 1.5, 7)
    e = sleigh.ensemble({"theta'": values}, until=2, keep=True)
    assert len(e) == 7 and e.nfailed == 0
    alone = sleigh.run(init={"theta'": values[3]}, until=2)
    assert np.array_equal(e.members[3], alone.data) and e.columns == alone.columns
    assert e["energy"].mean.shape == e.t.shape
    assert list(e.to_pandas().columns)[0] == "theta'"
    assert set(e.rows()["member"]) == set(range(7))


def test_members_do_not_depend_on_threads(sleigh):
    one, two = (sleigh.ensemble(sample={"x": (-1, 1), "theta'": (0, 1)}, members=5, seed=7, until=2,
                                threads=n) for n in (1, 2))
    assert np.array_equal(one.energy_error, two.energy_error)
    other = sleigh.ensemble(sample={"x": (-1, 1), "theta'": (0, 1)}, members=5, seed=8, until=2)
    assert not np.array_equal(one.energy_error, other.energy_error)


def test_ensembles_in_parts(sleigh):
    options = {"sample": {"x": (-1, 1), "theta'": (0, 1)}, "seed": 7, "until": 2}
    whole = sleigh.ensemble(members=5, ends=True, **options)
    parts = [sleigh.ensemble(members=2, ends=True, keep=True, **options),
             sleigh.ensemble(members=3, ends=True, keep=True, first_member=2, **options)]
    assert np.array_equal(np.concatenate([e.ends for e in parts]), whole.ends)
    assert set(parts[1].rows()["member"]) == {2, 3, 4}
    again = sleigh.ensemble(members=3, ends=True, **options)
    assert not np.array_equal(again.ends, parts[1].ends)


def test_ends_of_members(sleigh):
    e = sleigh.ensemble({"theta'": [0.5, 1.0]}, until=2, ends=True)
    run = sleigh.run(init={"theta'": 1.0}, until=2).end
    assert e.end_names == run.state.names and np.array_equal(e.ends[1], run.state.array)
    assert e.end("x")[1] == run["x"] and not np.array_equal(e.ends[0], e.ends[1])
    assert e.to_pandas()["x.end"][1] == run["x"]
    with pytest.raises(KeyError):
        e.end("z")
    without = sleigh.ensemble({"theta'": [0.5]}, until=2)
    assert without.ends is None and "x.end" not in without.to_pandas()
    with pytest.raises(noslip.OptionError, match="ends=True"):
        without.end("x")


def test_starts_are_given_once(sleigh):
    with pytest.raises(noslip.OptionError, match="sample"):
        sleigh.ensemble({"x": [1]}, sample={"x": (0, 1)}, members=2)


def test_sweeps(sleigh):
    s = sleigh.sweep({"a": [0.5, 1, 2], "step": [0.1, 0.05]}, until=1)
    assert s["a"].tolist() == [0.5, 0.5, 1, 1, 2, 2]
    assert s["x"][3] == sleigh.run(until=1)["x"][-1]
    assert set(s.verdict) == {"kept"} and len(s.to_pandas()) == 6


def test_sections(oscillator):
    s = oscillator.section(section="x = 0 falling plot (t, x')", method="rattle", step=0.01,
                           count=3)
    assert np.allclose(s["t"], np.pi*np.array([0.5, 2.5, 4.5]), atol=1e-3)
    assert abs(s["x"]).max() < 1e-14 and s.axes == ("t", "x'")
    rising = oscillator.section(section="x = 0 plot (t, x')", direction="rising", method="rattle",
                                step=0.01, count=2)
    assert np.allclose(rising["t"], np.pi*np.array([1.5, 3.5]), atol=1e-3)
    with pytest.raises(ValueError, match="rising"):
        oscillator.section(section="x = 0", direction="up")


def test_sections_of_the_model():
    model = noslip.load(noslip.shipped("contact_oscillator"))
    s = model.section(count=5, sample={"z": (-0.9, 0.9)}, members=2)
    assert [len(p) for p in s.points] == [5, 5] and all(s.complete)
    assert len(s.to_pandas()) == 10


def test_studies_are_those_of_the_tool(tool, sleigh):
    printed = json.loads(tool("compare", noslip.shipped("sleigh"), "--methods", "dla-mp,spark(3)",
                              "--until", "5", "--json"))
    c = sleigh.compare(methods=["dla-mp", "spark(3)"], until=5)
    for theirs, ours in zip(printed["methods"], c.methods):
        assert theirs["energy"]["max_error"] == ours.energy_max_error


def test_recommendations(oscillator):
    found = oscillator.recommend(seconds=5)
    assert found.trials[0].needed <= found.trials[1].needed
    assert "method" in found.to_pandas()


def test_progress_is_told(oscillator):
    told = []
    oscillator.compare(methods=["dla-mp"], step=1e-3, steps=20000,
                       progress=lambda done, total: told.append((done, total)))
    assert told and told[-1][1] == 20000


def test_exceptions_of_progress_come_out(oscillator):
    def wrong(done, total):
        raise LookupError("progress")

    with pytest.raises(LookupError, match="progress"):
        oscillator.compare(methods=["dla-mp"], step=1e-3, steps=20000, progress=wrong)
    with pytest.raises(LookupError):
        oscillator.ensemble({"x": np.linspace(0, 1, 50)}, method="dla-mp", step=1e-3, until=10,
                            progress=wrong)


def test_pictures(oscillator):
    pytest.importorskip("matplotlib")
    c = oscillator.converge(methods=["dla-mp"], steps=[0.2, 0.1], until=1)
    assert len(c.plot().lines) == 1
    assert len(oscillator.compare(methods=["dla-mp"], step=0.1, until=5).plot().lines) == 1


def test_other_data(oscillator):
    text = "coord x\nlagrangian x'^2/2 - x^2/2\ninit x = 1\n"
    a = noslip.model(text).compare(methods=["dla-mp"], step=0.1, until=5, init={"x": 2})
    b = noslip.model(text.replace("init x = 1", "init x = 2")).compare(
        methods=["dla-mp"], step=0.1, until=5)
    assert a["dla-mp"].energy_max_error == b["dla-mp"].energy_max_error


@pytest.mark.parametrize("study", [lambda m, x: m.ensemble({"x": x}, until=1),
                                   lambda m, x: m.sweep({"x": x}, until=1)])
def test_values_of_a_key_are_a_row(sleigh, study):
    with pytest.raises(noslip.OptionError, match=r"`x` have the shape \(2, 2\)"):
        study(sleigh, [[1, 2], [3, 4]])
    with pytest.raises(noslip.OptionError, match="no values|at least one member"):
        study(sleigh, [])


@pytest.mark.parametrize("members", [0, -1])
def test_somebody_is_drawn(sleigh, members):
    with pytest.raises(noslip.OptionError, match=f"members={members}"):
        sleigh.ensemble(sample={"x": (0, 1)}, members=members, until=1)


@pytest.mark.parametrize("value", [0.5, ([0, 1], [0, 1])])
def test_studies_have_inputs(value):
    model = noslip.model(DRIVEN)
    options = {"method": "dla-mp", "step": 0.1, "until": 1, "input": {"u": value}}
    alone = model.run(**options)["x"][-1]
    assert alone != model.run(**{**options, "input": {"u": 0}})["x"][-1]
    assert model.ensemble({"x": [1]}, ends=True, **options).end("x")[0] == alone
    assert model.sweep({"x'": [0]}, **options)["x"][0] == alone


def test_extremes_of_members(sleigh):
    e = sleigh.ensemble({"theta'": [0.5, 1.0]}, until=2, keep=True)
    energies = [rows[:, e.columns.index("energy")] for rows in e.members]
    for k, energy in enumerate(energies):
        assert e.lowest["energy"][k] == (energy - energy[0]).min()
        assert e.highest["energy"][k] == (energy - energy[0]).max()
    assert (e.highest["energy"] > e.lowest["energy"]).all()


def test_what_a_study_does_not_have(oscillator):
    found = oscillator.compare(methods=["dla-mp"], step=0.1, until=1)
    with pytest.raises(KeyError, match="`rattle` is not among dla-mp"):
        found["rattle"]
