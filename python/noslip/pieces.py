"""Many steps in pieces: between two of them Ctrl-C is noticed, and progress is told.

A piece takes a twentieth of a second. The numbers do not depend on the pieces.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from ._call import Array
from ._lib import ffi, lib
from .progress import Calls

SECONDS = 0.05
FIRST = 64  # steps of the first piece
LONG_ROW = 1000  # steps: a row of so many is taken in pieces of its own


class Pieces:
    """How many steps the next piece has, by the time that the last one took."""

    def __init__(self, calls: Calls, total: int) -> None:
        self._calls = calls
        self._total = total
        self._done = 0
        self.steps = FIRST

    def take(self, call: Callable[[], int], steps: int) -> int:
        """Make a call that takes steps, and return its status."""
        began = time.perf_counter()
        status = call()
        spent = time.perf_counter() - began
        self.steps = int(min(2*max(steps, 1), 1 + steps*SECONDS/max(spent, 1e-9)))
        self._done += steps
        if self._calls.on_progress:
            self._calls.on_progress(min(self._done, self._total), self._total)
        return status


def advance(run: Any, steps: int, calls: Calls) -> int:
    """Take steps as noslip_advance does; returns the status. An exception is kept in `calls`."""
    if steps <= 0:
        return int(lib.noslip_advance(run, steps))
    pieces, left, status = Pieces(calls, steps), steps, lib.NOSLIP_OK
    try:
        while left > 0 and status == lib.NOSLIP_OK and not calls.failures.raised[0]:
            n = min(left, pieces.steps)
            status = pieces.take(lambda: int(lib.noslip_advance(run, n)), n)  # noqa: B023
            left -= n
    except BaseException as error:
        calls.failures.keep(error)
    return int(status)


class Rows:
    """A table that a run fills from the top, and how many of its rows are there."""

    def __init__(self, run: Any, table: Array, every: int, columns: tuple[Any, int]) -> None:
        self.run = run
        self.table = table
        self.every = every
        self.columns = columns
        self.made = 0

    def fill(self, calls: Calls) -> int:
        """Fill it as noslip_run_record; returns the status. An exception is kept in `calls`."""
        try:
            return self._fill_slowly(calls) if self.every > LONG_ROW else self._fill(calls)
        except BaseException as error:
            calls.failures.keep(error)
            return int(lib.NOSLIP_OK)

    def _record(self, first: int, n: int) -> int:
        """Fill n rows from the row `first`, which is that of the present node."""
        made, part = ffi.new("long *"), self.table[first:first + n]
        status = lib.noslip_run_record(self.run, *self.columns, n, self.every,
                                       ffi.cast("double *", part.ctypes.data), made)
        self.made = max(self.made, first + made[0])
        return int(status)

    def _fill(self, calls: Calls) -> int:
        pieces = Pieces(calls, (len(self.table) - 1)*self.every)
        status = self._record(0, min(1, len(self.table)))
        while self.made < len(self.table) and status == lib.NOSLIP_OK \
                and not calls.failures.raised[0]:
            first = self.made - 1  # the last row of a piece is the first of the next
            n = min(len(self.table) - first, 2 + pieces.steps//self.every)
            status = pieces.take(lambda: self._record(first, n), (n - 1)*self.every)  # noqa: B023
        return status

    def _fill_slowly(self, calls: Calls) -> int:
        status = self._record(0, min(1, len(self.table)))
        while self.made < len(self.table) and status == lib.NOSLIP_OK \
                and not calls.failures.raised[0]:
            status = advance(self.run, self.every, calls)
            if status in (lib.NOSLIP_OK, lib.NOSLIP_STOPPED) and not calls.failures.error:
                self._record(self.made, 1)
        return status
