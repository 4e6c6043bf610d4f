"""Models made of functions."""

import traceback

import noslip
import numpy as np
import pytest

pytestmark = pytest.mark.filterwarnings("ignore::noslip.NoslipWarning")

TEXT = """
param g = 0.1
coord x, y, theta
lagrangian (x'^2 + y'^2)/2 + theta'^2/2 - g*y
nonholonomic blade: y'*cos(theta) - x'*sin(theta) = 0
init x' = 1, theta' = 0.5
"""


def sleigh(**others):
    def lagrangian(t, q, v):
        return (v @ v)/2 - 0.1*q[1]

    return noslip.from_functions(
        lagrangian, coordinates=["x", "y", "theta"], v=[1, 0, 0.5],
        gradient=lambda t, q, v: ([0, -0.1, 0], v),
        hessian=lambda t, q, v: (np.eye(3), np.zeros((3, 3)), np.zeros((3, 3))),
        nonholonomic=noslip.Nonholonomic(
            lambda t, q, v: [v[1]*np.cos(q[2]) - v[0]*np.sin(q[2])], ["blade"],
            phi_v=lambda t, q, v: [[-np.sin(q[2]), np.cos(q[2]), 0]],
            phi_q=lambda t, q, v: [[0, 0, -v[1]*np.sin(q[2]) - v[0]*np.cos(q[2])]]),
        **{"promises": ["autonomous", "separable", "identity_mass", "linear_constraints"],
           **others})


def test_functions_give_the_motion_of_the_text():
    options = dict(method="spark(3)", step=0.05, until=5)
    text, functions = noslip.model(TEXT).run(**options), sleigh().run(**options)
    assert functions.columns == text.columns
    assert np.allclose(functions.data, text.data, rtol=0, atol=1e-10)
    assert functions._run.backend == "callbacks"


def test_hamiltonians_and_differences():
    model = noslip.from_functions(hamiltonian=lambda t, q, p: p[0]**2/2 + q[0]**2/2,
                                  coordinates=["x"], q=[1], promises=["autonomous"])
    r = model.run(method="rattle", step=0.01, until=1)
    assert r["x"][-1] == pytest.approx(np.cos(1), abs=1e-5)


def test_holonomic_constraints():
    def g(t, q):
        return [q @ q - 1]

    model = noslip.from_functions(
        lambda t, q, v: v @ v/2 - 9.81*q[1], coordinates=["x", "y"], q=[1, 0],
        gradient=lambda t, q, v: ([0, -9.81], v),
        holonomic=noslip.Holonomic(g, ["rod"], g_q=lambda t, q: [2*q]),
        invariants={"energy again": lambda node: node.energy},
        observables={"tension": lambda node: node.multiplier[0], "height": lambda node: node.q[1]},
        promises=["autonomous", "separable", "identity_mass"])
    r = model.run(method="rattle", step=0.01, until=1)
    assert r.report.constraint_max_error < 1e-13
    assert np.array_equal(r["height"], r["y"]) and np.array_equal(r["tension"], r["multiplier.rod"])


def test_exceptions_come_out_of_the_step():
    def force(t, q, v):
        if t > 0.5:
            raise LookupError("no more force")
        return [0, 0, 0]

    model = sleigh(force=force, promises=["separable", "identity_mass"], unchecked=True)
    run = model.start(method="spark(3)", step=0.1)
    with pytest.raises(LookupError, match="no more force") as failed:
        while run.t < 2:
            run.step()
    assert "force" in [frame.name for frame in traceback.extract_tb(failed.value.__traceback__)]
    assert run.t == pytest.approx(0.5, abs=0.11)


def test_exceptions_come_out_when_the_model_is_made():
    def wrong(t, q, v):
        raise LookupError("at once")

    with pytest.raises(LookupError, match="at once"):
        noslip.from_functions(wrong, coordinates=["x"])


def test_wrong_shapes_and_words():
    with pytest.raises(ValueError, match=r"expected \(3,\)"):
        sleigh(force=lambda t, q, v: [0, 0])
    with pytest.raises(ValueError, match="autonomus"):
        sleigh(promises=["autonomus"])
    with pytest.raises(TypeError, match="either"):
        noslip.from_functions(coordinates=["x"])
    with pytest.raises(noslip.NoslipError):  # a broken promise
        noslip.from_functions(lambda t, q, v: v[0]**2/2 - t*q[0], coordinates=["x"], q=[1],
                              promises=["autonomous"])


def test_functions_are_not_pickled():
    import pickle
    with pytest.raises(TypeError, match="functions"):
        pickle.loads(pickle.dumps(sleigh()))


def test_copies_of_their_runs():
    run = sleigh().start(method="dla-mp", step=0.1)
    run.advance(5)
    other = run.copy()
    run.advance(5), other.advance(5)
    assert np.array_equal(run.state.array, other.state.array)


def test_what_a_function_reads_cannot_be_written():
    def lagrangian(t, q, v):
        v[0] = 7
        return v[0]**2/2

    with pytest.raises(ValueError, match="read-only"):
        noslip.from_functions(lagrangian, coordinates=["x"]).run(method="dla-mp", step=0.1, until=1)
