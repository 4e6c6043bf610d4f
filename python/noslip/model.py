"""Models: from a file, a text, SymPy or functions, to something that runs."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Optional, Union

import numpy as np

from . import _call, introspect, studies
from ._call import Arguments, Array, Context, Handle, Value
from ._lib import ffi, lib
from .arguments import Signal
from .callables import Functions
from .errors import ModelError
from .forces import Force, functions_of, structs
from .methods import Method, methods
from .point import Point, at
from .progress import Failures, Progress
from .run import Run, run_options, start
from .signatures import takes

if TYPE_CHECKING:
    from .result import Result

Settings = Optional[Mapping[str, Value]]


class Model:
    """A mechanical system, ready to be run. Made by `noslip.load`, `noslip.model` and others.

    A model does not change. What differs from run to run, parameters and initial values, is given
    to `run` and `start`, or by `with_`, which returns another model.

    Attributes
    ----------
    name, title : str
        What follows `model` in the text.
    kind : str
        The class: "mechanical", "mechanical on Lie groups", "index-2 DAE", ...
    path, text : str
        The file, and what was read; "" of a model that is not made of text.
    parameters : dict
        Constants and parameters with their values.

    Examples
    --------
    >>> import noslip
    >>> model = noslip.model('''
    ... model pendulum "A pendulum"
    ... param l = 2, g = 9.81
    ... coord th: angle
    ... lagrangian l^2*th'^2/2 + g*l*cos(th)
    ... init th = 1
    ... run method dla-mp, step 0.01, until 10
    ... ''')
    >>> model
    <noslip.Model pendulum: mechanical>
    >>> model.parameters
    {'l': 2.0, 'g': 9.81}
    >>> r = model.run(set={"g": 1.62}, every=100)
    >>> r["th"].shape
    (11,)
    """

    __slots__ = ("__weakref__", "_again", "_context", "_failures", "_handle", "_settings",
                 "_with_last")

    def __init__(self, context: Context, pointer: Any, again: Callable[[Any], Model],
                 settings: Any, failures: Optional[Failures] = None, *keep: object) -> None:
        self._context = context
        self._failures = failures  # of a model that calls functions
        self._handle = Handle(pointer, lib.noslip_model_free, [context.handle], keep)
        self._again = again
        self._settings = settings
        self._with_last: Optional[tuple[Any, Model]] = None

    # ---- what it is

    @property
    def name(self) -> str:
        return _call.text(lib.noslip_model_name(self._pointer))

    @property
    def title(self) -> str:
        return _call.text(lib.noslip_model_title(self._pointer))

    @property
    def kind(self) -> str:
        return _call.text(lib.noslip_model_class(self._pointer))

    @property
    def path(self) -> str:
        return _call.text(lib.noslip_model_path(self._pointer))

    @property
    def text(self) -> str:
        return _call.text(lib.noslip_model_text(self._pointer))

    @property
    def parameters(self) -> dict[str, float]:
        m = self._pointer
        return {_call.text(lib.noslip_model_parameter_name(m, i)):
                lib.noslip_model_parameter_value(m, i)
                for i in range(lib.noslip_model_parameter_count(m))}

    @property
    def coordinates(self) -> list[introspect.Coordinate]:
        """Coordinates, with the names of their numbers; of a bare DAE its unknowns."""
        return introspect.coordinates(self._pointer)

    @property
    def constraints(self) -> list[introspect.Constraint]:
        """Constraints and contacts."""
        return introspect.constraints(self._pointer)

    @property
    def initial(self) -> list[introspect.Initial]:
        """The start time and the initial values."""
        return introspect.initial(self._pointer)

    @property
    def inputs(self) -> dict[str, float]:
        """Inputs, with the values they begin with."""
        return introspect.inputs(self._pointer)

    @property
    def sections(self) -> list[introspect.Crossing]:
        return introspect.sections(self._pointer)

    @property
    def stops(self) -> list[introspect.Crossing]:
        return introspect.stops(self._pointer)

    @property
    def run_line(self) -> introspect.RunLine:
        """What the `run` line of the text says."""
        return introspect.run_line(self._pointer)

    @property
    def equations(self) -> list[introspect.Equation]:
        """The equations as LaTeX and MathML: those of the text, then those of motion.

        Examples
        --------
        >>> import noslip
        >>> model = noslip.model("coord x\\nlagrangian x'^2/2 - x^2/2")
        >>> [e.latex for e in model.equations if e.word == "motion"][-1]
        '\\\\ddot{x}+x=0'
        """
        with self._context.lock:
            return introspect.equations(self._pointer, self._context)

    @property
    def has_exact(self) -> bool:
        """Has it an exact solution that holds for its present data?"""
        return bool(lib.noslip_model_has_exact(self._pointer))

    def exact(self, name: str, times: Any) -> Array:
        """Return the exact solution of a column, "x" or "momentum.x", at some times.

        Examples
        --------
        >>> import noslip
        >>> model = noslip.model("coord x\\nlagrangian x'^2/2 - x^2/2\\ninit x = 1\\n"
        ...                      "exact x = cos(t)")
        >>> model.exact("x", [0, 0.5])
        array([1.        , 0.87758256])
        """
        given = np.ascontiguousarray(times, dtype=np.float64)
        arguments = Arguments()
        values = np.empty(given.shape)
        if not values.size:
            return values
        where, n = arguments.doubles(given)
        out, _ = arguments.doubles(values)
        with self._context.lock:
            self._context.check(lib.noslip_model_exact(
                self._pointer, arguments.text(name), where, n, out))
        return values

    def __repr__(self) -> str:
        return f"<noslip.Model {self.name}: {self.kind}>"

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><td style='text-align: left'>{escape(e.word)} {escape(e.label)}</td>"
                       f"<td style='text-align: left'>{e.mathml}</td></tr>"
                       for e in self.equations)
        return f"<b>{escape(self.title or self.name)}</b>, {escape(self.kind)}<table>{rows}</table>"

    def __reduce__(self) -> Any:
        return self._again, (self._settings,)

    @property
    def _pointer(self) -> Any:
        return self._handle.pointer

    # ---- other data

    def with_(self, *, set: Settings = None, init: Settings = None,
              live: Sequence[str] = (), section: Optional[str] = None) -> Model:
        """Return the model with other parameters and initial values.

        Parameters
        ----------
        set : mapping
            Constants and parameters: numbers, or expressions as texts, `{"m": 2, "g": "9.81/6"}`.
        init : mapping
            Initial values: `{"x": 1, "x'": "2*pi"}`.
        live : sequence of str
            Parameters that stay free, so that each run has values of its own (`Run.parameter`).
        section : str
            A further section: "y' = 0 rising when x > 0 plot (x, x')".
        """
        if set is None and init is None and not live and section is None:
            return self
        # numbers as they are read: the repr of an array leaves out digits, and entries
        key = (list(_written(set).items()), list(_written(init).items()), tuple(live), section)
        if self._with_last is None or self._with_last[0] != key:
            other = self._again(_merged(self._settings, set, init, live, section))
            self._with_last = (key, other)
        return self._with_last[1]

    # ---- running it

    @takes(start, run_options)
    def start(self, *, set: Settings = None, init: Settings = None, **options: Any) -> Run:
        """Prepare a run that the caller steps.

        Parameters
        ----------
        method : str, optional
            "spark(3)", "compose(rattle, suzuki4)". Without it that of the model's `run` line, or
            one that suits the model; likewise the next four.
        step : float, optional
            The length of a step; negative runs backwards.
        until : float, optional
            The end; what is planned, and `Run.finish` and progress go by.
        steps : int, optional
            The planned number of steps, instead of `until`.
        every : int, optional
            Steps from row to row of `Run.record`.
        set, init : mapping, optional
            Parameters and initial values, as of `with_`.
        input : mapping, optional
            Inputs: numbers, or tables (times, values) that are joined by lines, or
            (times, values, "hold").
        parameters : mapping, optional
            Values of live parameters.
        start : mapping, optional
            Initial values as plain numbers, "t" for the start time; the model is not read again.
        project : bool
            Move initial data that contradict a constraint, the least they must.
        backend : {"auto", "interpret", "native"}
            All give the same numbers, bit for bit; "native" compiles the step.
        on_step : callable, optional
            Called with the run after every step; it stops the run by returning False. An exception
            in it comes out of the call that stepped.
        progress : None, bool or callable
            A bar, or a function of steps done and planned; see `noslip.progress.bar`.
        monitored : bool
            Look at energy, constraints and invariants after every step, for the report.
        past_stops, whole_steps : bool
            No `stop` of the model ends the run; with `whole_steps` it ends at a multiple of the
            step, too.
        visits : bool
            Keep the node before the last step, for `Run.visit`.
        comparison : bool
            The method may be one whose equations are solved to a tolerance only:
            "loose(spark(2), 1e-4)".

        Examples
        --------
        >>> import noslip
        >>> run = noslip.model("coord x\\nlagrangian x'^2/2 - x^2/2\\ninit x = 1").start(
        ...     method="dla-mp", step=0.1)
        >>> while run.t < 0.95:
        ...     ok = run.step()
        >>> round(run.t, 12), round(run.state["x"], 6)
        (1.0, 0.539951)
        """
        return start(self.with_(set=set, init=init), **options)

    @takes(start)
    def run(self, *, columns: Optional[Sequence[str]] = None, progress: Progress = None,
            **options: Any) -> Result:
        """Run the model to its end.

        Takes the parameters of `start`, and gives the numbers of `noslip run` with the same
        options, bit for bit.

        Parameters
        ----------
        columns : sequence of str, optional
            What to keep, "t" and "x" for instance; only that is computed. Without it all there is:
            t, the state, energy, constraint, momenta, multipliers, invariants, observables.
        progress : None, bool or callable
            As of `start`.

        Returns
        -------
        Result

        Raises
        ------
        StepError
            A step failed; the attribute `result` has what there is up to there.
        KeyboardInterrupt
            Likewise.
        """
        run = self.start(progress=progress, **options)
        return run._complete(columns)

    def at(self, q: Any = None, v: Any = None, *, p: Any = None,
           t: Optional[float] = None) -> Point:
        """Return the model at a point, without a run: masses, forces, accelerations, multipliers.

        Parameters
        ----------
        q, v : array_like or mapping, optional
            Positions and velocities: all numbers, as `Point.q_names` has them, or some by name.
            What is not given is that of the start.
        p : array_like, optional
            Momenta, instead of `v`.
        t : float, optional
            The time.

        Examples
        --------
        >>> import noslip
        >>> sleigh = noslip.load(noslip.shipped("sleigh"))
        >>> sleigh.at({"theta": 0.5}).jacobian.shape
        (1, 3)
        """
        return at(self, q, v, p=p, t=t)

    # ---- studies

    @takes(studies.check)
    def check(self, **options: Any) -> str:
        """Return what `noslip check` prints: sizes, constraints, equations, methods that apply.

        Takes the parameters of `start`. Raises the exception of a run that would not start.
        """
        return studies.check(self, **options)

    def methods(self) -> list[Method]:
        """Return the methods that treat the model."""
        return methods(self)

    @takes(studies.recommend)
    def recommend(self, *, set: Settings = None, init: Settings = None,
                  **options: Any) -> studies.Recommendation:
        """Try methods on the model and rank them; see `noslip.studies.recommend`."""
        return studies.recommend(self.with_(set=set, init=init), **options)

    @takes(studies.advise)
    def advise(self, *, set: Settings = None, init: Settings = None,
               **options: Any) -> studies.Advice:
        """Find the method and the step for an error at a time; see `noslip.studies.advise`."""
        return studies.advise(self.with_(set=set, init=init), **options)

    @takes(studies.converge)
    def converge(self, *, set: Settings = None, init: Settings = None,
                 **options: Any) -> studies.Convergence:
        """Measure the orders of methods; see `noslip.studies.converge`."""
        return studies.converge(self.with_(set=set, init=init), **options)

    @takes(studies.compare)
    def compare(self, *, set: Settings = None, init: Settings = None,
                 **options: Any) -> studies.Comparison:
        """Run several methods side by side; see `noslip.studies.compare`."""
        return studies.compare(self.with_(set=set, init=init), **options)

    @takes(studies.ensemble)
    def ensemble(self, starts: Any = None, *, set: Settings = None, init: Settings = None,
                 **options: Any) -> studies.Ensemble:
        """Run many initial states on all cores; see `noslip.studies.ensemble`."""
        return studies.ensemble(self.with_(set=set, init=init), starts, **options)

    @takes(studies.sweep)
    def sweep(self, over: Mapping[str, Any], *, set: Settings = None, init: Settings = None,
              **options: Any) -> studies.Sweep:
        """Run every combination of some values; see `noslip.studies.sweep`."""
        return studies.sweep(self.with_(set=set, init=init), over, **options)

    @takes(studies.section)
    def section(self, *, set: Settings = None, init: Settings = None,
                **options: Any) -> studies.Section:
        """Collect the points of a Poincaré section; see `noslip.studies.section`."""
        return studies.section(self.with_(set=set, init=init), **options)


# -------------------------------------------------------------------------------------------------
# making models


def load(path: Union[str, os.PathLike[str]], *, set: Settings = None, init: Settings = None,
         live: Sequence[str] = (), section: Optional[str] = None,
         forces: Optional[Mapping[str, Force]] = None) -> Model:
    """Read a model from a file.

    Parameters
    ----------
    path : path-like
        The file; `noslip.shipped("sleigh")` is one that comes with noslip.
    set, init, live, section
        As of `Model.with_`.
    forces : mapping, optional
        As of `model`.

    Examples
    --------
    >>> import noslip
    >>> noslip.load(noslip.shipped("sleigh"))
    <noslip.Model chaplygin_sleigh: mechanical>
    """
    name = os.fsdecode(path)
    context, arguments = Context(), Arguments()
    pointer = ffi.new("noslip_model **")
    settings = _merged({}, set, init, live, section)
    context.check(lib.noslip_model_load_with_sized(
        context.pointer, arguments.text(name), *_options(arguments, settings), pointer))
    text = _call.text(lib.noslip_model_text(pointer[0]))
    again = _Text(name, text)
    if forces:
        return again({**settings, "forces": forces})
    return Model(context, pointer[0], again, settings)


def model(text: str, *, name: str = "model", set: Settings = None, init: Settings = None,
          live: Sequence[str] = (), section: Optional[str] = None,
          forces: Optional[Mapping[str, Force]] = None) -> Model:
    """Make a model of a text in the model language.

    Parameters
    ----------
    text : str
        Without the statement `model NAME`, with which a file begins, it is called `system`.
    name : str
        Stands for the file in messages.
    set, init, live, section
        As of `Model.with_`.
    forces : mapping, optional
        Forces that are functions, beside those of the text, `{"x": f}`: f(t, q, v) has a number for
        each entry of a coordinate, a family, or the body velocity of a rotation. q and v are all
        positions and velocities, as `Point.q_names` has them, valid during the call. A pair
        (f, derivatives) has derivatives(t, q, v) as well: (by_q, by_v), entries x velocities each.
        Python is called at every iteration of every step, which takes hundreds of times as long;
        with derivatives half of that. What a text can say is better said there, and what changes
        from step to step alone is an input.

    Examples
    --------
    >>> import noslip
    >>> drag = noslip.model("coord x\\nlagrangian x'^2/2\\ninit x' = 1",
    ...                     forces={"x": lambda t, q, v: -v[0]*abs(v[0])})
    >>> r = drag.run(method="spark(3)", step=0.1, until=1)
    >>> round(r["x'"][-1], 5)
    0.5
    >>> noslip.model("coord x\\nlagrangian x'^2/2 - g*x")
    Traceback (most recent call last):
    ...
    noslip.errors.ModelError: model:2:21: error: unknown name `g`
      lagrangian x'^2/2 - g*x
                          ^
      declare it above with `param`, `coord` or `let`
    """
    return _Text(name, text)({**_merged({}, set, init, live, section), "forces": forces})


def shipped(name: str) -> Path:
    """Return the file of a model that comes with noslip, "sleigh" or "rattleback"."""
    folder = Path(__file__).parent / "models"
    path = folder / f"{name}.noslip"
    if not path.exists():
        known = ", ".join(sorted(file.stem for file in folder.glob("*.noslip")))
        raise FileNotFoundError(f"no model `{name}` comes with noslip; there are {known}")
    return path


class _Text:
    """Makes a model of its text, again with other settings: after unpickling, for other data."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text

    def __call__(self, settings: dict[str, Any]) -> Model:
        named = re.match(r"(\s|#[^\n]*\n)*model\b", self.text) is not None
        try:
            return self._read(self.text if named else "model system\n" + self.text, settings)
        except ModelError as error:
            raise error if named else self._one_line_up(error) from None

    def _read(self, text: str, settings: dict[str, Any]) -> Model:
        context, arguments = Context(), Arguments()
        pointer = ffi.new("noslip_model **")
        options, size = _options(arguments, settings)
        functions = self._add_forces(text, settings, arguments, options)
        status = lib.noslip_model_parse_sized(
            context.pointer, arguments.text(self.name), arguments.text(text), options, size,
            pointer)
        if functions is None:
            context.check(status)
            return Model(context, pointer[0], self, settings)
        try:
            functions.failures.raise_error()
        except BaseException:
            lib.noslip_model_free(pointer[0])
            raise
        context.check(status)
        return Model(context, pointer[0], self, settings, functions.failures, functions, arguments)

    def _add_forces(self, text: str, settings: dict[str, Any], arguments: Arguments,
                    options: Any) -> Optional[Functions]:
        """Put forces that are functions into the options; returns what calls them."""
        forces = settings.get("forces")
        if not forces:
            return None
        # which numbers they are called with is known of the model without them
        coordinates = self._read(text, {**settings, "forces": None}).coordinates
        functions = functions_of(coordinates)
        options.forces = structs(arguments, functions, forces, coordinates)
        options.nforces = len(forces)
        return functions

    def _one_line_up(self, error: ModelError) -> ModelError:
        """Return an error with the place in the text that was given: its first line was added."""
        sentence = re.sub(rf"^({re.escape(self.name)}):(\d+):",
                          lambda place: f"{place[1]}:{int(place[2]) - 1}:", str(error), flags=re.M)
        other = ModelError(sentence)
        other.__dict__.update(error.__dict__)
        other.line = error.line - 1 if error.line else None
        return other


def _written(values: Settings) -> dict[str, str]:
    """Return settings as texts: what is changed in an array later does not change them."""
    return {name: _call.as_expression(value) for name, value in (values or {}).items()}


def _merged(before: dict[str, Any], set: Settings, init: Settings, live: Sequence[str],
            section: Optional[str]) -> dict[str, Any]:
    """Return settings as a whole: those that were there, and those that replace them."""
    return {
        **before,
        "set": {**before.get("set", {}), **_written(set)},
        "init": {**before.get("init", {}), **_written(init)},
        "live": (*before.get("live", ()), *live),
        "section": section if section is not None else before.get("section"),
    }


def _options(arguments: Arguments, settings: dict[str, Any]) -> tuple[Any, int]:
    """Return noslip_model_options and its size."""
    set_list, nset = arguments.settings(settings["set"])
    init_list, ninit = arguments.settings(settings["init"])
    live, nlive = arguments.texts(settings["live"])
    options = arguments.struct("noslip_model_options", set=set_list, nset=nset, init=init_list,
                               ninit=ninit, section=arguments.text(settings["section"]),
                               live=live, nlive=nlive)
    return options, ffi.sizeof("noslip_model_options")


__all__ = ["Model", "Signal", "load", "model", "shipped"]
