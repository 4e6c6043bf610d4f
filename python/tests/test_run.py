"""Runs: stepping, views, inputs, callbacks, copies, checkpoints."""

import os
import pickle
import sys
import time
import traceback
import tracemalloc
import types

import noslip
import numpy as np
import pytest
from conftest import BALL, DRIVEN, OSCILLATOR


def start(text=OSCILLATOR, **options):
    return noslip.model(text).start(**{"method": "dla-mp", "step": 0.1, **options})


def test_steps_are_those_of_a_whole_run(sleigh):
    rows = sleigh.run(until=2).data
    run = sleigh.start(until=2)
    for row in rows[1:]:
        assert run.step() is True
        assert run.t == row[0]
        assert np.array_equal(run.state.array, row[1:7])


def test_the_state_follows_the_run():
    run = start()
    state, array = run.state, run.state.array
    assert state["x"] == 1 and dict(state) == {"x": 1, "x'": 0}
    run.step()
    assert state["x"] == array[0] == run["x"] != 1
    run.advance(3)
    assert state["x"] == array[0] == run["x"]
    assert run.state is state and not array.flags.writeable


def test_reading_a_view_allocates_nothing():
    run = start()
    array, x = run.state.array, np.empty(2)
    run.step(), array.copy()

    def loop():
        for _ in range(1000):
            run.step()
            np.copyto(x, array)

    loop()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    loop()
    after, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert after - before < 500 and peak - before < 5000  # of the loop itself


def test_a_view_outlives_its_run():
    array = start().state.array
    assert array[0] == 1  # its memory is that of the run, which lives as long


def test_groups_of_numbers(sleigh):
    run = sleigh.start(until=1)
    run.advance(5)
    assert list(run.multiplier) == ["blade"] and list(run.momentum) == ["x", "y", "theta"]
    assert abs(run.constraint["blade"]) < 1e-14
    with pytest.raises(KeyError):
        run["nothing"]
    follows = run.view("multiplier")
    run.step()
    assert follows["blade"] == run.multiplier["blade"]


def test_inputs():
    run = start(DRIVEN)
    assert dict(run.input) == {"u": 0}
    run.input["u"] = 0.5
    run.advance(10)
    still = start(DRIVEN)
    still.advance(10)
    assert run.input["u"] == 0.5 and run["x"] > still["x"]
    with pytest.raises(KeyError):
        run.input["v"] = 1
    with pytest.raises(noslip.OptionError, match="finite"):
        run.input["u"] = float("nan")


def test_inputs_that_follow_a_table():
    model = noslip.model(DRIVEN)
    options = dict(method="dla-mp", step=0.1, until=1)
    ramp = model.run(input={"u": ([0, 1], [0, 1])}, **options)
    held = model.run(input={"u": ([0, 1], [0, 1], "hold")}, **options)
    fixed = model.run(input={"u": 0.5}, **options)
    assert len({ramp["x"][-1], held["x"][-1], fixed["x"][-1]}) == 3
    assert held["x"][-1] == model.run(**options)["x"][-1]
    with pytest.raises(ValueError, match="times"):
        model.run(input={"u": ([0, 1], [0])}, **options)
    with pytest.raises(ValueError, match="hold"):
        model.run(input={"u": ([0, 1], [0, 1], "holds")}, **options)


def test_live_parameters():
    text = "param k = 1\n" + OSCILLATOR.replace("x^2/2", "k*x^2/2")
    text = text.replace("exact x = cos(t)\n", "")
    model = noslip.model(text, live=["k"])
    a = model.start(method="dla-mp", step=0.1)
    b = model.start(method="dla-mp", step=0.1, parameters={"k": 4})
    a.parameter["k"] = 4
    a.advance(10), b.advance(10)
    assert a.parameter["k"] == 4 and a["x"] == pytest.approx(b["x"], abs=1e-14)


def test_start_values_without_reading_the_model_again():
    run = start(start={"x": 2, "t": 5})
    assert run.t == 5 and run["x"] == 2
    with pytest.raises(noslip.NoslipError, match="z"):
        start(start={"z": 2})


# -------------------------------------------------------------------------------------------------
# callbacks


def test_on_step_is_called_after_every_step():
    times = []
    run = start(on_step=lambda r: times.append(r.t))
    run.step(), run.advance(3)
    assert np.allclose(times, [0.1, 0.2, 0.3, 0.4])


def test_on_step_stops_the_run():
    run = start(on_step=lambda r: r.t < 0.45)
    assert run.advance(100) is False
    assert run.t == pytest.approx(0.5)
    assert run.step() is False  # it is still so
    r = noslip.model(OSCILLATOR).run(method="dla-mp", step=0.1, until=2, every=3,
                                     on_step=lambda r: r.t < 0.45)
    assert np.allclose(r.t, [0, 0.3, 0.5])  # the end is the last row


@pytest.mark.parametrize("move", [lambda run: run.step(), lambda run: run.advance(5),
                                  lambda run: run.record(5)])
def test_exceptions_come_out_of_the_call(move):
    def look(run):
        raise LookupError("look")

    run = start(on_step=look)
    with pytest.raises(LookupError, match="look") as failed:
        move(run)
    frames = [frame.name for frame in traceback.extract_tb(failed.value.__traceback__)]
    assert "look" in frames
    assert run.t == pytest.approx(0.1)  # the step was taken, and the run can go on


def test_a_run_is_not_stepped_by_its_own_callback():
    seen = []

    def again(run):
        for call in (run.step, lambda: run.advance(1), lambda: run.copy()):
            with pytest.raises(RuntimeError, match="in a call"):
                call()
            seen.append(run.t)

    start(on_step=again).advance(2)
    assert len(seen) == 6


def test_other_runs_may_be_stepped_in_a_callback():
    other = start()
    run = start(on_step=lambda r: other.step())
    run.advance(5)
    assert other.t == run.t


def test_callbacks_of_a_copy_get_the_copy():
    seen = []
    run = start(on_step=lambda r: seen.append(r))
    copy = run.copy()
    copy.step(), run.step()
    assert seen[0] is copy and seen[1] is run


def test_a_failed_step_leaves_the_last_good_state():
    run = noslip.model("coord x\nlagrangian x'^2/2 + 2*sqrt(x)\ninit x = 1, x' = -3\n").start(
        method="dla-mp", step=0.1)
    with pytest.raises(noslip.StepError, match="t = "):
        run.advance(1000)
    assert np.isfinite(run["x"]) and run.t > 0
    with pytest.raises(noslip.StepError):
        run.step()


def test_a_failed_run_has_what_there_is():
    model = noslip.model("coord x\nlagrangian x'^2/2 + 2*sqrt(x)\ninit x = 1, x' = -3\n")
    with pytest.raises(ArithmeticError) as failed:
        model.run(method="dla-mp", step=0.1, until=10)
    r = failed.value.result
    assert len(r) > 1 and np.isfinite(r["x"]).all()
    whole = model.start(method="dla-mp", step=0.1)
    assert np.array_equal(whole.record(len(r)).data, r.data, equal_nan=True)


# -------------------------------------------------------------------------------------------------
# copies and files


def test_copies_go_on_by_themselves(sleigh):
    run = sleigh.start()
    run.advance(10)
    other = run.copy()
    run.advance(10)
    assert other.t == pytest.approx(0.5) and run.t == pytest.approx(1.0)
    other.advance(10)
    assert np.array_equal(other.state.array, run.state.array)


@pytest.mark.parametrize("text", [OSCILLATOR, DRIVEN, BALL])
def test_pickles_go_on_bit_for_bit(text):
    run = noslip.model(text).start(method="rattle", step=0.01)
    run.advance(60)
    other = pickle.loads(pickle.dumps(run))
    run.advance(100), other.advance(100)
    assert np.array_equal(run.state.array, other.state.array)
    assert run.events == other.events and run.report.steps == other.report.steps == 160


def test_saved_runs(tmp_path, sleigh):
    run = sleigh.start(until=10)
    run.advance(10)
    run.save(tmp_path / "run.check")
    other = noslip.load_run(tmp_path / "run.check")
    assert other.model.name == "chaplygin_sleigh" and other.t == run.t
    run.advance(10), other.advance(10)
    assert np.array_equal(run.state.array, other.state.array)
    (tmp_path / "run.check").write_bytes(b"no checkpoint")
    with pytest.raises(noslip.FileError):
        noslip.load_run(tmp_path / "run.check")


def test_a_run_as_one_c_file(sleigh):
    text = sleigh.start().export(steps=10)
    assert "int main" in text


def test_visits(sleigh):
    run = sleigh.start(visits=True)
    run.step()
    end = run["x"]
    run.visit(0.03)
    assert run.t == 0.03 and run["x"] != end
    run.go_back()
    assert run["x"] == end


def test_a_model_stops_its_run():
    model = noslip.model(OSCILLATOR + "stop down: x = 0 falling\n")
    run = model.start(method="dla-mp", step=0.1)
    while run.step():
        pass
    assert run.stopped == "down" and abs(run["x"]) < 1e-14
    r = model.run(method="dla-mp", step=0.1, until=10, every=4)
    assert r.stopped == "down" and r.t[-1] == run.t
    assert model.run(method="dla-mp", step=0.1, until=10, past_stops=True).stopped is None


def test_a_run_begins_again(sleigh):
    run, fresh = sleigh.start(step=0.1), sleigh.start(step=0.1, start={"x": 2, "t": 1})
    first, state = sleigh.start(step=0.1).record(6, every=1).data, run.state
    run.advance(7)
    run.restart()
    assert run.t == 0 and run.report.steps == 0 and state.array is run.state.array
    assert np.array_equal(run.record(6, every=1).data, first)
    run.restart({"x": 2, "t": 1})
    assert state["x"] == 2 and run.t == 1
    other = run.record(6, every=1).data
    assert np.array_equal(other, fresh.record(6, every=1).data) and not np.array_equal(other, first)


def test_who_cannot_begin_goes_on(sleigh):
    run = sleigh.start(step=0.1)
    run.advance(3)
    before = run.state.array.copy()
    with pytest.raises(noslip.OptionError, match="nothing"):
        run.restart({"nothing": 1})
    assert np.array_equal(run.state.array, before)


def test_inputs_begin_again():
    run = start(DRIVEN, input={"u": 2})
    run.input["u"] = 5
    run.restart()
    assert run.input["u"] == 2
    with pytest.raises(RuntimeError, match="in a call"):
        start(on_step=lambda r: r.restart()).advance(1)


def test_columns_are_read_once():
    model = noslip.model(OSCILLATOR)
    names = ["t", "x"]
    right = model.run(method="dla-mp", step=0.1, until=0.95, columns=names).data
    again = model.run(method="dla-mp", step=0.1, until=0.95, columns=iter(names))
    assert again.columns == ("t", "x") and np.array_equal(again.data, right)
    assert start().record(3, columns=(name for name in names)).data.shape == (3, 2)
    assert start().record(3, columns="x").columns == ("x",)


def test_no_columns_are_refused():
    for none in [], (), iter([]):
        with pytest.raises(noslip.OptionError, match="`columns` is empty"):
            noslip.model(OSCILLATOR).run(method="dla-mp", step=0.1, until=1, columns=none)
    with pytest.raises(noslip.OptionError, match="`columns` is empty"):
        start().record(3, columns=[])


@pytest.mark.parametrize("end", ["until", "steps"])
def test_zero_is_not_the_end_of_the_model(end):
    model = noslip.model(OSCILLATOR + "run method dla-mp, step 0.1, until 1")
    assert len(model.run()) == 11
    with pytest.raises(noslip.OptionError, match="steps"):
        model.run(**{end: 0})


def test_numbers_have_the_names_of_their_columns(sleigh):
    run = sleigh.start(until=1)
    run.advance(7)
    row = run.record(1)
    for name in set(row.columns) - {"constraint"}:
        assert run[name] == row[name][0], name


@pytest.mark.parametrize("wrong", [{"rows": 0}, {"rows": -1}, {"rows": 2, "every": 0},
                                   {"rows": 2, "every": -1}])
def test_rows_are_counted(wrong):
    with pytest.raises(noslip.OptionError, match="rows=|a row every"):
        start().record(**wrong)


def test_paths_may_be_bytes(tmp_path):
    path = os.fsencode(tmp_path / "run")
    run = start()
    run.step()
    run.save(path)
    assert noslip.load_run(path).t == run.t


def test_a_loaded_run_tells_of_its_progress(tmp_path):
    start().save(tmp_path / "run")
    told = []
    run = noslip.load_run(tmp_path / "run", progress=lambda done, total: told.append((done, total)))
    run.advance(500)
    assert told[-1] == (500, 500)


# -------------------------------------------------------------------------------------------------
# bars


def bar_of(capsys, **options):
    """Return what a run of half a second has shown."""
    noslip.model(OSCILLATOR).run(method="dla-mp", step=0.01, steps=400, backend="interpret",
                                 on_step=lambda run: time.sleep(0.001), **options)
    return capsys.readouterr().err


def test_bars_are_shown_where_they_are_wanted(capsys):
    pytest.importorskip("tqdm")
    shown = bar_of(capsys, progress=True)
    assert "step/s" in shown and "/400 [" in shown
    assert bar_of(capsys) == bar_of(capsys, progress=False) == ""  # here is no terminal


@pytest.mark.parametrize(("shell", "watched"), [("ZMQInteractiveShell", True),
                                                ("TerminalInteractiveShell", False)])
def test_notebooks_show_bars(monkeypatch, shell, watched):
    pytest.importorskip("tqdm")
    ipython = types.SimpleNamespace(get_ipython=type(shell, (), {}))
    monkeypatch.setitem(sys.modules, "IPython", ipython)
    tell, close = noslip.progress.bar(None)
    close()
    assert (tell is not None) == watched
