from collections.abc import Callable

def bind(
    step: int, run: int, busy: int, raised: int, other: Callable[[int], bool], /
) -> Callable[[], bool]: ...
