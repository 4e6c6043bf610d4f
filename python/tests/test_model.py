"""Models: what they are, other data, errors with their places."""

import dataclasses
import pickle
import warnings

import noslip
import numpy as np
import pytest
from conftest import OSCILLATOR
from noslip._lib import ffi


def test_what_a_model_is(sleigh):
    assert sleigh.name == "chaplygin_sleigh"
    assert sleigh.kind == "mechanical"
    assert sleigh.parameters == {"m": 1, "a": 1, "I": 1, "g": 0.1}
    assert "nonholonomic blade" in sleigh.text
    assert "blade" in sleigh.check()


def test_settings_make_another_model(sleigh):
    other = sleigh.with_(set={"g": 0}, init={"x": 2})
    assert other.parameters["g"] == 0 and sleigh.parameters["g"] == 0.1
    assert other.start().state["x"] == 2
    # settings add up
    assert other.with_(set={"m": 3}).parameters == {"m": 3, "a": 1, "I": 1, "g": 0}


@pytest.mark.parametrize("value", [0.1, "1/10", np.float64(0.1)])
def test_values_keep_every_digit(sleigh, value):
    assert sleigh.with_(set={"g": value}).parameters["g"] == 0.1


def test_vectors_are_values():
    model = noslip.model("param a[1..2] = [1, 2]\ncoord x\nlagrangian x'^2/2 - a[2]*x\n")
    assert model.with_(set={"a": np.array([3.0, 4.0])}).parameters["a[2]"] == 4


def test_a_truth_value_is_no_number(sleigh):
    with pytest.raises(TypeError, match="truth value"):
        sleigh.with_(set={"g": True})


def test_exact_solutions(oscillator):
    assert oscillator.has_exact
    times = np.linspace(0, 1, 5)
    assert np.allclose(oscillator.exact("x", times), np.cos(times), rtol=0, atol=1e-15)


def test_models_are_pickled(sleigh):
    changed = sleigh.with_(set={"g": 0.3})
    again = pickle.loads(pickle.dumps(changed))
    assert again.parameters == changed.parameters
    assert np.array_equal(again.run(until=1).data, changed.run(until=1).data)


# -------------------------------------------------------------------------------------------------
# errors


def test_a_mistake_has_its_place(tmp_path):
    path = tmp_path / "wrong.noslip"
    path.write_text("model wrong\ncoord theta\nlagrangian thetta'^2/2\n")
    with pytest.raises(noslip.ModelError) as failed:
        noslip.load(path)
    error = failed.value
    assert (error.line, error.column) == (3, 12)
    assert "thetta'^2/2" in error.source
    assert "did you mean `theta`?" in str(error)
    assert "\n" + " "*13 + "^" in str(error)


def test_a_text_without_a_first_line_has_its_own_lines():
    with pytest.raises(noslip.ModelError) as failed:
        noslip.model("coord x\nlagrangian y'^2/2\n")
    assert failed.value.line == 2
    assert str(failed.value).startswith("model:2:12: error")
    with pytest.raises(noslip.ModelError) as failed:
        noslip.model("# a comment\n\nmodel m\ncoord x\nlagrangian y'^2/2\n")
    assert failed.value.line == 5


def test_wrong_options_are_value_errors(sleigh):
    with pytest.raises(noslip.OptionError, match="spark"):
        sleigh.run(method="sprak(3)")
    with pytest.raises(ValueError, match="leads nowhere"):
        sleigh.run(step=0)
    with pytest.raises(ValueError, match="every"):
        sleigh.run(every=0)
    with pytest.raises(noslip.OptionError, match="rattle"):
        sleigh.run(method="rattle")  # does not treat nonholonomic constraints
    with pytest.raises(TypeError):
        sleigh.run(stepp=0.1)


def test_a_run_without_an_end_is_refused(oscillator):
    with pytest.raises(noslip.OptionError, match="no end"):
        noslip.model("coord x\nlagrangian x'^2/2").run(method="dla-mp", step=-0.1)
    with pytest.raises(noslip.OptionError, match="same sign"):
        oscillator.run(method="dla-mp", step=0.1, until=-1)


def test_files_that_are_not_there():
    with pytest.raises(noslip.FileError, match="nowhere.noslip"):
        noslip.load("nowhere.noslip")
    with pytest.raises(OSError):
        noslip.load("nowhere.noslip")


def test_texts_with_nul_are_refused():
    with pytest.raises(ValueError, match="NUL"):
        noslip.model(OSCILLATOR + "\0")


def test_data_that_contradict_a_constraint(sleigh):
    with pytest.raises(noslip.NoslipError, match="blade"):
        sleigh.run(init={"y'": 1})
    with pytest.warns(noslip.NoslipWarning):
        sleigh.run(init={"y'": 1}, project=True, until=1)


def test_warnings_name_the_line_of_the_caller(oscillator):
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        oscillator.run(until=1)  # no method: one is chosen, and that is said
    assert told and told[0].filename == __file__


# -------------------------------------------------------------------------------------------------
# methods


def test_methods(sleigh):
    every = {m.name: m for m in noslip.methods()}
    fitting = {m.name for m in sleigh.methods()}
    assert every["rattle"].symplectic and every["rattle"].order == 2
    assert "dla-mp" in fitting and "rattle" not in fitting
    assert noslip.method("compose(rattle, suzuki4)").order == 4
    with pytest.raises(noslip.OptionError, match="rattle"):
        noslip.method("ratle")


def test_every_digit_of_an_array_counts():
    model = noslip.model("param k[1..2] = [1, 2]\ncoord x\n"
                         "lagrangian x'^2/2 - k[1]*x^2/2\ninit x = 1")
    values = np.array([1.0, 2.0])
    first = model.with_(set={"k": values})
    assert model.with_(set={"k": np.array([1.0, 2.0])}) is first
    assert model.with_(set={"k": values + [1e-12, 0]}).parameters["k[1]"] == 1 + 1e-12
    values[0] = 3
    assert pickle.loads(pickle.dumps(first)).parameters["k[1]"] == 1
    assert model.with_(set={"k": values}).parameters["k[1]"] == 3


def test_what_is_no_value_is_told(sleigh):
    for wrong in None, 1 + 2j, object():
        with pytest.raises(TypeError, match="a value is a number or an expression"):
            sleigh.with_(set={"g": wrong})
    assert sleigh.with_(set={"g": np.array(1.5)}).parameters["g"] == 1.5


def test_the_parts_of_a_failure():
    with pytest.raises(noslip.ModelError) as failed:
        noslip.model("coord theta\nlagrangian thetta'^2/2", name="mine")
    error = failed.value
    assert (error.file, error.line, error.column, error.length) == ("mine", 2, 12, 6)
    assert error.message == "unknown name `thetta`" and error.hint == "did you mean `theta`?"
    assert error.source == "lagrangian thetta'^2/2"
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error) and again.__dict__ == error.__dict__


def test_no_times_have_no_values(oscillator):
    assert oscillator.exact("x", []).shape == (0,)


def fields_of(struct):
    return {name for name, field in ffi.typeof(struct).fields
            if field.type.kind == "primitive" or field.type.cname == "char *"}


@pytest.mark.parametrize(("struct", "ours", "elsewhere"), [
    ("noslip_report", noslip.Report, {"nwarning", "nexact", "nfound"}),
    ("noslip_method_info", noslip.Method, set()),
    ("noslip_event", noslip.Event, set()),
    ("noslip_verdict", noslip.Verdict, set()),
    ("noslip_run_line", noslip.introspect.RunLine, set()),
    ("noslip_constraint_info", noslip.introspect.Constraint, set()),
    ("noslip_attempt", noslip.advice.Attempt, {"candidate"}),
])
def test_nothing_of_a_struct_is_left_out(struct, ours, elsewhere):
    names = {field.name for field in dataclasses.fields(ours)}
    assert fields_of(struct) - elsewhere <= names
    assert len(fields_of(struct)) > 3
