"""The door of all exports: nothing is lost, nothing is half written, everything is said."""

from __future__ import annotations

import sys

import orjson
import pytest

from steelyard.errors import BundleError, InputError, UnknownNameError
from steelyard.i18n import say, using_language
from steelyard.interop.exports import EXPORTERS, Options, export_run
from tests.cli.shell import steelyard

FILES = [one.id for one in EXPORTERS if one.name is not None and one.id != "trec"]


@pytest.mark.slow
@pytest.mark.parametrize("to", FILES)
def test_what_is_there_is_kept_unless_forced(run, tmp_path, to):
    path = tmp_path / "taken"
    path.write_text("mine")
    with pytest.raises(InputError, match="--force"):
        export_run(run.path, to, path)
    assert path.read_text() == "mine"
    export_run(run.path, to, path, Options(force=True))
    assert path.stat().st_size > 100
    assert [file.name for file in tmp_path.iterdir()] == ["taken"]


@pytest.mark.slow
@pytest.mark.parametrize("to", FILES)
def test_the_same_run_makes_the_same_bytes(run, tmp_path, to):
    first = export_run(run.path, to, tmp_path / "first").paths[0].read_bytes()
    assert export_run(run.path, to, tmp_path / "second").paths[0].read_bytes() == first


@pytest.mark.parametrize("to", FILES)
def test_a_folder_that_is_not_there_is_named(run, tmp_path, to):
    with pytest.raises(InputError, match="no folder"):
        export_run(run.path, to, tmp_path / "no" / "file")


@pytest.mark.skipif(sys.platform != "linux", reason="/proc is a folder nobody may write to")
@pytest.mark.parametrize("to", FILES)
def test_a_folder_that_cannot_be_written_to_is_said(run, to):
    with pytest.raises(InputError, match="/proc/x cannot be written"):
        export_run(run.path, to, "/proc/x")


def test_wrong_names_and_wrong_places(run, tmp_path):
    for language, words in (("en", "no export format 'csvv'"), ("zh", "的导出格式")):
        with using_language(language), pytest.raises(UnknownNameError) as caught:
            export_run(run.path, "csvv", tmp_path / "x")
        with using_language(language):
            assert words in say(caught.value)
    with pytest.raises(BundleError):
        export_run(tmp_path, "csv", tmp_path / "x")
    with pytest.raises(InputError, match="-o"):
        export_run(run.path, "mlflow", tmp_path / "x")


def test_by_default_it_is_written_into_the_run(ranked):
    found = export_run(ranked.path, "jsonl")
    assert found.paths == (ranked.path / "results.jsonl",)


def test_every_exporter_is_described_in_both_languages():
    for one in EXPORTERS:
        assert all(one.title)
        assert all(one.writes)
        assert one.writes.en != one.writes.zh


def test_the_command_says_what_it_wrote_and_left_out(run, tmp_path):
    done = steelyard("export", run.path, "--to", "csv", "-o", tmp_path / "r.csv")
    assert done.code == 0
    assert f"Written: {tmp_path / 'r.csv'} · rows: 10" in done.err
    assert "written with a ' in front: 4" in done.err
    again = steelyard("--lang", "zh", "export", run.path, "--to", "csv", "-o", tmp_path / "r.csv")
    assert again.code == 1
    assert "已存在" in again.err


def test_programs_read_json(run, tmp_path):
    path = tmp_path / "r.jsonl"
    done = steelyard("export", run.path, "--to", "jsonl", "-o", path, "--json")
    assert orjson.loads(done.out) == {
        "to": "jsonl",
        "paths": [str(path)],
        "place": None,
        "rows": 10,
        "notes": [],
    }


def test_help_teaches_in_both_languages():
    for language, word in (("en", "Examples:"), ("zh", "示例：")):
        with using_language(language):
            done = steelyard("--lang", language, "export", "--help")
        assert word in done.out
        assert "--to csv --bom" in done.out
