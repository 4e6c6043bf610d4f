"""Points: a model evaluated without a run. And the derivative of a step."""

import pickle

import noslip
import numpy as np
import pytest

PENDULUM = """
param m = 2, g = 10
coord x
coord y
lagrangian m*(x'^2 + y'^2)/2 - m*g*y
holonomic rod: x^2 + y^2 = 1
invariant whole = m*(x'^2 + y'^2)/2 + m*g*y
observe height = y + 1
init y = -1, x' = 3
"""
PAIRS = ("coord x[1..3]\nlagrangian dot(x', x')\ninit x[2] = 4, x[3] = 8\n"
         "contact pair[i,j] for i < j in 1..3 within 2: abs(x[i] - x[j]) >= 1\n")
ANGLE = "coord th: angle\nlagrangian th'^2/2 + cos(th)\ninit th = 1, th' = 0.3\n"


@pytest.fixture
def pendulum():
    return noslip.model(PENDULUM)


def test_a_point_stands_at_the_start(pendulum):
    point = pendulum.at()
    assert point.q.tolist() == [0, -1] and point.v.tolist() == [3, 0] and point.t == 0
    assert (point.q_names, point.v_names) == (("x", "y"), ("x'", "y'"))


def test_mechanics_of_a_pendulum(pendulum):
    x, y, v = 0.6, 0.8, np.array([0.8, -0.6])
    point = pendulum.at([x, y], v)
    assert np.array_equal(point.M, 2*np.eye(2)) and np.array_equal(point.p, 2*v)
    assert np.array_equal(point.forces, [0, -20]) and point.energy == pytest.approx(17)
    assert np.allclose(point.jacobian, [[2*x, 2*y]], rtol=1e-15)
    assert abs(point.residuals).max() < 1e-15 and abs(point.rates).max() < 1e-15
    # p' = f + J^T lambda, and the rod stays as long: J v' = -2 |v|^2
    a, multipliers = point.accelerations, point.multipliers
    assert np.allclose(2*a, point.forces + point.jacobian.T @ multipliers, atol=1e-14)
    assert np.allclose(point.jacobian @ a, -2*(v @ v), atol=1e-14)
    assert point.multiplier["rod"] == multipliers[0]


def test_nothing_is_projected(pendulum):
    point = pendulum.at([2, 0], [1, 1])
    assert point.residuals.tolist() == [3] and point.rates.tolist() == [4]
    assert point.constraint["rod"] == 4 and pendulum.at([2, 0], [0, 0]).constraint["rod"] == 3


def test_quantities_have_names(pendulum):
    point = pendulum.at({"y": -0.5})
    assert point["height"] == point.observable["height"] == 0.5
    assert point["x'"] == point.state["x'"] == 3 and point.momentum.array.tolist() == [6, 0]
    assert point.invariant.array.tolist() == [point.energy]
    with pytest.raises(KeyError):
        point["width"]


def test_points_are_those_of_a_run():
    model = noslip.load(noslip.shipped("rattleback"))
    run = model.start()
    run.advance(7)
    point = model.at({}, t=run.t)
    point.set({name: run[name] for name in point.q_names},
              {name: run[name] for name in point.v_names})
    assert np.array_equal(point.state.array, run.state.array)
    assert point.energy == run.energy and point["spin"] == run["spin"]
    assert np.array_equal(point.momentum.array, run.momentum.array)
    assert not np.array_equal(model.at().state.array, run.state.array)


def test_momenta_may_be_given(pendulum):
    assert pendulum.at([0, -1], p=[4, 0]).v.tolist() == [2, 0]
    assert pendulum.at([0, -1], p={"x": 4}).v.tolist() == [2, 0]
    with pytest.raises(noslip.OptionError, match="`v` or `p`"):
        pendulum.at(v=[0, 0], p=[0, 0])


def test_a_point_moves_and_stays_where_it_can(pendulum):
    point = pendulum.at()
    point.set(v={"y'": 5}, t=2)
    assert point.t == 2 and point.v.tolist() == [3, 5] and point.q.tolist() == [0, -1]
    with pytest.raises(noslip.OptionError):
        point.set([np.nan, 0])
    assert point.q.tolist() == [0, -1]


def test_wrong_points_are_refused(pendulum):
    with pytest.raises(noslip.OptionError, match="3 numbers, expected 2: x, y"):
        pendulum.at([1, 2, 3])
    with pytest.raises(noslip.OptionError, match="`z` is not among q"):
        pendulum.at({"z": 1})
    with pytest.raises(noslip.OptionError, match="contacts of pairs"):
        noslip.model(PAIRS).at()


def test_accelerations_that_do_not_follow():
    point = noslip.model("coord x\nlagrangian x'^4/4 - x\n").at([0], [0])
    with pytest.raises(noslip.StepError):
        point.accelerations
    point.set(v=[1])
    assert np.allclose(point.accelerations, -1/3, rtol=1e-14)


def test_models_of_functions_raise_what_they_raised():
    def lagrangian(t, q, v):
        if q[0] > 1:
            raise LookupError("too far")
        return v[0]**2/2 - q[0]**2/2

    model = noslip.from_functions(lagrangian, coordinates=["x"], q=[0.5], unchecked=True,
                                  gradient=lambda t, q, v: ([-q[0]], [v[0]]))
    assert model.at([1], [2]).energy == 2.5
    with pytest.raises(LookupError, match="too far"):
        model.at([2], [2]).energy


def test_models_of_states_have_no_masses():
    point = noslip.load(noslip.shipped("odae")).at()
    assert point.v.size == 0 and point.q.size > 0
    for name in ("M", "forces", "p", "accelerations"):
        with pytest.raises(noslip.OptionError, match="states"):
            getattr(point, name)


# -------------------------------------------------------------------------------------------------
# the derivative of a step


def form_lost(model, method, **options):
    """Return how far a step is from keeping dq dp."""
    S, error = model.start(method=method, step=0.2, **options).derivative()
    n = len(S)//2
    J = np.block([[np.zeros((n, n)), np.eye(n)], [-np.eye(n), np.zeros((n, n))]])
    assert error < 1e-9
    return abs(S.T @ J @ S - J).max()


@pytest.mark.parametrize("text", [
    ANGLE,
    "coord x\ncoord y\nlagrangian (x'^2 + y'^2)/2 - x^2*y^2 - x^4\ninit x = 1, y = 0.5\n"])
def test_rattle_is_symplectic_and_others_are_not(text):
    model = noslip.model(text)
    assert form_lost(model, "rattle") < 1e-11
    assert form_lost(model, "rk-radau2a(2)") > 1e-6


def test_the_derivative_is_that_of_the_formula():
    run = noslip.model("coord q momentum p\nhamiltonian p^2/2 - cos(q)\ninit q = 1, p = 0.5").start(
        method="rattle", step=0.5)
    q, p, h = 1, 0.5, 0.5
    a = np.cos(q)
    b = np.cos(q + h*p - h*h/2*np.sin(q))
    before = run.state.array.copy()
    S, error = run.derivative()
    dq = 1 - h*h/2*a
    assert np.allclose(S, [[dq, h], [-h/2*(a + b*dq), 1 - h*h/2*b]], atol=1e-11) and error < 1e-10
    assert np.array_equal(run.state.array, before)


def test_no_derivative_of_models_of_states():
    with pytest.raises(noslip.OptionError):
        noslip.load(noslip.shipped("odae")).start().derivative()


def test_points_are_pickled(pendulum):
    hamiltonian = noslip.model(
        "coord q momentum p\nhamiltonian p^4/4 - cos(q)\ninit q = 1, p = 0.3")
    for point in pendulum.at([0.6, 0.8], [1, 2], t=3), hamiltonian.at(), \
            noslip.load(noslip.shipped("odae")).at():
        again = pickle.loads(pickle.dumps(point))
        assert np.array_equal(again.state.array, point.state.array) and again.t == point.t


def test_points_have_columns(pendulum):
    point = pendulum.at([0.6, 0.8], [1, 2], t=3)
    assert point["t"] == 3 and point["energy"] == point.energy and point["momentum.y"] == 4
    assert point["multiplier.rod"] == point.multipliers[0]
    with pytest.raises(KeyError):
        point["momentum.z"]
