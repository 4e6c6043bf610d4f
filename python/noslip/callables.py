"""Functions of Python as C calls them, in models that are made of them and as forces."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Optional

import numpy as np

from ._call import Array
from ._lib import ffi
from .progress import Failures

Function = Callable[..., Any]


class Node(NamedTuple):
    """A node of a run, as invariants and observables have it."""

    t: float
    energy: float
    q: Array
    v: Array
    p: Array
    multiplier: Optional[Array]


def _numbers(pointer: Any, n: int) -> Array:
    """Return n numbers of C, valid during the call."""
    return np.frombuffer(ffi.buffer(pointer, 8*n), dtype=np.float64, count=n)


def _given(pointer: Any, n: int) -> Array:
    """Return n numbers of C that a function reads: they belong to the run."""
    numbers = _numbers(pointer, n)
    numbers.flags.writeable = False
    return numbers


class Functions:
    """Functions of Python as C calls them. An exception is kept; what it should write is NaN.

    Parameters
    ----------
    nq, nv : int
        How many positions and velocities they are called with.
    """

    def __init__(self, nq: int, nv: int) -> None:
        self.nq = nq
        self.nv = nv
        self.failures = Failures()
        self.owned: list[Any] = []

    def _made(self, kind: str, body: Callable[..., Any], error: Any = None) -> Any:
        made = ffi.callback(kind, body, error=error) if error is not None else \
            ffi.callback(kind, body)
        self.owned.append(made)
        return made

    def scalar(self, function: Optional[Function]) -> Any:
        """Return a number of (t, q, x)."""
        if function is None:
            return None
        called = function

        def body(context: Any, t: float, q: Any, x: Any) -> float:
            try:
                return float(called(t, _given(q, self.nq), _given(x, self.nv)))
            except BaseException as error:
                self.failures.keep(error)
                return float("nan")

        return self._made("double(void *, double, const double *, const double *)", body,
                          float("nan"))

    def array(self, function: Optional[Function], *shapes: tuple[int, ...]) -> Any:
        """Return arrays of (t, q, x), one for each shape."""
        outputs = ", double *"*len(shapes)
        kind = f"void(void *, double, const double *, const double *{outputs})"
        return self._filled(kind, function, 2, shapes)

    def place(self, function: Optional[Function], *shapes: tuple[int, ...]) -> Any:
        """Return an array of (t, q)."""
        return self._filled("void(void *, double, const double *, double *)", function, 1, shapes)

    def _filled(self, kind: str, function: Optional[Function], ninput: int,
                shapes: tuple[tuple[int, ...], ...]) -> Any:
        if function is None:
            return None
        called = function

        def body(context: Any, t: float, *pointers: Any) -> None:
            outputs = [_numbers(pointer, int(np.prod(shape)))
                       for pointer, shape in zip(pointers[ninput:], shapes)]
            try:
                made = called(t, *(_given(pointer, n) for pointer, n in
                                   zip(pointers[:ninput], (self.nq, self.nv))))
                for out, value, shape in zip(outputs, made if len(shapes) > 1 else (made,), shapes):
                    out[:] = _of_shape(called, value, shape).ravel()
            except BaseException as error:
                self.failures.keep(error)
                for out in outputs:
                    out[:] = np.nan

        return self._made(kind, body)

    def quantity(self, function: Function, multipliers: int) -> Any:
        """Return a number of a node."""
        def body(context: Any, node: Any) -> float:
            multiplier = getattr(node, "lambda")
            try:
                return float(function(Node(
                    node.t, node.energy, _given(node.q, self.nq), _given(node.v, self.nv),
                    _given(node.p, self.nv),
                    _given(multiplier, multipliers) if multiplier else None)))
            except BaseException as error:
                self.failures.keep(error)
                return float("nan")

        return self._made("double(void *, const noslip_node *)", body, float("nan"))


def _of_shape(function: Function, value: Any, shape: tuple[int, ...]) -> Array:
    """Return what a function has returned as an array of the shape it should have."""
    array = np.asarray(value, dtype=np.float64)
    if array.size != int(np.prod(shape)):
        name = getattr(function, "__name__", "function")
        raise ValueError(f"`{name}` has returned {array.shape}, expected {shape}")
    return array
