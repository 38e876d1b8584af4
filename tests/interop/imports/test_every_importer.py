"""What holds for every importer, whoever wrote it."""

from __future__ import annotations

import json
import random
import re
from itertools import islice

import pytest

from steelyard.errors import DataError, InputError, SteelyardError, UnknownNameError
from steelyard.i18n import LANGUAGES, using_language
from steelyard.interop import IMPORTERS, ImportOptions, find_logs, write_recording
from steelyard.model import FIELDS
from tests.interop.imports.logs import CHOSEN, FIXTURES, lines, record, stored

IDS = IMPORTERS.names()
LOGS = [
    pytest.param(one, path, id=f"{one.id}-{path.relative_to(FIXTURES / one.id)}")
    for one, path in stored()
    if path.suffix not in (".yaml", ".yml")
]
_TEXTS = (".json", ".jsonl")
ROW_KEYS = {*FIELDS, "place"}


def options(importer):
    return ImportOptions(CHOSEN.get(importer.id, {}))


def first_log(id_):
    return next(path for one, path in stored() if one.id == id_ and path.suffix != ".yaml")


@pytest.mark.parametrize("id_", IDS)
def test_has_a_stored_log_with_the_version_that_wrote_it(id_):
    assert any(one.id == id_ for one, _ in stored())
    assert json.loads((FIXTURES / id_ / "versions.json").read_text())


@pytest.mark.parametrize("id_", IDS)
def test_speaks_both_languages(id_):
    importer = IMPORTERS.get(id_)
    texts = [importer.title, importer.reads, *(one.words for one in importer.settings)]
    assert all(text.en and text.zh for text in texts)
    assert all(any("\u4e00" <= c <= "\u9fff" for c in text.zh) for text in texts[1:])


@pytest.mark.parametrize(("importer", "path"), LOGS)
def test_is_told_from_every_other_format(importer, path):
    assert [one.id for one in IMPORTERS if one.sniff(path)] == [importer.id]
    assert path in {log.path for log in find_logs([FIXTURES / importer.id])}


@pytest.mark.parametrize(("importer", "path"), LOGS)
def test_rows_are_in_our_names_and_within_bounds(importer, path):
    imported = importer.read(path, options(importer))
    rows = list(imported.rows)
    assert rows
    assert imported.source.tool
    for row in rows:
        assert row.keys() <= ROW_KEYS, row.keys() - ROW_KEYS
        assert row.get("place")
        assert row.get("score") is None or 0 <= row["score"] <= 1
        assert row.get("passed") in (True, False, None)
        assert row.get("status") in (None, "ok", "error", "timeout")
        if row.get("status") not in (None, "ok"):
            assert row["error_kind"] in ("agent", "infra")
        for name, value in (row.get("foreign_scores") or {}).items():
            assert name.startswith(f"{importer.id}_"), name
            # A number becomes a column, and that needs a name for one.
            if isinstance(value, bool | int | float):
                assert re.fullmatch("[a-z][a-z0-9_]{0,39}", name), name


@pytest.mark.parametrize(("importer", "path"), LOGS)
def test_the_same_log_makes_the_same_bytes(importer, path, tmp_path):
    made = [record(tmp_path / n, path, settings=CHOSEN.get(importer.id)) for n in "ab"]
    for name in ("cases.jsonl", "answers.jsonl"):
        first, second = ((one.folder / name).read_bytes() for one in made)
        assert first == second
        assert first
    cases, answers = lines(made[0])
    assert len(cases) == made[0].cases
    assert len(answers) == made[0].answers
    assert {case_id for case_id, _ in answers} == cases.keys()
    assert len(made[0].sources[0]["files"][0]["sha256"]) == 64


@pytest.mark.parametrize(("importer", "path"), LOGS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_damaged_log_is_an_error_with_its_place(importer, path, language, tmp_path):
    damaged = tmp_path / path.name
    data = path.read_bytes()
    # In the middle of its last line, or of the one document it is.
    cut = data.rstrip().rfind(b"\n") + 1 if path.suffix == ".jsonl" else len(data) // 2
    damaged.write_bytes(data[: cut + 20])
    with using_language(language), pytest.raises(DataError) as caught:
        list(importer.read(damaged, options(importer)).rows)
    assert damaged.name in str(caught.value)
    assert ("损坏" in str(caught.value) or "不是" in str(caught.value)) is (language == "zh")


WRONG = (None, 7, -1.5, "text", True, [], [1, "a"], {}, {"a": [1]}, [[{}]])


def mutated(value, chance):
    """Return JSON with one node, somewhere, that is something else."""
    if not isinstance(value, dict | list) or not value or chance.random() < 0.15:
        return chance.choice(WRONG)
    changed = value.copy()
    at = chance.choice(list(value) if isinstance(value, dict) else range(len(value)))
    changed[at] = mutated(value[at], chance)
    return changed


@pytest.mark.slow
@pytest.mark.parametrize(
    ("importer", "path"), [log for log in LOGS if log.values[1].suffix in (".json", ".jsonl")]
)
def test_a_log_of_another_shape_is_said_to_be_one_or_read(importer, path, tmp_path):
    """Never a fault of ours: each wrong node is left out, read as nothing, or named."""
    chance = random.Random(path.name)
    target = tmp_path / path.name
    for number in range(60):
        if path.suffix == ".json":
            data = json.dumps(mutated(json.loads(path.read_bytes()), chance))
        else:
            lines_ = path.read_text("utf-8").splitlines()
            at = chance.randrange(len(lines_))
            lines_[at] = json.dumps(mutated(json.loads(lines_[at]), chance))
            data = "\n".join(lines_)
        target.write_text(data, "utf-8")
        try:
            logs = find_logs([target], importer.id)
            folder = tmp_path / f"made-{number}"
            folder.mkdir()
            write_recording(logs, folder, options(importer))
        except SteelyardError as error:
            assert path.name in str(error) or "provider=" in str(error), error  # noqa: PT017


@pytest.mark.parametrize("id_", IDS)
def test_an_empty_file_is_said_to_be_empty(id_, tmp_path):
    empty = tmp_path / first_log(id_).name
    empty.write_bytes(b"")
    with pytest.raises(DataError, match="empty"):
        find_logs([empty], id_)


@pytest.mark.parametrize("id_", [id_ for id_ in IDS if id_ != "inspect"])
def test_a_log_redirected_into_utf_16_is_said_to_be_one(id_, tmp_path):
    log = first_log(id_)
    (tmp_path / log.name).write_text(log.read_text("utf-8"), "utf-16")
    with pytest.raises(DataError, match="UTF-16"):
        find_logs([tmp_path / log.name])


@pytest.mark.parametrize("id_", [id_ for id_ in IDS if id_ != "otel"])  # traces: "not UTF-8"
def test_a_log_in_gb18030_is_said_to_be_one(id_, tmp_path):
    found = (path for one, path in stored() if one.id == id_ and path.suffix in _TEXTS)
    log = next(path for path in found if not path.read_bytes().isascii())
    (tmp_path / log.name).write_text(log.read_text("utf-8"), "gb18030")
    with pytest.raises(DataError, match=rf"{log.name}.* GB18030"):
        record(tmp_path / "r", tmp_path / log.name, settings=CHOSEN.get(id_))


@pytest.mark.parametrize("id_", IDS)
def test_another_tools_log_is_named_for_what_it_is(id_):
    other = next(name for name in IDS if name != id_)
    with pytest.raises(DataError, match=f"format '{other}', not '{id_}'"):
        find_logs([first_log(other)], id_)


@pytest.mark.parametrize("id_", IDS)
def test_an_unknown_setting_names_the_known_ones(id_, tmp_path):
    with pytest.raises(InputError, match="colour") as caught:
        record(tmp_path, first_log(id_), settings={"colour": "red"})
    assert all(one.name in str(caught.value) for one in IMPORTERS.get(id_).settings)


def test_a_file_of_no_format_names_what_is_supported(tmp_path):
    (tmp_path / "notes.txt").write_text("hello")
    for path in (tmp_path / "notes.txt", tmp_path):
        with pytest.raises(DataError) as caught:
            find_logs([path])
        assert all(f"  {id_}: " in str(caught.value) for id_ in IDS)
    with pytest.raises(DataError, match=r"no file or folder .*gone"):
        find_logs([tmp_path / "gone"])
    with pytest.raises(UnknownNameError, match="inspect"):
        find_logs([tmp_path], "inspct")


@pytest.mark.parametrize(("importer", "path"), LOGS)
def test_rows_come_one_at_a_time(importer, path):
    imported = importer.read(path, options(importer))
    assert len(list(islice(imported.rows, 1))) == 1
