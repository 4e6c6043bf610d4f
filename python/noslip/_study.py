"""What studies have in common: a call in a context of its own, that can be interrupted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Optional, TypeVar, Union

from ._call import Arguments, Context
from ._lib import ffi
from .progress import Calls, Progress, bar, interruptible

if TYPE_CHECKING:
    from .model import Model

Made = TypeVar("Made")


def studied(model: Model, call: Callable[[Context, Arguments, Calls, Any], int], result: str,
            free: Any, convert: Callable[[Any], Any], progress: Progress,
            given: Optional[Calls] = None) -> Any:
    """Make the call of a study in a context of its own, and convert what comes out of it.

    Parameters
    ----------
    call : callable
        Makes the call; returns its status.
    result, free, convert
        The C type that comes out, what frees it, and what makes a Python object of it.
    """
    tell, close = bar(progress)
    calls = given or Calls(failures=model._failures)
    calls.on_progress = tell
    context, arguments = Context(), Arguments()
    out = ffi.new(result + " **")

    def work() -> Any:
        status = call(context, arguments, calls, out)
        try:
            calls.failures.raise_error()
            context.check(status)
            return convert(out[0])
        finally:
            if out[0]:
                free(out[0])

    try:
        with model._context.lock:
            return interruptible(calls, work)
    finally:
        close()


def listed(given: Union[None, str, Sequence[str]]) -> Sequence[str]:
    return () if given is None else (given,) if isinstance(given, str) else given


def named(items: Sequence[Made], key: str, name: Callable[[Made], str]) -> Made:
    """Return the item with a name; KeyError if there is none."""
    for item in items:
        if name(item) == key:
            return item
    raise KeyError(f"`{key}` is not among {', '.join(map(name, items))}")


def frame(data: Mapping[str, Any]) -> Any:
    import pandas
    return pandas.DataFrame(data)
