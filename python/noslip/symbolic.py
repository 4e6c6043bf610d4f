"""Models from SymPy: expressions are written in the model language, and everything else follows."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Optional, Union

from ._call import Value, as_expression
from .errors import OptionError
from .model import Model, model

if TYPE_CHECKING:
    import sympy

# functions that both sides have
FUNCTIONS = {name: name for name in (
    "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "exp", "log",
    "sign", "floor")}
FUNCTIONS.update({"Abs": "abs", "Min": "min", "Max": "max"})


def from_sympy(L: Any, q: Sequence[Any], *, constraints: Any = (),
               forces: Optional[Mapping[Any, Any]] = None,
               parameters: Optional[Mapping[Any, Value]] = None,
               init: Optional[Mapping[Any, Value]] = None, angles: Sequence[Any] = (),
               invariants: Optional[Mapping[str, Any]] = None,
               observables: Optional[Mapping[str, Any]] = None, name: str = "sympy",
               run: str = "") -> Model:
    """Make a model of a Lagrangian in SymPy. `Model.text` shows what came out of it.

    Parameters
    ----------
    L : sympy expression
        Kinetic minus potential energy.
    q : sequence
        The coordinates, functions of time as of `sympy.physics.mechanics.dynamicsymbols`.
    constraints : sequence or mapping
        Equations, or expressions that are 0; of a mapping, by name. Those with a velocity are
        nonholonomic, the others holonomic.
    forces : mapping, optional
        Generalised forces by coordinate.
    parameters : mapping, optional
        Values of all other symbols.
    init : mapping, optional
        Initial values by coordinate or its derivative; what is not given is 0.
    angles : sequence
        Coordinates that are periodic.
    invariants, observables : mapping, optional
        Expressions by name.
    name : str
    run : str
        A run line: "method dla-mp, step 0.1, until 10".

    Examples
    --------
    >>> import noslip, sympy as sp
    >>> from sympy.physics.mechanics import dynamicsymbols
    >>> x, y, th = dynamicsymbols("x y theta")
    >>> t, m = dynamicsymbols._t, sp.Symbol("m")
    >>> L = m*(x.diff(t)**2 + y.diff(t)**2)/2 + th.diff(t)**2/2
    >>> blade = sp.Eq(y.diff(t)*sp.cos(th), x.diff(t)*sp.sin(th))
    >>> model = noslip.from_sympy(L, [x, y, th], constraints={"blade": blade},
    ...                           parameters={m: 2}, init={x.diff(t): 1, th.diff(t): 0.5})
    >>> print(model.text)
    model sympy
    param m = 2
    coord x, y, theta
    lagrangian m*((x')^2 + (y')^2)/2 + (theta')^2/2
    nonholonomic blade: -sin(theta)*x' + cos(theta)*y' = 0
    init x' = 1, theta' = 0.5
    <BLANKLINE>
    """
    import sympy
    w = _Writer([sympy.sympify(item) for item in q])
    named = constraints if isinstance(constraints, Mapping) else {
        f"c{i}": c for i, c in enumerate(constraints, 1)}
    body = [f"lagrangian {w(L)}"]
    body += [f"force {w(x)} = {w(f)}" for x, f in (forces or {}).items()]
    body += [w.constraint(label, c) for label, c in named.items()]
    body += [f"invariant {label} = {w(e)}" for label, e in (invariants or {}).items()]
    body += [f"observe {label} = {w(e)}" for label, e in (observables or {}).items()]
    start = ", ".join(f"{w(key)} = {_value(w, value)}" for key, value in (init or {}).items())
    head = [f"model {name}", *w.declared(parameters or {}),
            "coord " + ", ".join(w(x) + (": angle" if x in angles else "") for x in q)]
    tail = [f"init {start}"]*bool(start) + [f"run {run}"]*bool(run)
    return model("\n".join([*head, *body, *tail, ""]), name=name)


def _value(w: _Writer, value: Any) -> str:
    return w(value) if hasattr(value, "free_symbols") else as_expression(value)


class _Writer:
    """Writes SymPy expressions in the model language."""

    def __init__(self, q: Sequence[sympy.Expr]) -> None:
        import sympy
        from sympy.printing.precedence import PRECEDENCE
        from sympy.printing.str import StrPrinter
        self.coordinates = list(q)
        self.time = next((a for x in q for a in getattr(x, "args", ())), sympy.Symbol("t"))
        self.symbols: dict[str, Any] = {}  # parameters that were met, by name
        writer = self

        class Printer(StrPrinter):
            """Powers, derivatives and names of the model language; no function it does not have."""

            def _print_Symbol(self, e: Any) -> str:
                return writer.symbol(e)

            def _print_Derivative(self, e: Any) -> str:
                return writer.velocity(e)

            def _print_Function(self, e: Any) -> str:
                if e in writer.coordinates:
                    return writer.identifier(e.func.__name__)
                word = FUNCTIONS.get(e.func.__name__)
                if word is None:
                    raise ValueError(f"`{e}` cannot be written in the model language, which has no "
                                     f"`{e.func.__name__}`, and it is not among the coordinates")
                return f"{word}({self.stringify(e.args, ', ')})"

            _print_Abs = _print_Min = _print_Max = _print_sign = _print_Function

            def _print_Pow(self, e: Any, rational: bool = False) -> str:
                if e.exp is sympy.S.Half:
                    return f"sqrt({self._print(e.base)})"
                power = self.parenthesize(e.exp, PRECEDENCE["Pow"], strict=False)
                base = self.parenthesize(e.base, PRECEDENCE["Pow"], strict=False)
                if isinstance(e.base, sympy.Derivative):
                    base = f"({base})"
                return f"1/{base}" if e.exp is sympy.S.NegativeOne else f"{base}^{power}"

            def _print_Float(self, e: Any) -> str:
                return repr(float(e))

            def _print_Exp1(self, e: Any) -> str:
                return "exp(1)"

            def _print_Piecewise(self, e: Any) -> str:
                (value, condition), *others = e.args
                if condition == sympy.true:
                    return str(self._print(value))
                if not others:
                    raise OptionError(f"{e} has no value elsewhere; end it with (value, True)")
                other = self._print(sympy.Piecewise(*others))
                return f"where({self._print(condition)}, {self._print(value)}, {other})"

            def _print_ImaginaryUnit(self, e: Any) -> str:
                raise OptionError("an expression contains the imaginary unit; a model has real "
                                  "numbers")

        self.printer = Printer()

    def __call__(self, expression: Any) -> str:
        import sympy
        return str(self.printer.doprint(sympy.sympify(expression)))

    def identifier(self, text: str) -> str:
        """Return a name of SymPy as one of the language: letters, digits, `_`."""
        plain = re.sub(r"\W", "_", text.replace("\\", ""))
        return plain if not plain[:1].isdigit() else "_" + plain

    def symbol(self, e: Any) -> str:
        if e == self.time:
            return "t"
        word = self.identifier(e.name)
        if e not in self.coordinates and self.symbols.setdefault(word, e) != e:
            raise ValueError(f"`{e}` and `{self.symbols[word]}` are both `{word}` in the model "
                             "language; rename one of them")
        return word

    def velocity(self, e: Any) -> str:
        x, (by, order) = e.expr, e.args[1]
        if x not in self.coordinates or by != self.time or order != 1:
            raise ValueError(f"`{e}` is not the velocity of a coordinate")
        return self(x) + "'"

    def constraint(self, label: str, c: Any) -> str:
        """Return the statement of a constraint: with a velocity it is nonholonomic."""
        import sympy
        sides = c.lhs - c.rhs if isinstance(c, sympy.Equality) else sympy.sympify(c)
        word = "nonholonomic" if sides.has(sympy.Derivative) else "holonomic"
        return f"{word} {label}: {self(sides)} = 0"

    def declared(self, parameters: Mapping[Any, Value]) -> list[str]:
        """Return the statement of the parameters: those that were met, with their values."""
        given: dict[str, Union[Value, Any]] = {
            self.identifier(str(key)): value for key, value in parameters.items()}
        missing = sorted(set(self.symbols) - set(given))
        if missing:
            raise ValueError(f"no value for `{missing[0]}`; give parameters={{{missing[0]}: ...}}, "
                             "or let it be one of the coordinates, a function of time")
        items = ", ".join(f"{word} = {_value(self, value)}" for word, value in given.items())
        return [f"param {items}"] if items else []
