"""What every figure must hold, whoever draws it; a new one in `FIGURES` is tested already."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from html import unescape

import orjson
import pytest

from steelyard.errors import InputError
from steelyard.i18n import LANGUAGES, using_language
from steelyard.model import Words
from steelyard.report.figures import FIGURES, THEMES, figure_of, figures_of
from steelyard.report.figures.embed import drawings
from steelyard.report.figures.resolve import packed
from tests.looped import looped
from tests.report.figures.samples import CONTENTS, comparison, correlation, run_report

CASES = {
    "some": {"size": 6},
    "none": {"size": 0},
    "one": {"size": 1},
    "two": {"size": 2},
    "many": {"size": 200},
    "hostile": {"size": 5, "hostile": True},
    "holes": {"size": 6, "missing": True},
}
DRAWN = {
    (kind, case): figures_of(make(**given))
    for kind, make in CONTENTS.items()
    for case, given in CASES.items()
}
ALL = [
    pytest.param(figure, id=f"{kind}-{case}-{figure.id}")
    for (kind, case), figures in DRAWN.items()
    for figure in figures
]
SOME = [
    pytest.param(figure, id=f"{kind}-{figure.id}")
    for (kind, case), figures in DRAWN.items()
    if case == "some"
    for figure in figures
]
HOSTILE = [
    pytest.param(figure, id=f"{kind}-{figure.id}")
    for (kind, case), figures in DRAWN.items()
    if case == "hostile"
    for figure in figures
]
CHINESE = re.compile(r"[\u4e00-\u9fff]")


def texts(value, at=""):
    """Yield every text of a spec with the path it stands at."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from texts(item, f"{at}.{key}")
    elif isinstance(value, list):
        for item in value:
            yield from texts(item, at)
    elif isinstance(value, str):
        yield at, value


def numbers(value):
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from numbers(item)
    elif isinstance(value, float):
        yield value


@pytest.mark.parametrize("kind", CONTENTS)
def test_every_figure_draws_the_sample(kind):
    names = {draw.__name__ for draw in FIGURES[kind]}
    assert {figure.id for figure in DRAWN[kind, "some"]} == names


@pytest.mark.parametrize("kind", CONTENTS)
def test_nothing_to_draw_is_no_figure_rather_than_an_empty_one(kind):
    for case in CASES:
        for figure in DRAWN[kind, case]:
            assert figure.table.rows
            assert any(
                isinstance(cell, int | float) for row in figure.table.rows for cell in row
            ), figure.id


@pytest.mark.slow
@looped("figure", ALL)
def test_plotly_accepts_it(figure):
    for language in LANGUAGES:
        made = figure.to_plotly(language, "dark")
        assert len(made.data) == len(figure.drawing["data"])
        assert made.layout.title.text


@pytest.mark.parametrize("figure", SOME)
def test_both_themes_differ_and_name_no_colour_that_is_not_there(figure):
    specs = [figure.spec("en", theme) for theme in THEMES]
    assert specs[0] != specs[1]
    assert '"@"' not in orjson.dumps(specs).decode()


@looped("figure", ALL)
def test_its_numbers_are_json(figure):
    spec = figure.spec("en")
    assert all(math.isfinite(number) for number in numbers(spec))
    assert orjson.loads(orjson.dumps(spec)) == spec


@pytest.mark.parametrize("figure", SOME)
def test_titles_captions_and_columns_stand_in_both_languages(figure):
    for said in (figure.title, figure.caption):
        assert not CHINESE.search(said.en)
        assert CHINESE.search(said.zh)
        assert said.en.strip()
        assert "{" not in said.en + said.zh
    for column in figure.table.columns:
        assert isinstance(column, Words)
        assert column.en
        assert column.zh


@pytest.mark.parametrize("figure", SOME)
def test_axes_are_named_with_their_unit_in_both_languages(figure):
    titles = {
        language: [
            axis["title"]["text"]
            for name, axis in figure.spec(language)["layout"].items()
            if name[1:5] == "axis" and "title" in axis
        ]
        for language in LANGUAGES
    }
    assert all(re.search(r"[(].+[)]", title) for title in titles["en"])
    assert all(re.search("（.+）", title) for title in titles["zh"])
    # Every axis of numbers has a name; one of rows or columns has names on it instead.
    for name, axis in figure.spec("en")["layout"].items():
        if name[1:5] == "axis":
            assert "title" in axis or axis.get("ticktext"), name


@pytest.mark.parametrize("figure", SOME)
def test_no_key_is_shown_instead_of_its_sentence(figure):
    for language in LANGUAGES:
        for at, text in texts(figure.spec(language)):
            if at.endswith((".text", ".ticktext", ".hovertext", ".label", ".customdata")):
                assert not re.search(r"\b(figures|report)\.[a-z_]+\b", text), (at, text)
                assert "{" not in text, (at, text)


@pytest.mark.parametrize("figure", HOSTILE)
def test_text_nobody_vouches_for_stays_text(figure):
    for at, text in texts(figure.spec("en")):
        if at.startswith(".layout.template"):
            continue
        assert not re.search(r"<(?!/?b>|br>|extra>|/extra>)", text), (at, text)
        assert not re.search("[\x00-\x08\x0b-\x1f\u202e]", text), (at, text)
        if "%{" in text:  # only where Plotly does not fill in: not in a template
            assert "template" not in at or text == "%{customdata}<extra></extra>"
    assert "<" not in drawings([figure])


@pytest.mark.parametrize("figure", HOSTILE)
def test_names_come_back_whole_when_read(figure):
    """Escaping hides nothing: what a reader sees is the text as it was."""
    shown = [text for at, text in texts(figure.spec("en")) if at.endswith(".hovertext")]
    names = [text for text in shown if "script" in text]
    assert all("<script>alert(1)</script>&lt;b&gt;" in unescape(text) for text in names)


@looped("figure", ALL)
def test_it_stays_small(figure):
    # A histogram of real seconds has some twenty bins; the sample has six hundred.
    most = 200_000 if figure.id == "latency" else 100_000
    assert len(drawings([figure])) < most
    assert 100 < figure.height <= 2_100


def test_rows_that_are_left_out_are_told():
    drawn = {figure.id: figure for figure in DRAWN["RunReport", "many"]}
    for id_ in ("scenes", "indicators", "perturbations", "faults", "environments"):
        assert re.search(r"first \d+ of \d+", drawn[id_].caption.en), id_
    assert "upper levels" in drawn["scorecard"].caption.en
    few = {figure.id: figure for figure in DRAWN["RunReport", "some"]}
    assert not any(" of 6" in figure.caption.en for figure in few.values())


def test_the_title_is_left_out_where_a_page_has_its_own():
    figure = figure_of(run_report(), "latency")
    titled, bare = figure.spec("en"), figure.spec("en", titled=False)
    assert titled["layout"]["title"]["text"] == figure.title.en
    assert "title" not in bare["layout"]
    assert bare["layout"]["height"] == figure.height < titled["layout"]["height"]


def test_the_current_language_is_the_default():
    figure = figure_of(run_report(), "latency")
    with using_language("zh"):
        assert figure.spec() == figure.spec("zh")
        assert figure.title.zh in repr(figure)
    assert figure.spec("zh") != figure.spec("en")


def test_several_runs_have_figures_of_their_own():
    figures = figures_of(comparison(3, runs=2))
    assert len({figure.id for figure in figures}) == len(figures)
    assert [figure.title.en for figure in figures if figure.id == "flips-2"] == [
        "Cases that flipped · candidate-2"
    ]


def test_a_run_has_the_figures_of_its_correlation_too():
    alone = [figure.id for figure in figures_of(run_report(3))]
    both = replace(run_report(3), correlation=replace(correlation(3), pareto=()))
    ids = [figure.id for figure in figures_of(both)]
    assert ids == [*alone, "correlation", "drivers", "latency_accuracy"]


def test_an_unknown_figure_names_those_there_are():
    with pytest.raises(InputError, match=r"'radr'.*radar, scorecard"):
        figure_of(run_report(), "radr")
    with pytest.raises(InputError, match="nothing to draw"):
        figure_of(comparison(2, missing=True), "flips")


def test_records_are_rows_for_a_data_frame():
    rows = figure_of(run_report(2), "latency").records("zh")
    assert rows[0].keys() == {"起（秒）", "止（秒）", "应答数（次）"}
    assert rows[0]["起（秒）"] == pytest.approx(0.1)


def test_notebooks_get_plotly_s_own_bundle(monkeypatch):
    import plotly.io

    monkeypatch.setattr(plotly.io.renderers, "default", "plotly_mimetype")
    figure = figure_of(run_report(), "radar")
    bundle = figure._repr_mimebundle_()
    shown = bundle["application/vnd.plotly.v1+json"]
    assert shown["layout"]["title"]["text"] == figure.title.en
    assert "Plotly.newPlot" in figure._repr_html_()


def test_what_a_page_ships_is_what_python_resolves():
    """`packed` keeps everything that `spec` needs: no third form of a text or a colour."""
    for figure in DRAWN["RunReport", "some"]:
        plain = packed(figure.drawing)
        for at, item in _objects(plain):
            if "zh" in item:
                assert item.keys() == {"en", "zh"}, at
            if "@" in item:
                assert item.keys() == {"@"}, at


def _objects(value, at=""):
    if isinstance(value, dict):
        yield at, value
        for key, item in value.items():
            yield from _objects(item, f"{at}.{key}")
    elif isinstance(value, list):
        for item in value:
            yield from _objects(item, at)
