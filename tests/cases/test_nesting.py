"""Rows nested too deeply are rejected one by one; the rest of the file is read."""

from __future__ import annotations

import csv
import json

import pytest

from steelyard.cases import CaseStream, DatasetSpec
from steelyard.cases.nesting import MOST_LEVELS


def nested(levels, kind):
    if kind == "lists":
        return "[" * levels + "]" * levels
    return '{"a":' * levels + "1" + "}" * levels


def read(folder, name):
    rejects = []
    stream = CaseStream(
        DatasetSpec(path=name), base=folder, on_reject=rejects.append, may_be_empty=True
    )
    return list(stream), rejects


@pytest.mark.parametrize("kind", ["lists", "objects"])
@pytest.mark.parametrize("field", ["input", "metadata", "odd"])
@pytest.mark.parametrize("name", ["cases.jsonl", "cases.json"])
@pytest.mark.parametrize("levels", [MOST_LEVELS + 1, 1000])
def test_a_deep_row_is_rejected_alone(tmp_path, kind, field, name, levels):
    deep = '{"id":"deep","%s":%s}' % (field, nested(levels, kind))  # noqa: UP031 - braces
    rows = [deep, '{"id":"ours","input":"1?"}']
    text = f"[{','.join(rows)}]" if name.endswith(".json") else "\n".join(rows) + "\n"
    (tmp_path / name).write_text(text)
    cases, rejects = read(tmp_path, name)
    assert [one["case_id"] for one in cases] == ["ours"]
    [reject] = rejects
    assert reject.errors[0].code == "too_deep"
    assert f"{MOST_LEVELS} levels" in reject.errors[0].message
    assert json.loads(reject.row) == {"id": "deep", field: "…"}


def test_a_row_as_deep_as_allowed_is_read(tmp_path):
    row = '{"id":"1","input":"x","odd":%s}\n' % nested(MOST_LEVELS, "objects")  # noqa: UP031
    (tmp_path / "cases.jsonl").write_text(row)
    cases, rejects = read(tmp_path, "cases.jsonl")
    assert (len(cases), rejects) == (1, [])


def test_deep_json_in_a_cell_stays_text(tmp_path):
    with (tmp_path / "cases.csv").open("w", newline="") as out:
        csv.writer(out).writerows(
            [["id", "input", "references", "metadata"]]
            + [["1", "x", nested(levels, "lists"), nested(levels, "objects")] for levels in (900,)]
        )
    cases, rejects = read(tmp_path, "cases.csv")
    assert len(cases) + len(rejects) == 1
