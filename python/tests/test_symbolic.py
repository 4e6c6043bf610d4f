"""Models from SymPy."""

import noslip
import numpy as np
import pytest

sp = pytest.importorskip("sympy")
from sympy.physics.mechanics import dynamicsymbols  # noqa: E402

t = dynamicsymbols._t


def test_a_sleigh_is_that_of_its_text():
    x, y, theta = dynamicsymbols("x y theta")
    m, g = sp.symbols("m g")
    L = m*(x.diff(t)**2 + y.diff(t)**2)/2 + theta.diff(t)**2/2 - m*g*y
    model = noslip.from_sympy(
        L, [x, y, theta], constraints={"blade": y.diff(t)*sp.cos(theta) - x.diff(t)*sp.sin(theta)},
        parameters={m: 2, g: 0.1}, init={x.diff(t): 1, theta.diff(t): sp.Rational(1, 2)})
    text = noslip.model(
        "param m = 2, g = 0.1\ncoord x, y, theta\n"
        "lagrangian m*(x'^2 + y'^2)/2 + theta'^2/2 - m*g*y\n"
        "nonholonomic blade: y'*cos(theta) - x'*sin(theta) = 0\ninit x' = 1, theta' = 1/2\n")
    a, b = (each.run(method="spark(3)", step=0.05, until=5) for each in (model, text))
    assert a.columns == b.columns and np.allclose(a.data, b.data, rtol=0, atol=1e-11)


def test_holonomic_and_nonholonomic_constraints_are_told_apart():
    x, y = dynamicsymbols("x y")
    L = (x.diff(t)**2 + y.diff(t)**2)/2 - y
    model = noslip.from_sympy(L, [x, y], constraints=[sp.Eq(x**2 + y**2, 1)], init={x: 1})
    assert "holonomic c1: x^2 + y^2 - 1 = 0" in model.text and "nonholonomic" not in model.text


def numbers_of(expression, values):
    """Return an expression at some x, from the language and from SymPy."""
    x = dynamicsymbols("x")
    model = noslip.from_sympy(x.diff(t)**2/2, [x], observables={"value": expression(x)})
    ours = [model.start(method="rattle", step=0.1, start={"x": v}).observable["value"]
            for v in values]
    return ours, [float(expression(sp.Float(v, 30))) for v in values]


@pytest.mark.parametrize("expression", [
    lambda x: sp.sin(x)*sp.exp(-x**2) + sp.sqrt(x**2 + 1), lambda x: 1/(1 + x)**3,
    lambda x: sp.Rational(1, 3)*x**-2, lambda x: -x**2, lambda x: (-x)**2, lambda x: 2**-x,
    lambda x: sp.Abs(x - 1) + sp.Max(x, 1) + sp.Min(x, 1), lambda x: sp.atan2(x, 2),
    lambda x: x**sp.Rational(3, 2), lambda x: 1/sp.sqrt(x), lambda x: sp.pi*sp.E*x,
    lambda x: sp.Piecewise((x, x < 1), (x**2, True)), lambda x: (x**2)**x, lambda x: x - (1 - x)/3,
    lambda x: sp.Float(0.1)*x, lambda x: sp.log(x)/sp.cosh(x), lambda x: 1/x/(2*x),
])
def test_expressions_keep_their_values(expression):
    ours, theirs = numbers_of(expression, [0.3, 1.7, 2.5])
    assert np.allclose(ours, theirs, rtol=1e-14)


def test_names_that_are_no_names():
    x = dynamicsymbols(r"\theta_{1}")
    k = sp.Symbol(r"\kappa^2")
    model = noslip.from_sympy(x.diff(t)**2/2 - k*x**2/2, [x], parameters={k: 1}, init={x: 1})
    assert model.run(method="rattle", step=0.1, until=1).report.steps == 10


def test_what_cannot_be_written():
    x = dynamicsymbols("x")
    with pytest.raises(ValueError, match="besselj"):
        noslip.from_sympy(x.diff(t)**2/2 - sp.besselj(0, x), [x])
    with pytest.raises(ValueError, match="no value for `k`"):
        noslip.from_sympy(x.diff(t)**2/2 - sp.Symbol("k")*x, [x])
    with pytest.raises(ValueError, match="velocity"):
        noslip.from_sympy(x.diff(t, 2)**2/2, [x])


def test_forces_angles_and_time():
    x, a = dynamicsymbols("x a")
    model = noslip.from_sympy((x.diff(t)**2 + a.diff(t)**2)/2, [x, a], forces={x: sp.cos(t)},
                              angles=[a], init={a: 3, a.diff(t): 1},
                              invariants={"spin": a.diff(t)},
                              run="method dla-mp, step 0.01, until 1")
    r = model.run()
    assert r["x"][-1] == pytest.approx(1 - np.cos(1), abs=1e-5)
    assert r["a"][-1] == pytest.approx(4) and r.report.invariant_errors == {"spin": 0}


def test_what_is_not_real_is_refused():
    x, I = dynamicsymbols("x"), sp.Symbol("I")
    kinetic = x.diff(t)**2/2
    for wrong in sp.sqrt(-2)*x, I*x*sp.I:
        with pytest.raises(noslip.OptionError, match="imaginary unit"):
            noslip.from_sympy(kinetic - wrong, [x], parameters={I: 2})
    assert noslip.from_sympy(kinetic - I*x, [x], parameters={I: 2}).parameters["I"] == 2


def test_a_case_that_is_left_out_is_told():
    x = dynamicsymbols("x")
    with pytest.raises(noslip.OptionError, match="no value elsewhere"):
        noslip.from_sympy(x.diff(t)**2/2 - sp.Piecewise((x**2, x < 1)), [x])
