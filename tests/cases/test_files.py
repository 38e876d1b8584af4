"""File, folder, glob, split; and the fingerprint."""

from __future__ import annotations

import hashlib

import pytest

from steelyard.cases import fingerprint
from steelyard.cases.files import find_files
from steelyard.errors import DataError
from tests.cases.make import jsonl, load, parquet, spec

ROW = [{"input": "q"}]


def names(path, base, **options):
    return [p.relative_to(base).as_posix() for p in find_files(spec(path, **options), base)]


@pytest.fixture
def tree(tmp_path):
    (tmp_path / "sub" / "deep").mkdir(parents=True)
    for name in ("b.jsonl", "a.jsonl", "sub/c.csv", "sub/deep/d.jsonl"):
        jsonl(tmp_path / name, ROW)
    for name in ("README.md", ".hidden.jsonl", "dataset_info.json", "sub/~$c.xlsx"):
        (tmp_path / name).write_text("x")
    return tmp_path


def test_file_folder_glob_and_list(tree):
    assert names("a.jsonl", tree) == ["a.jsonl"]
    assert names(".", tree) == ["a.jsonl", "b.jsonl", "sub/c.csv", "sub/deep/d.jsonl"]
    assert names(".", tree, format="jsonl") == ["a.jsonl", "b.jsonl", "sub/deep/d.jsonl"]
    assert names("*.jsonl", tree) == [".hidden.jsonl", "a.jsonl", "b.jsonl"]
    assert names("**/*.jsonl", tree)[-1] == "sub/deep/d.jsonl"
    assert names(f"{tree}/sub/*", tree) == ["sub/c.csv", "sub/~$c.xlsx"]
    two = spec("x").model_copy(update={"path": ["b.jsonl", "*.jsonl"]})
    assert [p.name for p in find_files(two, tree)] == ["b.jsonl", ".hidden.jsonl", "a.jsonl"]


def test_a_name_with_brackets_is_a_file_first(tmp_path):
    jsonl(tmp_path / "a[1].jsonl", ROW)
    assert names("a[1].jsonl", tmp_path) == ["a[1].jsonl"]


def test_folder_of_shards_by_split(tmp_path):
    data = tmp_path / "data"
    data.mkdir()
    for name in ("train-00001-of-00002", "train-00000-of-00002", "test-00000-of-00001"):
        parquet(data / f"{name}.parquet", f"SELECT '{name}' AS question")
    cases, _, _ = load(".", base=tmp_path, split="train")
    assert [c["input"] for c in cases] == ["train-00000-of-00002", "train-00001-of-00002"]
    with pytest.raises(DataError, match="several splits: test, train"):
        load(".", base=tmp_path)
    with pytest.raises(DataError, match=r"no split 'dev'\. It has: test, train"):
        load(".", base=tmp_path, split="dev")


@pytest.mark.parametrize(
    "layout", [("train.jsonl", "test.jsonl"), ("train/a.jsonl", "test/a.jsonl")]
)
def test_splits_named_by_file_or_folder(tmp_path, layout):
    for name in layout:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        jsonl(tmp_path / name, [{"input": name}])
    cases, _, _ = load(".", base=tmp_path, split="test")
    assert [c["input"] for c in cases] == [layout[1]]


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("none.jsonl", r"no file or folder 'none.jsonl'[\s\S]*holds: README.md, a.jsonl"),
        ("no/where.jsonl", "does not exist either"),
        ("*.xlsx", r"No file matches '\*.xlsx'"),
        ("README.md", r"extension '\.md' is of no known format[\s\S]*\.jsonl"),
        ("empty", r"holds no file that can be read[\s\S]*\.parquet"),
    ],
)
def test_nothing_to_read(tree, path, message):
    (tree / "empty").mkdir()
    with pytest.raises(DataError, match=message):
        load(path, base=tree)


def test_empty_file(tmp_path):
    (tmp_path / "d.jsonl").write_bytes(b"")
    with pytest.raises(DataError, match=r"d\.jsonl is empty"):
        load("d.jsonl", base=tmp_path)
    (tmp_path / "d.jsonl").write_bytes(b"\n\n")
    with pytest.raises(DataError, match="holds no case"):
        load("d.jsonl", base=tmp_path)


def test_an_empty_shard_is_passed_over_and_told(tmp_path):
    jsonl(tmp_path / "a.jsonl", ROW)
    (tmp_path / "b.jsonl").write_bytes(b"")
    cases, _, stream = load(".", base=tmp_path)
    assert len(cases) == 1
    assert [w.code for w in stream.warnings] == ["empty_file"]


def test_a_file_that_may_not_be_read(tmp_path):
    path = jsonl(tmp_path / "d.jsonl", ROW)
    stream = load(path, base=tmp_path)[2]
    path.unlink()
    path.mkdir()  # stands in for any file the system will not open, also for root
    (path / "x").touch()
    with pytest.raises(DataError, match="cannot be opened"):
        list(stream)


def test_fingerprint(tmp_path):
    data = jsonl(tmp_path / "a.jsonl", ROW * 3).read_bytes()
    found = fingerprint(spec("*.jsonl"), tmp_path)
    expected = {"path": "a.jsonl", "size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    assert found["files"] == [expected]
    jsonl(tmp_path / "b.jsonl", ROW)
    assert fingerprint(spec("*.jsonl"), tmp_path)["sha256"] != found["sha256"]
