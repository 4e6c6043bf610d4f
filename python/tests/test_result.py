"""Results: views, formulas, tables of others, pages, pictures."""

import pickle

import noslip
import numpy as np
import pytest
from conftest import BALL, OSCILLATOR


@pytest.fixture
def r(sleigh):
    return sleigh.run(until=2)


def test_columns_are_views_of_one_array(r):
    assert all(np.shares_memory(r[name], r.data) for name in r.columns)
    assert r["x"].strides == r.t.strides == (r.data.strides[0],)


def test_formulas(r):
    assert np.array_equal(r["sqrt(x^2 + y^2)"], np.sqrt(r["x"]**2 + r["y"]**2))
    assert np.array_equal(r["momentum.x*2"], 2*r["momentum.x"])
    with pytest.raises(KeyError, match="nothing"):
        r["nothing"]


def test_families():
    chain = noslip.model("coord w[1..3]\nlagrangian dot(w', w')/2 - dot(w, w)/2\n"
                         "init w = [1, 2, 3]\n")
    r = chain.run(method="rattle", step=0.1, until=1)
    assert r["w"].shape == (11, 3) and np.array_equal(r["w"][:, 1], r["w[2]"])
    assert np.array_equal(r["w'"][:, 2], r["w[3]'"])


def test_some_columns_are_those_of_all(sleigh, r):
    some = sleigh.run(until=2, columns=["t", "theta", "multiplier.blade", "energy"])
    for name in some.columns:
        assert np.array_equal(some[name], r[name])
    with pytest.raises(noslip.NoslipError, match="thetta"):
        sleigh.run(until=2, columns=["thetta"])


def test_what_a_run_has_shown(r):
    assert r.report.steps == 40 and r.report.method == "spark(3)"
    assert set(r.report.constraint_errors) == {"blade"}
    assert {v.verdict for v in r.verdicts if v.verdict != "not measured"} == {"kept"}
    assert r.state["x"] == r["x"][-1]
    assert r.to_json()["state"] == r.state
    assert r.stopped is None and r.events == []


def test_a_broken_claim_is_not_kept(sleigh):
    with pytest.warns(noslip.NoslipWarning):
        coarse = sleigh.run(step=5, until=200, method="dla-mp")
    assert "not resolved" in {v.verdict for v in coarse.verdicts}


def test_the_end_goes_on(sleigh, r):
    run = r.end
    run.advance(20)
    assert np.array_equal(run.state.array, sleigh.run(until=3).data[-1, 1:7])
    assert r.state["x"] == r["x"][-1]  # the result stays


def test_events():
    r = noslip.model(BALL).run()
    assert r.events[0].kind == "impact" and r.events[0].name == "floor"
    assert r.events[0].time == pytest.approx((2/9.81)**0.5, abs=1e-12)


def test_pandas(r):
    frame = r.to_pandas()
    assert frame.index.name == "t" and np.array_equal(frame["x"], r["x"])


def test_xarray(r):
    data = r.to_xarray()
    assert data.attrs["method"] == "spark(3)"
    assert float(data["x"].sel(t=1, method="nearest")) == r["x"][20]


def test_pickles(r):
    again = pickle.loads(pickle.dumps(r))
    assert np.array_equal(again.data, r.data) and again.verdicts == r.verdicts


def test_pages(r, tmp_path):
    page = r.report_html(title="Sleigh & <blade>")
    assert "Sleigh &#38; &#60;blade" in page.html and "</html>" in page.html
    page.save(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text() == page.html
    assert len(r.animate().html) < len(page.html)
    shown = r._repr_html_()
    assert shown.startswith("<iframe sandbox") and "<script" not in shown


def test_a_page_needs_all_columns(sleigh):
    some = sleigh.run(until=1, columns=["t", "x"])
    with pytest.raises(ValueError, match="columns"):
        some.report_html()
    assert some._repr_html_().startswith("<pre>")


def test_pictures(r):
    pytest.importorskip("matplotlib")
    axes = r.plot("x:y", "energy-error", "theta,theta':t", "sqrt(x^2 + y^2)")
    assert len(axes) == 4 and len(axes[2].lines) == 2
    assert np.array_equal(axes[0].lines[0].get_ydata(), r["y"])
    assert len(r.plot()) == 3
    with pytest.raises(ValueError, match="panel"):
        r.plot("x:y:z")


def test_files_that_cannot_be_written(r, tmp_path):
    with pytest.raises(OSError, match="nowhere"):
        r.save(tmp_path / "nowhere" / "rows.csv")


def test_a_wrong_column_is_told(sleigh):
    r = sleigh.run(until=1, columns=["t", "x"])
    with pytest.raises(noslip.ColumnError, match="columns are t, x") as failed:
        r["y + x"]
    assert (failed.value.line, failed.value.column, failed.value.length) == (1, 1, 1)
    assert "\n  y + x\n  ^\n" in str(failed.value)
    with pytest.raises(KeyError):
        r.energy
    with pytest.raises(noslip.ColumnError, match="expected an expression"):
        r["x +"]
