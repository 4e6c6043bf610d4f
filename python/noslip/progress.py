"""Functions of Python that C calls: after a step, and now and then, for progress and Ctrl-C."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Optional, TypeVar, Union
from weakref import WeakValueDictionary

from ._call import Handle, address
from ._lib import ffi

if TYPE_CHECKING:
    from .run import Run

Report = Callable[[int, int], Any]
Progress = Union[None, bool, Report]
Made = TypeVar("Made")


class Failures:
    """The exception that a function has raised, until the call that led there is back in Python.

    `raised` is read by C: what looks as if all went well did not, if it is set.
    """

    __slots__ = ("error", "raised")

    def __init__(self) -> None:
        self.error: Optional[BaseException] = None
        self.raised = ffi.new("int *")

    def keep(self, error: BaseException) -> None:
        """Remember an exception; the first is the one that counts."""
        if self.error is None:
            self.error = error
        self.raised[0] = 1

    def raise_error(self) -> None:
        """Raise what a function has raised since the last call."""
        error, self.error = self.error, None
        self.raised[0] = 0
        if error is not None:
            raise error


class Calls:
    """What C calls during a run.

    A copy of a run has the functions of the first, so `runs` tells for which one they are called.
    """

    def __init__(self, on_step: Optional[Callable[[Run], Any]] = None,
                 on_progress: Optional[Report] = None,
                 close: Optional[Callable[[], None]] = None,
                 on_keep: Optional[Callable[[Any], Any]] = None,
                 failures: Optional[Failures] = None) -> None:
        self.on_step = on_step
        self.on_progress = on_progress
        self.close = close or _nothing
        self.on_keep = on_keep
        self.runs: WeakValueDictionary[int, Run] = WeakValueDictionary()
        self.handles: WeakValueDictionary[int, Handle] = WeakValueDictionary()
        self.failures = failures or Failures()
        self.inputs: dict[str, float] = {}  # those that a run begins with
        self.stop = False
        self.handle = ffi.new_handle(self)

    def run_at(self, place: int) -> Run:
        """Return the run that calls."""
        from .run import of_handle
        return self.runs.get(place) or of_handle(self.handles[place])


def _remember(kind: Any, error: BaseException, trace: Any) -> None:
    """Keep an exception until the call that led here comes back to Python."""
    context = trace.tb_frame.f_locals["context"]
    ffi.from_handle(context).failures.keep(error.with_traceback(trace))


@ffi.def_extern(error=False, onerror=_remember)  # type: ignore[misc]
def python_monitor(context: Any, run: Any) -> bool:
    calls = ffi.from_handle(context)
    return calls.on_step(calls.run_at(address(run))) is not False


# Entering this function is where Python looks for signals: a KeyboardInterrupt is raised in here.
@ffi.def_extern(error=False, onerror=_remember)  # type: ignore[misc]
def python_progress(context: Any, done: int, total: int) -> bool:
    calls = ffi.from_handle(context)
    if calls.on_progress:
        calls.on_progress(done, total)
    return not calls.stop


@ffi.def_extern(error=False, onerror=_remember)  # type: ignore[misc]
def python_keep(context: Any, rows: Any) -> bool:
    ffi.from_handle(context).on_keep(rows)
    return True


# -------------------------------------------------------------------------------------------------
# bars


def bar(progress: Progress, unit: str = "step") -> tuple[Optional[Report], Callable[[], None]]:
    """Return the function that is told of progress, and the one that ends it.

    Parameters
    ----------
    progress : None, bool or callable
        None: a bar of tqdm, if it is there, on a terminal or in a notebook, after half a second.
        True: always, and at once; False: never. A function is called with the steps done and all
        of them.
    """
    if callable(progress):
        return progress, _nothing
    if not progress and (progress is not None or not _watched()):
        return None, _nothing
    try:
        from tqdm import tqdm
    except ImportError:
        return None, _nothing
    shown: list[Any] = []  # not before there is work: what is refused has no bar

    def tell(done: int, total: int) -> None:
        if not shown:
            shown.append(tqdm(total=0, unit=unit, delay=0 if progress else 0.5, leave=False,
                              unit_scale=True))
        shown[0].total = total
        shown[0].update(done - shown[0].n)

    def close() -> None:
        if shown:
            shown.pop().close()

    return tell, close


def _watched() -> bool:
    """Return whether there is somebody to see a bar."""
    ask = getattr(sys.modules.get("IPython"), "get_ipython", _nothing)
    return sys.stderr.isatty() or type(ask()).__name__ == "ZMQInteractiveShell"  # of a notebook


def _nothing() -> None:
    pass


# -------------------------------------------------------------------------------------------------
# Ctrl-C in work of several threads


def interruptible(calls: Calls, work: Callable[[], Made]) -> Made:
    """Do work of several threads so that Ctrl-C reaches it, and return what came out.

    Python sees signals in its main thread only, and any thread of the work may report progress. So
    the work is done beside the main thread, which waits and can be interrupted; it then asks the
    work to stop, waits for that, and raises KeyboardInterrupt with what there is as `result`.
    """
    if threading.current_thread() is not threading.main_thread():
        return work()
    done: list[Made] = []
    failed: list[BaseException] = []
    over = threading.Event()  # Thread.join, interrupted, takes the thread for finished

    def body() -> None:
        try:
            done.append(work())
        except BaseException as error:
            failed.append(error)
        finally:
            over.set()

    threading.Thread(target=body, name="noslip", daemon=True).start()
    try:
        over.wait()
    except BaseException as error:
        calls.stop = True
        over.wait()
        error.result = done[0] if done else None  # type: ignore[attr-defined]
        raise
    if failed:
        raise failed[0]
    return done[0]
