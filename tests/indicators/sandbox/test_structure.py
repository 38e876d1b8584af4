"""Hostile and mistaken files: anchors, tags, wrong kinds, references that grow."""

from __future__ import annotations

import pytest

from steelyard.errors import InputError, UserError
from steelyard.i18n import using_language
from steelyard.indicators.lined import read_lined
from steelyard.indicators.sandbox import check_files, check_indicator, read_file
from tests.looped import looped

GOOD = {"id": "mine.x", "sql": "rate(passed)"}

BOMB = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 10)
)
FILES = {
    "laughs": BOMB + "indicators: {mine.x: {sql: '1'}}",
    "python object": "indicators: !!python/object/apply:os.system ['echo x']",
    "python name": "indicators: {mine.x: {sql: !!python/name:os.system ''}}",
    "own tag": "indicators: !mine {}",
    "cycle": "indicators: &a {mine.x: *a}",
    "no mapping": "- 1",
    "empty": "",
    "text": "hello",
    "two documents": "indicators: {}\n---\nindicators: {}",
    "deep": "indicators: " + "[" * 5000,
    "deep block": "\n".join(" " * n + "a:" for n in range(2000)),
    "long number": "indicators: {mine.x: {sql: '1', version: " + "9" * 5000 + "}}",
    "no date": "indicators: {mine.x: {sql: 2020-13-45}}",
    "list of records": "indicators: [mine.x]",
    "unknown key": "indicators: {}\nimport: os",
    "a key twice": "indicators: {mine.x: {sql: '1', sql: '2'}}",
    "an id twice": "indicators:\n  mine.x: {sql: '1'}\n  mine.x: {sql: '2'}",
    "tabs": "indicators:\n\tmine.x: 1",
    "alias": "indicators: *nowhere",
    "nul": "indicators: \0",
    "huge": "#" * 300_000,
}


@pytest.mark.parametrize("text", FILES.values(), ids=FILES)
def test_a_hostile_file_is_one_message(text, tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    for language in ("en", "zh"):
        with using_language(language), pytest.raises(InputError) as error:
            read_file(path)
        assert "mine.yaml" in str(error.value)
        assert len(str(error.value)) < 600


RECORDS = {
    "not a mapping": None,
    "version text": {"version": "one"},
    "version true": {"version": True},
    "version huge": {"version": 10**400},
    "sql number": {"sql": 3},
    "sql list": {"sql": ["1"]},
    "sql blank": {"sql": " "},
    "where number": {"where": 1},
    "let list": {"let": ["a"]},
    "let number": {"let": {"a": 1}},
    "let upper case": {"let": {"A": "1"}},
    "let of the engine": {"let": {"__g": "1"}},
    "let hides a column": {"let": {"passed": "not passed"}},
    "let not a name": {"let": {"a b": "1"}},
    "let quote": {"let": {'a"': "1"}},
    "each of the engine": {"by": "scene", "each": {"__g": "rate(passed)"}, "sql": "avg(__g)"},
    "by number": {"by": 3},
    "by two": {"by": {"a": "scene", "b": "domain"}},
    "by empty": {"by": {}},
    "by without each": {"by": "scene"},
    "each without by": {"each": {"a": "rate(passed)"}, "sql": "avg(a)"},
    "range one": {"range": [1]},
    "range text": {"range": ["a", "b"]},
    "range reversed": {"range": [1, 0]},
    "range nan": {"range": [float("nan"), 1]},
    "interval unknown": {"interval": "guess"},
    "direction": {"direction": "sideways"},
    "repeats": {"repeats": "often"},
    "score unknown": {"score": "best"},
    "score without references": {"score": "goalpost"},
    "score with one of two": {"score": {"goalpost": [1]}},
    "score of an unknown parameter": {"score": {"half": "nothing"}},
    "score two rules": {"score": {"half": 1, "goalpost": [1, 2]}},
    "score list": {"score": [1]},
    "flags text": {"flags": "x"},
    "flags without note": {"flags": [{"when": "rate(passed) > 0"}]},
    "needs text": {"needs": "passed"},
    "variants list": {"variants": ["mode=a"]},
    "variants without value": {"variants": {"mode": {"sql": "1"}}},
    "variants of no parameter": {"variants": {"mode=answer": {"sql": "rate(passed)"}}},
    "params number": {"params": 3},
    "params unknown": {"params": ["no_such_one"]},
    "param facts": {"params": {"p": 3}},
    "param type": {"params": {"p": {"type": "code"}}},
    "param key": {"params": {"p": {"type": "float", "eval": "1"}}},
    "param choices": {"params": {"p": {"type": "text", "choices": "ab"}}},
    "param default": {"params": {"p": {"type": "float", "default": "much"}}},
    "name number": {"name": 3},
    "name one language": {"name": {"en": "x"}},
    "unit long": {"unit": "x" * 100},
    "kernel": {"kernel": True},
    "rows named": {"rows_named": ["x"]},
    "unknown key": {"sqll": "1"},
    "number as key": {1: "x"},
    "id of the catalog": {"id": "base.f1"},
    "id upper case": {"id": "Mine.X"},
    "id without a dot": {"id": "a0"},
    "id of the engine": {"id": "__g.x"},
    "id with a quote": {"id": "mine.x'; drop table results"},
    "id not a text": {"id": 3},
    "id too long": {"id": "mine." + "x" * 100},
    "column typo": {"sql": "rate(pased)"},
    "no aggregate": {"sql": "latency_s"},
    "nested aggregate": {"sql": "avg(sum(latency_s))"},
    "text result": {"sql": "case when rate(passed) > 0 then 'a' else 'b' end"},
    "unknown parameter": {"sql": "rate(latency_s < $quick)"},
    "quantile": {"sql": "quantile_cont(latency_s, 2)"},
    "refers to itself": {"sql": "ind.mine.x"},
    "refers into nothing": {"sql": "ind.mine.y"},
    "reference to a nested one": {"sql": "ind.adapt.scene_coverage"},
    "reference inside": {"sql": "avg(ind.base.accuracy)"},
    "reference inside through let": {"let": {"a": "ind.base.f1"}, "sql": "sum(a)"},
}  # fmt: skip


@looped("change", RECORDS.values(), ids=RECORDS)
def test_a_wrong_record_is_explained_in_both_languages(change):
    record = 3 if change is None else {**GOOD, **change}
    for language in ("en", "zh"):
        with using_language(language):
            if isinstance(record, dict):
                [problem] = check_indicator(record)
                message = problem.message
            else:
                [problem] = check_files([{"source": "-", "indicators": {"mine.x": record}}])
                message = problem.message
        assert 10 < len(message) < 600
        chinese = any("\u4e00" <= letter <= "\u9fff" for letter in message)
        assert chinese == (language == "zh"), message


def test_a_mistake_is_told_with_file_line_field_and_character(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text(
        "indicators:\n  mine.a:\n    name: A\n    let:\n      b: avg(latency_s)\n"
        "      c: 1 + slep(2)\n    sql: b + c\n  mine.b:\n    sql: rate(pased)\n",
        encoding="utf-8",
    )
    with using_language("en"):
        first, second = check_files([read_file(path)])
    assert first.message.startswith(f"{path}:6: mine.a, let.c: ")
    assert "slep" in first.message
    assert "character 5" in first.message
    assert second.message.startswith(f"{path}:9: mine.b, sql: ")
    assert "passed" in second.message


@pytest.mark.slow
@pytest.mark.parametrize("depth", [8, 40, 190])
@pytest.mark.parametrize("shape", ["twice", "diamond", "let"])
def test_references_that_double_are_refused_at_once(depth, shape):
    if shape == "let":
        names = {"a0": "rate(passed)"} | {
            f"a{n}": f"a{n - 1} + a{n - 1}" for n in range(1, min(depth, 45))
        }
        records = {"mine.r0": {"let": names, "sql": f"a{len(names) - 1}"}}
    elif shape == "twice":
        records = {"mine.r0": {"sql": "rate(passed)"}} | {
            f"mine.r{n}": {"sql": f"ind.mine.r{n - 1} + ind.mine.r{n - 1}"} for n in range(1, depth)
        }
    else:
        half = depth // 2
        records = {f"mine.{side}0": {"sql": "rate(passed)"} for side in "lr"} | {
            f"mine.{side}{n}": {"sql": f"ind.mine.l{n - 1} + ind.mine.r{n - 1}"}
            for n in range(1, half)
            for side in "lr"
        }
    problems = check_files([{"source": "-", "indicators": records}])
    small = depth == 8
    assert bool(problems) is not small


def test_a_circle_of_references_is_named():
    records = {"mine.a": {"sql": "ind.mine.b"}, "mine.b": {"sql": "ind.mine.a"}}
    with using_language("en"):
        problems = check_files([{"source": "-", "indicators": records}])
    assert "mine.a → mine.b → mine.a" in problems[0].message


def test_more_records_than_anyone_writes_are_refused():
    from steelyard.indicators.sandbox import records_of

    records = {f"mine.r{n}": {"sql": "rate(passed)"} for n in range(300)}
    with pytest.raises(UserError, match="200"):
        records_of([{"source": "-", "indicators": records}])
    [problem] = check_files([{"source": "-", "indicators": records}])
    assert "200" in problem.message


def test_lines_survive_merges_and_anchors():
    text = "a: &a\n  x: 1\nb:\n  <<: *a\n  y: 2\n"
    found = read_lined("f", text)
    assert found["b"] == {"x": 1, "y": 2}
    assert found["b"].line == 4
    assert found.lines == {"a": 1, "b": 3}


def test_an_indicator_without_content_is_said_with_its_line(tmp_path):
    from steelyard.indicators.sandbox import records_of

    path = tmp_path / "own.yaml"
    path.write_text("indicators:\n  custom.a: {sql: rate(passed)}\n  custom.x:\n", "utf-8")
    with pytest.raises(InputError, match=r"own\.yaml:3: the indicator custom\.x has no content"):
        records_of([read_file(path)])
