"""Whatever stands in the files of a run: it is refused, or its report can be made."""

from __future__ import annotations

import json
import shutil

import pytest

from steelyard.bundle import Bundle
from steelyard.errors import DataError, SteelyardError
from steelyard.server.tasks.pushed import check_said
from steelyard.server.tasks.transfer import write_run
from tests.server.finished_run import _made

KEPT = {"state", "format", "results"}  # looked at before, by the bundle itself


@pytest.mark.slow
@pytest.mark.parametrize("other", ["x", [1], {"x": 1}], ids=str)
@pytest.mark.parametrize("file", ["manifest.json", "summary.json"])
def test_values_of_another_kind(tmp_path, file, other):
    folder = tmp_path / "run"
    shutil.copytree(_made(6), folder)
    sound = json.loads((folder / file).read_text())
    sound.pop("crc32")  # of what it was
    refused = []
    for name in sound.keys() - KEPT:
        (folder / file).write_text(json.dumps({**sound, name: other}))
        try:
            check_said(Bundle(folder))
        except SteelyardError as error:
            refused.append((f"{file}: {name}", str(error)))
        else:
            write_run(folder, "json", tmp_path / "report.json")
    assert len(refused) >= 4
    assert all(place in said for place, said in refused), refused


@pytest.mark.parametrize(
    ("part", "wrong"),
    [
        ("headline", {"value": "0.9"}),
        ("headline", {"rule": "best"}),
        ("headline", {"beside": "base.f1"}),
        ("headline", {"short": {"robustness": None}}),
        ("judging", {"rules": {"number": "6"}}),
        ("judging", {"passed": None}),
        ("judging", {"warning": {"reason": "made_up"}}),
        ("judging", {"warning": {"reason": "unread", "pairs": [{"case_id": "a"}]}}),
        ("judging", {"warning": {"reason": "unread", "other": {"scorers": "mine"}}}),
    ],
    ids=str,
)
def test_a_headline_or_a_judging_that_no_page_could_show(tmp_path, part, wrong):
    folder = tmp_path / "run"
    shutil.copytree(_made(6), folder)
    sound = json.loads((folder / "summary.json").read_text())
    changed = {**sound, part: sound[part] | wrong}
    changed.pop("crc32")  # of what it was
    (folder / "summary.json").write_text(json.dumps(changed))
    with pytest.raises(DataError, match=rf"summary\.json: {part}\.{next(iter(wrong))}"):
        check_said(Bundle(folder))


def test_a_run_of_before_headlines_is_taken(tmp_path):
    folder = tmp_path / "run"
    shutil.copytree(_made(6), folder)
    sound = json.loads((folder / "summary.json").read_text())
    old = {
        name: value for name, value in sound.items() if name not in ("headline", "judging", "crc32")
    }
    (folder / "summary.json").write_text(json.dumps(old))
    check_said(Bundle(folder))
    write_run(folder, "json", tmp_path / "report.json")


@pytest.mark.parametrize("name", ["manifest.json", "summary.json", "overrides.jsonl"])
def test_a_large_file_that_the_server_would_parse_is_refused(tmp_path, name):
    folder = tmp_path / "run"
    shutil.copytree(_made(6), folder)
    check_said(bundle := Bundle(folder))
    with (folder / name).open("ab") as file:
        file.truncate(32_000_001)
    with pytest.raises(DataError, match=f"{name} has 32000001 bytes"):
        check_said(bundle)


def test_verdicts_that_cannot_be_read_are_refused(tmp_path):
    folder = tmp_path / "run"
    shutil.copytree(_made(6), folder)
    (folder / "overrides.jsonl").write_text('{"row": "first"}\n')
    with pytest.raises(SteelyardError, match="overrides"):
        check_said(Bundle(folder))
