"""Advice, and runs whose method and step it chooses."""

import warnings
from dataclasses import replace

import noslip
import numpy as np
import pytest
from conftest import LONG, OSCILLATOR
from noslip.integrate import choose

CHAOS = ("coord x, y\nlagrangian (x'^2 + y'^2)/2 - x^2*y^2/2 - (x^4 + y^4)/32\n"
         "init x = 1, y = 1.1, x' = 0.3\n")


def off(r, t):
    """Return how far the oscillator is from cos(t) at the end."""
    return abs(r["x"][-1] - np.cos(t))


def test_advice_is_measured(oscillator):
    found = oscillator.advise(error=1e-6, until=20)
    best = found.recommended
    assert best.error <= 1e-6 and best.frontier and best in found.attempts
    others = [a.work for a in found.attempts if a.error <= 1e-6]
    assert best.work == min(others) and len(others) > 3
    assert found.for_long.energy_error <= 1e-6 and found[found.for_long.method].structure
    assert found.to_pandas().shape[0] == len(found.attempts)
    with pytest.raises(KeyError, match="sprak"):
        found["sprak"]


def test_advice_is_that_of_other_data(oscillator):
    slow = oscillator.with_(init={"x": 0}).advise(error=1e-3, until=5)
    again = oscillator.advise(error=1e-3, until=5, init={"x": 0})
    assert [a.work for a in again.attempts] == [a.work for a in slow.attempts]


def test_advice_is_drawn(oscillator):
    pytest.importorskip("matplotlib")
    found = oscillator.advise(error=1e-4, until=5)
    lines = found.plot().lines
    assert sum(len(line.get_xdata()) for line in lines) == len(found.attempts)
    assert "dop853" in [line.get_label() for line in lines]


def test_wrong_advice_is_refused(oscillator):
    for error in 2, 0, -1, np.nan:
        with pytest.raises(noslip.OptionError, match="from 1e-14 to 1"):
            oscillator.advise(error=error, until=5)
    with pytest.raises(noslip.OptionError, match="end"):
        oscillator.advise(until=-5)
    with pytest.raises(noslip.OptionError, match="end"):
        oscillator.advise(until=0)  # not that of the run line


@pytest.mark.parametrize("error", [1e-3, 1e-6, 1e-8])
def test_the_error_is_that_at_the_end(error):
    r = noslip.integrate(noslip.model(OSCILLATOR), (0, 20), error=error)
    assert r.t[0] == 0 and r.t[-1] == pytest.approx(20, abs=1e-12)
    assert error/1e3 < off(r, 20) < 1.1*error
    assert 900 < len(r) < 2200


@pytest.mark.parametrize("method", ["dla-mp", "compose(rattle, kahan-li8)"])
def test_the_step_is_that_of_the_method(method):
    r = noslip.integrate(noslip.model(OSCILLATOR), (0, 20), error=1e-5, method=method)
    assert r.report.method == method and 1e-8 < off(r, 20) < 1.1e-5


def test_the_method_is_that_of_the_step():
    model = noslip.model(OSCILLATOR)
    r = noslip.integrate(model, (0, 20), error=1e-7, step=0.1)
    assert r.report.step == pytest.approx(0.1) and off(r, 20) < 1e-6
    assert off(model.run(method="dla-mp", step=0.1, until=20), 20) > 1e-3


def test_a_step_that_is_too_long_for_the_error_is_warned_of():
    with pytest.warns(noslip.NoslipWarning, match="no method has the error 1e-13 with a step of 1"):
        noslip.integrate(noslip.model(OSCILLATOR), (0, 20), error=1e-13, step=1.0)


def test_a_start_beside_the_constraints_is_projected_for_trials_too():
    model = noslip.model("coord x, y\nlagrangian (x'^2 + y'^2)/2 - y\n"
                         "holonomic rod: x^2 + y^2 = 1\ninit x = 1.01, y = 0")
    r = noslip.integrate(model, (0, 1), step=0.01, project=True)
    assert abs(r["x"][-1]**2 + r["y"][-1]**2 - 1) < 1e-12


def test_a_method_that_chooses_its_steps_needs_none():
    r = noslip.integrate(noslip.model(OSCILLATOR), (0, 1), method="dop853(1e-9)", rows=10)
    assert len(r) == 11 and off(r, 1) < 1e-8


def test_a_step_that_is_not_known_has_to_be_given():
    with pytest.raises(noslip.OptionError, match="give `step`"):
        noslip.integrate(noslip.model(OSCILLATOR), (0, 1), method="rk-radau2a(2)")
    r = noslip.integrate(noslip.model(OSCILLATOR), (0, 1), method="rk-radau2a(2)", step=0.3)
    assert r.report.step == 0.25 and r.t[-1] == 1


def test_backwards():
    model = noslip.model(OSCILLATOR)
    for span in (0, -1), (0, -20):
        r = noslip.integrate(model, span, error=1e-6)
        assert r.t[-1] == pytest.approx(span[1], abs=1e-12) and off(r, span[1]) < 1e-5
    back = noslip.integrate(model, (0, -1), method="rattle", step=0.01)
    assert back.t[-1] == -1 and off(back, 1) < 1e-4


def test_to_the_time_0():
    r = noslip.integrate(noslip.model(OSCILLATOR), (-5, 0), error=1e-8)
    assert r.t[0] == -5 and abs(r.t[-1]) < 1e-12 and off(r, 5) < 1e-7


def test_it_begins_where_it_is_told():
    model = noslip.model("coord x\nlagrangian x'^2/2\ninit t = 5, x' = 1")
    assert model.run(method="dla-mp", step=0.5, steps=1).t[0] == 5
    r = noslip.integrate(model, (0, 1), method="dla-mp", step=0.5)
    assert r.t[0] == 0 and r.t[-1] == 1
    later = noslip.integrate(noslip.model("coord x\nlagrangian x'^2/2 - t*x\n"), (3, 4), error=1e-8)
    assert later.t[0] == 3 and later["x"][-1] == pytest.approx(-(64 - 27)/6 + 9/2, abs=1e-7)


def test_the_choice_is_for_the_data_of_the_run():
    model = noslip.model("param k = 1\ncoord x\nlagrangian x'^2/2 - k*x^2/2\ninit x = 1\n")
    r = noslip.integrate(model, (0, 2), set={"k": 400}, start={"x": 2}, error=1e-7)
    assert r["x"][0] == 2 and abs(r["x"][-1] - 2*np.cos(40)) < 1e-6


def test_live_parameters_have_the_values_of_the_run():
    model = noslip.model("param k = 1\ncoord x\nlagrangian x'^2/2 - k*x^2/2\ninit x = 1\n",
                         live=["k"])
    r = noslip.integrate(model, (0, 2), parameters={"k": 400}, error=1e-7)
    assert r["x"][0] == 1 and abs(r["x"][-1] - np.cos(40)) < 1e-6


@pytest.mark.parametrize("step", [0, np.nan, np.inf])
@pytest.mark.parametrize("method", [None, "dla-mp"])
def test_a_step_has_a_length(oscillator, step, method):
    with pytest.raises(noslip.OptionError, match="expected a length"):
        noslip.integrate(oscillator, (0, 1), step=step, method=method)


def test_models_of_functions():
    model = noslip.from_functions(
        lambda t, q, v: v[0]**2/2 - q[0]**2/2, coordinates=["x"], q=[1],
        gradient=lambda t, q, v: ([-q[0]], [v[0]]), promises=["autonomous"])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", noslip.NoslipWarning)
        r = noslip.integrate(model, (1, 2), error=1e-3)
    assert r.t[0] == 1 and off(r, 1) < 2e-3


def test_the_best_there_is(oscillator):
    found = oscillator.advise(error=1e-4, until=5)
    assert choose(found) == (found.recommended.method, found.recommended.step)
    nothing = replace(found, recommended=None)
    with pytest.warns(noslip.NoslipWarning, match="no method has the error 0.0001 at t = 5"):
        assert choose(nothing) == (found.for_long.method, found.for_long.step)
    best = min(found.attempts, key=lambda a: a.error)
    with pytest.warns(noslip.NoslipWarning):
        assert choose(replace(nothing, for_long=None)) == (best.method, best.step)
    with pytest.raises(noslip.OptionError, match="give `method` and `step`"):
        choose(replace(nothing, attempts=[]))


@pytest.mark.skipif(not LONG, reason="trials of a motion that cannot be followed take 5 seconds")
def test_who_cannot_be_followed_is_told():
    model = noslip.model(CHAOS)
    with pytest.warns(noslip.NoslipWarning, match="no method has the error") as told:
        r = noslip.integrate(model, (0, 1000), error=1e-4)
    assert told[0].filename == __file__
    assert abs(r.energy - r.energy[0]).max() < 1e-3


def test_short_trials_stand_in():
    model = noslip.load(noslip.shipped("rattleback"))  # trials with long steps fail
    with pytest.warns(noslip.NoslipWarning, match="short trials"):
        r = noslip.integrate(model, (0, 20))
    assert r.t[-1] == pytest.approx(20) and r.report.constraint_max_error < 1e-11


@pytest.mark.parametrize("wrong", [{"error": 0}, {"error": -1}, {"error": np.nan}, {"rows": 0},
                                   {"t_span": (0, np.inf)}, {"t_span": (np.nan, 1)},
                                   {"t_span": (1, 1)}])
def test_what_is_refused(wrong):
    given = {"t_span": (0, 1), **wrong}
    with pytest.raises(noslip.OptionError, match="expected two finite times that differ"):
        noslip.integrate(noslip.model(OSCILLATOR), **given)
