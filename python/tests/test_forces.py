"""Forces that are functions of Python, beside a model of text."""

import pickle

import noslip
import numpy as np
import pytest

pytestmark = pytest.mark.filterwarnings("ignore::noslip.NoslipWarning")

FREE = ("param c = 1\ncoord w[1..2]\nlagrangian dot(w', w')/2 - dot(w, w)/2\n"
        "init w[1] = 1, w[2]' = 2\n")
OPTIONS = {"method": "spark(3)", "step": 0.05, "until": 3}


def drag(t, q, v):
    return -0.3*v*v[0]**2 + [0, np.sin(t)]


def derivatives(t, q, v):
    by_v = -0.3*v[0]**2*np.eye(2)
    by_v[:, 0] -= 0.6*v*v[0]
    return np.zeros((2, 2)), by_v


def test_forces_are_those_of_the_text():
    text = noslip.model(FREE + "force w[1] = -0.3*w[1]'^3\n"
                        "force w[2] = -0.3*w[2]'*w[1]'^2 + sin(t)\n").run(**OPTIONS)
    for force in (drag, (drag, derivatives)):
        ours = noslip.model(FREE, forces={"w": force}).run(**OPTIONS)
        assert np.allclose(ours["w"], text["w"], rtol=0, atol=1e-11)
    assert abs(noslip.model(FREE).run(**OPTIONS)["w"] - text["w"]).max() > 0.1


def test_forces_on_one_entry():
    text = noslip.model(FREE + "force w[2] = 1\n").run(**OPTIONS)
    ours = noslip.model(FREE, forces={"w[2]": lambda t, q, v: 1}).run(**OPTIONS)
    assert np.allclose(ours["w"], text["w"], rtol=0, atol=1e-11)


def test_forces_on_a_rotation():
    path = noslip.shipped("rattleback")
    model = noslip.load(path, forces={"omega": lambda t, q, v: -0.01*v[3:]})
    free = noslip.load(path)
    assert np.array_equal(model.at().forces[:3], free.at().forces[:3])
    more = (model.at().forces - free.at().forces)[3:]
    assert np.allclose(more, -0.01*free.at().v[3:], atol=1e-15)
    assert abs(free.at().v[3:]).max() > 1


def test_other_data_keep_the_forces(tmp_path):
    file = tmp_path / "free.noslip"
    file.write_text("model free\n" + FREE)
    model = noslip.load(file, forces={"w": drag}, init={"w[1]": 0})
    again = noslip.model(FREE, forces={"w": drag}).with_(init={"w[1]": 0})
    assert np.array_equal(model.at([1, 2], [3, 4]).forces, drag(0, None, np.array([3, 4])) - [1, 2])
    assert np.array_equal(model.run(**OPTIONS).data, again.run(**OPTIONS).data)
    copy = pickle.loads(pickle.dumps(again))
    assert np.array_equal(copy.run(**OPTIONS).data, again.run(**OPTIONS).data)


def test_what_forces_may_not_be():
    with pytest.raises(noslip.NoslipError, match="z"):
        noslip.model(FREE, forces={"z": drag})
    with pytest.raises(ValueError, match="expected"):
        noslip.model(FREE, forces={"w": lambda t, q, v: [1, 2, 3]})


def test_wrong_derivatives_are_refused():
    def wrong(t, q, v):
        by_q, by_v = derivatives(t, q, v)
        return by_q + 1, by_v

    with pytest.raises(noslip.NoslipError, match="by_q"):
        noslip.model(FREE, forces={"w": (drag, wrong)})


def test_exceptions_of_forces_come_out():
    def late(t, q, v):
        if t > 1:
            raise LookupError("late")
        return 0

    run = noslip.model(FREE, forces={"w[1]": late}).start(**OPTIONS)
    with pytest.raises(LookupError, match="late"):
        run.advance(100)
    assert 0.9 < run.t < 1.1
