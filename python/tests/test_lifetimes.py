"""Objects may go in any order; threads, forks and Ctrl-C."""

import gc
import os
import random
import signal
import subprocess
import sys
import threading
import time
import weakref

import noslip
import numpy as np
import pytest
from conftest import BALL, OSCILLATOR

pytestmark = pytest.mark.filterwarnings("ignore::noslip.NoslipWarning")


def family():
    """Make things that hold on to each other."""
    model = noslip.model(OSCILLATOR)
    pushed = noslip.model(OSCILLATOR, forces={"x": lambda t, q, v: 0})
    seen = []
    run = model.start(method="dla-mp", step=0.1, on_step=lambda r: seen.append(len(seen)))
    r = model.run(method="dla-mp", step=0.1, until=1)
    run.step()
    return [model, run, run.copy(), run.state, run.state.array, run.step, run.input, r, r["x"],
            r.end, model.with_(init={"x": 2}), model.at(), run.view("momentum").array,
            r._repr_html_, pushed.start(method="dla-mp", step=0.1)]


def test_any_order_of_freeing():
    choose = random.Random(1)
    for _ in range(1000):
        things = family()
        choose.shuffle(things)
        while things:
            things.pop()
            if things and callable(things[-1]):
                things[-1]()


def test_what_is_left_still_works():
    model, run, copy, state, array, step, *_ = family()
    del model, run, copy
    before = state["x"]
    assert step() and state["x"] != before and array[0] == state["x"]


def test_cycles_are_collected():
    model = noslip.model(OSCILLATOR)
    run = model.start(method="dla-mp", step=0.1, on_step=lambda r: run)  # the function has its run
    run.step()
    gone = weakref.ref(run)
    del run
    gc.collect()
    assert gone() is None


def test_runs_without_cycles_go_at_once():
    run = noslip.model(OSCILLATOR).start(method="dla-mp", step=0.1)
    run.step(), run.advance(1)
    gone = weakref.ref(run)
    gc.disable()
    del run
    gc.enable()
    assert gone() is None


# -------------------------------------------------------------------------------------------------
# threads


def work(model, out, k):
    run = model.start(method="spark(3)", step=0.05)
    run.advance(200)
    out[k] = np.array(run.state.array)


def test_threads_share_a_model(sleigh):
    out = {}
    threads = [threading.Thread(target=work, args=(sleigh, out, k)) for k in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(out) == 6 and all(np.array_equal(out[0], out[k]) for k in out)


def test_a_run_is_for_one_thread_at_a_time(sleigh):
    run = sleigh.start(on_step=lambda r: time.sleep(0.05))
    thread = threading.Thread(target=run.advance, args=(4,))
    thread.start()
    time.sleep(0.05)
    with pytest.raises(RuntimeError, match="another thread"):
        run.step()
    thread.join()
    assert run.step()


def test_studies_in_threads(sleigh):
    found = []
    threads = [threading.Thread(target=lambda: found.append(sleigh.ensemble(
        {"theta'": [0.5, 1.0]}, until=2).energy_error)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 3 and all(np.array_equal(found[0], f) for f in found)


# -------------------------------------------------------------------------------------------------
# forks


def test_forks_go_on(sleigh):
    run = sleigh.start()
    run.advance(10)
    sleigh.ensemble({"theta'": [0.5, 1.0, 1.5]}, until=1)  # the threads of the parent are not there
    child = os.fork()
    if child == 0:
        good = False
        try:
            run.advance(10)
            e = sleigh.ensemble({"theta'": [0.5, 1.0, 1.5]}, until=1)
            good = run.t == 1.0 and e.nfailed == 0
        finally:
            os._exit(0 if good else 1)
    run.advance(10)
    _, status = os.waitpid(child, 0)
    assert status == 0 and run.t == 1.0


# -------------------------------------------------------------------------------------------------
# Ctrl-C


def interrupt(after):
    timer = threading.Timer(after, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    return timer


def interrupted(call, after=0.3):
    """Return how long Ctrl-C takes to end a call, and its exception."""
    timer = interrupt(after)
    began = time.perf_counter()
    with pytest.raises(KeyboardInterrupt) as failed:
        call()
    timer.join()
    return time.perf_counter() - began - after, failed.value


def soonest(call, bound):
    """Return the shortest of some delays: other programs take the processors, not always."""
    late = []
    while not late or (late[-1] >= bound and len(late) < 3):
        late.append(interrupted(call)[0])
    return min(late)


def test_ctrl_c_ends_a_run(oscillator):
    run = oscillator.start(method="dla-mp", step=1e-6)
    assert soonest(lambda: run.advance(10**9), 0.2) < 0.2 and run.t > 0
    before = run.t
    assert run.step() and run.t > before  # it goes on


def test_ctrl_c_ends_a_whole_run_with_its_rows(oscillator):
    # a compiler that runs is not interrupted
    late, error = interrupted(lambda: oscillator.run(method="dla-mp", step=1e-6, steps=10**8,
                                                     every=100, backend="interpret"))
    assert late < 0.3 and len(error.result) > 10
    assert error.result.report.steps < 10**8


@pytest.mark.parametrize("study", [
    lambda m: m.compare(methods=["dla-mp"], step=1e-6, steps=10**8, backend="interpret"),
    lambda m: m.ensemble({"x": np.linspace(0, 1, 4)}, method="dla-mp", step=1e-6, steps=10**8,
                         every=10**6, backend="interpret"),
    lambda m: m.sweep({"x": [0.5, 1]}, method="dla-mp", step=1e-6, steps=10**8,
                         every=10**6, backend="interpret"),
    lambda m: m.section(section="x = 0", method="dla-mp", step=1e-3, until=1e6,
                        backend="interpret"),
    lambda m: m.converge(methods=["dla-mp"], steps=[1e-6], until=100, backend="interpret"),
])
def test_ctrl_c_ends_studies(oscillator, study):
    assert soonest(lambda: study(oscillator), 0.3) < 0.3


def test_studies_keep_what_there_is(oscillator):
    _, error = interrupted(lambda: oscillator.ensemble(
        {"x": np.linspace(0, 1, 4)}, method="dla-mp", step=1e-6, steps=10**8,
                         every=10**6, backend="interpret"))
    assert error.result.nunfinished == 4


def test_the_interpreter_ends_with_runs_alive():
    code = ("import noslip\n"
            f"m = noslip.model({BALL!r})\nr = m.run()\nrun = m.start(on_step=lambda r: None)\n"
            "run.step(); view = run.state; cycle = [run]; cycle.append(cycle)\n")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0 and done.stderr == ""
