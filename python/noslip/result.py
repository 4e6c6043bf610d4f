"""Results: the rows of a run, and what it has shown."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Optional, Union

import numpy as np

from . import _call, display, formula, report
from ._call import Arguments, Array
from ._lib import ffi, lib
from .errors import FileError
from .report import Event, Report, Verdict

if TYPE_CHECKING:
    from .model import Model
    from .run import Run


class Result:
    """The rows of a run: one array, and views of it.

    Attributes
    ----------
    data : ndarray
        rows x columns.
    columns : tuple of str
        Names of the columns, those of the files of `noslip run`.

    Examples
    --------
    >>> import noslip
    >>> r = noslip.load(noslip.shipped("sleigh")).run(method="spark(3)", step=0.05, until=1)
    >>> r
    <noslip.Result of chaplygin_sleigh: 21 rows, t = 0 to 1>
    >>> r["x"].base is r.data.base, r["x"].shape
    (True, (21,))
    >>> float(abs(r.energy - r.energy[0]).max()) < 1e-9
    True
    >>> r["sqrt(x^2 + y^2)"][0]
    1.0
    >>> [v.verdict for v in r.verdicts if v.what == "constraints"]
    ['kept']
    """

    def __init__(self, run: Run, data: Array, columns: Sequence[str]) -> None:
        self.data = data
        self.columns = tuple(columns)
        self._run = run  # at the end; nobody else moves it
        self._index = {name: i for i, name in enumerate(self.columns)}

    # ---- numbers

    def __getitem__(self, name: str) -> Array:
        """Return a column, a family ("w" of "w[1]", "w[2]", ...) or a formula of columns."""
        at = self._index.get(name)
        if at is not None:
            return self.data[:, at]
        return formula.evaluate(name, self.columns, self.data)

    def __contains__(self, name: object) -> bool:
        return name in self._index

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)

    def keys(self) -> tuple[str, ...]:
        return self.columns

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.data)

    def _ipython_key_completions_(self) -> list[str]:
        return list(self.columns)

    @property
    def t(self) -> Array:
        """The times of the rows."""
        return self["t"]

    @property
    def energy(self) -> Array:
        """The energy at each row."""
        return self["energy"]

    @property
    def state(self) -> dict[str, float]:
        """The state at the end."""
        return dict(self._run.state)

    # ---- what it has shown

    @property
    def model(self) -> Model:
        return self._run.model

    @property
    def report(self) -> Report:
        """Errors, iterations, time."""
        return self._run.report

    @property
    def verdicts(self) -> list[Verdict]:
        """For each structure the method claims to keep, what the run has shown of it."""
        return self._run.judge()

    @property
    def events(self) -> list[Event]:
        """What happened at contacts."""
        return self._run.events

    @property
    def stopped(self) -> Optional[str]:
        """The `stop` of the model that has ended the run."""
        return self._run.stopped

    @property
    def end(self) -> Run:
        """A run that stands where this one has ended, to go on from there."""
        return self._run.copy()

    def to_json(self) -> dict[str, Any]:
        """Return what `noslip run --json` prints, as a dictionary."""
        return report.as_json(self._run._pointer)

    def __repr__(self) -> str:
        span = f", t = {self.t[0]:.6g} to {self.t[-1]:.6g}" if "t" in self and len(self) else ""
        return f"<noslip.Result of {self.model.name}: {len(self)} rows{span}>"

    def __str__(self) -> str:
        """Return what `noslip run` prints at the end."""
        return report.printed(self._run._pointer, self._planned()).rstrip("\n")

    def _planned(self) -> int:
        whole = self._run.planned or 0
        return whole + (self._run.report.steps > whole)

    # ---- to others

    def to_pandas(self) -> Any:
        """Return the rows as a pandas.DataFrame, with the time as its index."""
        import pandas
        frame = pandas.DataFrame(self.data, columns=list(self.columns))
        return frame.set_index("t") if "t" in self else frame

    def to_xarray(self) -> Any:
        """Return the rows as an xarray.Dataset over the time; method and model are attributes."""
        import xarray
        columns = {name: ("t", self[name]) for name in self.columns if name != "t"}
        facts = self.report
        about = {"model": facts.model, "method": facts.method, "step": facts.step,
                 "noslip": _call.text(lib.noslip_version())}
        return xarray.Dataset(columns, {"t": self.t} if "t" in self else None, about)

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Write the rows as `noslip run -o` does: CSV, or HDF5 if the name ends in .h5.

        A CSV file of a model with contacts has NAME.events.csv beside it.
        """
        arguments = Arguments()
        why = ffi.new("char[512]")
        if not lib.python_write(self._rows(arguments), arguments.text(os.fsdecode(path)), why, 512):
            raise FileError(_call.text(why))

    # ---- to see

    def plot(self, *panels: str, axes: Any = None, **style: Any) -> Any:
        """Draw panels with matplotlib, and return its axes.

        Parameters
        ----------
        *panels : str
            "x:y" is y against x, "x" or "x:t" is x against time, "x,y" are two curves; a value is
            a column, a family or a formula; "energy-error" is the change of the energy. Without
            panels: the first two positions, the change of the energy, the constraint.
        axes : matplotlib axes, optional
            Where to draw; one for each panel.
        **style
            Handed to `Axes.plot`.
        """
        from .plotting import plot
        return plot(self, panels, axes, style)

    def report_html(self, title: Optional[str] = None) -> display.Page:
        """Return the page of `noslip report`: film, plots, equations, verdicts; one HTML file.

        Examples
        --------
        >>> import noslip
        >>> page = noslip.load(noslip.shipped("pendulum")).run(until=1).report_html()
        >>> page.html.startswith("<!DOCTYPE html>")
        True
        """
        return self._page(title, False)

    def animate(self, title: Optional[str] = None) -> display.Page:
        """Return a page with the film of the model in motion alone."""
        return self._page(title, True)

    def _repr_html_(self) -> str:
        if set(self._run.columns) != set(self.columns):
            return f"<pre>{display.escape(str(self))}</pre>"
        return self.report_html()._repr_html_()

    def _page(self, title: Optional[str], film_only: bool) -> display.Page:
        if self.columns != self._run.columns:
            raise ValueError("a page needs all columns; run the model without `columns`")
        arguments = Arguments()
        with self._run._call():
            made = lib.python_page(self._rows(arguments), arguments.text(title), film_only)
        if not made:
            self._run._context.fail(lib.NOSLIP_ERROR_MODEL)
        return display.Page(report._owned_text(made))

    def _rows(self, arguments: Arguments) -> Any:
        rows, _ = arguments.doubles(self.data)
        names, n = arguments.texts(self.columns)
        run = self._run
        return arguments.struct(
            "python_rows", context=run._context.pointer, model=run.model._pointer,
            run=run._pointer, rows=rows, nrow=len(self), ncolumn=n, names=names,
            planned=self._planned())

    def __reduce__(self) -> Any:
        return Result, (self._run, np.array(self.data), self.columns)
