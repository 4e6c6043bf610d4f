"""What Python costs above the library, as ratios within one run: python3 bench.py [case ...].

Times are the smallest of several; on a machine that is not at rest only the ratios mean something.
"""

import sys
import threading
import time
import timeit

import noslip
import numpy as np

OSCILLATOR = "coord x\nlagrangian x'^2/2 - x^2/2\ninit x = 1\n"
STEPS, REPEAT = 200_000, 9


def best(call):
    """Return the smallest time of a call, in seconds."""
    return min(timeit.repeat(call, number=1, repeat=REPEAT))


def bench_step():
    """A step of Python above a step of C, in nanoseconds; a loop that does nothing is taken off.

    C is noslip_advance, which brings the view of the state up to date once, where a step does so
    every time. So this is more than Python costs: with a view noslip_step alone takes 105 to 130.
    """
    run = noslip.model(OSCILLATOR).start(method="dla-mp", step=0.01, backend="interpret",
                                         monitored=False)
    step, state = run.step, run.state.array
    loop = timeit.Timer("for _ in it: pass", "it = range(n)", globals={"n": STEPS})
    steps = timeit.Timer("for _ in it: step()", "it = range(n)", globals={"n": STEPS, "step": step})
    method = timeit.Timer("for _ in it: run.step()", "it = range(n)",
                          globals={"n": STEPS, "run": run})
    # in turn, so that a disturbance hits all of them
    times = [[timer.timeit(1) for timer in (loop, steps, method)] + [timeit.timeit(
        lambda: run.advance(STEPS), number=1)] for _ in range(REPEAT)]
    empty, bound, attribute, c = (1e9*min(column)/STEPS for column in zip(*times))
    print(f"step       C {c:.0f} ns; step() + {bound - empty - c:.0f} ns, "
          f"run.step() + {attribute - empty - c:.0f} ns; bound: 150 ns")
    assert np.isfinite(state).all()


def bench_record():
    """A whole run of 100 000 rows x 25 columns against noslip_run_record alone."""
    text = ("coord w[1..6]\nlagrangian dot(w', w')/2 - dot(w, w)/2\n"
            "init w = [1, 2, 3, 4, 5, 6]\n" + "".join(
                f"observe o{i} = w[{i}]*w[{i}]'\n" for i in range(1, 5)))
    model = noslip.model(text)
    options = dict(method="dla-mp", step=1e-3, steps=100_000, backend="interpret")
    from noslip._lib import ffi, lib
    columns = len(model.start(**options).columns)

    def alone():
        run, made = model.start(**options), ffi.new("long *")
        table = np.empty((100_001, columns))
        began = time.perf_counter()
        lib.noslip_run_record(run._pointer, ffi.NULL, 0, len(table), 1,
                              ffi.cast("double *", table.ctypes.data), made)
        return time.perf_counter() - began

    def whole():
        began = time.perf_counter()
        model.run(**options)
        return time.perf_counter() - began

    times = [(alone(), whole()) for _ in range(5)]
    c, python = (min(column) for column in zip(*times))
    print(f"record     {columns} columns: {python/c:.2f} of noslip_run_record ({c:.3f} s); "
          "bound: 1.2")


def bench_threads():
    """Two threads with a model each against one; 2 if nothing is in the way."""
    def work():
        run = noslip.load(noslip.shipped("sleigh")).start(method="dla-mp", step=0.01,
                                                          backend="interpret")
        run.advance(100_000)

    def threads(n):
        running = [threading.Thread(target=work) for _ in range(n)]
        began = time.perf_counter()
        for thread in running:
            thread.start()
        for thread in running:
            thread.join()
        return time.perf_counter() - began

    times = [(threads(1), threads(2)) for _ in range(5)]
    one, two = (min(column) for column in zip(*times))
    print(f"threads    two do {2*one/two:.2f} times the work of one; bound: 1.8 on 2 free cores")


CASES = {"step": bench_step, "record": bench_record, "threads": bench_threads}

if __name__ == "__main__":
    for name in sys.argv[1:] or CASES:
        CASES[name]()
