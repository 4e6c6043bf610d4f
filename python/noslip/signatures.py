"""Functions that hand keywords on, with signatures that show them."""

from __future__ import annotations

import difflib
import functools
import inspect
from collections.abc import Callable, Sequence
from inspect import Parameter, Signature
from typing import Any, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., Any])


def takes(*others: Callable[..., Any],
          without: Sequence[str] = ()) -> Callable[[Function], Function]:
    """Decorate a function that hands its **options on to others.

    Its signature, as `help` and notebooks show it, has the keywords of all of them, except those
    `without`. A keyword that it does not have is a TypeError that names the function called.

    Examples
    --------
    >>> def inner(x, *, step=1, every=2):
    ...     return step
    >>> @takes(inner)
    ... def outer(x, *, until=3, **options):
    ...     return inner(x, **options)
    >>> print(inspect.signature(outer))
    (x, *, until=3, step=1, every=2)
    >>> outer(0, stepp=5)
    Traceback (most recent call last):
    ...
    TypeError: outer() got an unexpected keyword argument `stepp`; did you mean `step`?
    """
    def decorated(function: Function) -> Function:
        signature = joined(function, others, without)
        known = set(signature.parameters)

        @functools.wraps(function)
        def called(*arguments: Any, **options: Any) -> Any:
            for name in options:
                if name not in known:
                    raise TypeError(unexpected(function.__name__, name, known))
            return function(*arguments, **options)

        called.__signature__ = signature  # type: ignore[attr-defined]
        return cast(Function, called)

    return decorated


def joined(function: Callable[..., Any], others: tuple[Callable[..., Any], ...],
           without: Sequence[str]) -> Signature:
    """Return the signature of a function with the keywords of others in place of its **options."""
    own = inspect.signature(function)
    shown = {name: p for name, p in own.parameters.items() if p.kind != Parameter.VAR_KEYWORD}
    for other in others:
        for name, p in inspect.signature(other).parameters.items():
            if p.kind == Parameter.KEYWORD_ONLY and name not in without:
                shown.setdefault(name, p)
    return own.replace(parameters=list(shown.values()))


def unexpected(function: str, name: str, known: set[str]) -> str:
    """Return the sentence of a keyword that there is not."""
    near = difflib.get_close_matches(name, known - {"self"}, 1)
    hint = f"; did you mean `{near[0]}`?" if near else ""
    return f"{function}() got an unexpected keyword argument `{name}`{hint}"
