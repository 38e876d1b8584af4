"""What is kept between processes: believed only when whole, ours, and made from the same things."""

from __future__ import annotations

import base64
import gzip
import hashlib
import sys
from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment

from steelyard.report import user_cache
from steelyard.report.figures import embed
from steelyard.report.template_cache import TemplateCache
from steelyard.report.user_cache import cached, read_cached

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the folder is set by XDG here")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "steelyard"


def names(folder):
    return [path.name for path in folder.iterdir()]


class Maker:
    def __init__(self):
        self.made = 0

    def __call__(self):
        self.made += 1
        return b"content"


def test_it_is_made_once(folder):
    make = Maker()
    assert [cached("x", b"1", make) for _ in range(3)] == [b"content"] * 3
    assert make.made == 1
    assert names(folder) == ["x"]


def test_another_source_replaces_it(folder):
    make = Maker()
    for source in (b"1", b"2", b"2"):
        assert cached("x", source, make) == b"content"
    assert make.made == 2
    assert read_cached("x", b"1") is None


@pytest.mark.parametrize("damage", [b"", b"x", lambda old: old[:-1], lambda old: old[:-1] + b"T"])
def test_a_damaged_file_is_made_again(folder, damage):
    make = Maker()
    cached("x", b"1", make)
    old = (folder / "x").read_bytes()
    (folder / "x").write_bytes(damage if isinstance(damage, bytes) else damage(old))
    assert cached("x", b"1", make) == b"content"
    assert make.made == 2
    assert (folder / "x").read_bytes() == old


def test_a_folder_that_others_may_write_to_is_not_believed(folder):
    make = Maker()
    cached("x", b"1", make)
    folder.chmod(0o777)
    cached("x", b"1", make)
    assert make.made == 2


def test_the_folder_is_the_users_alone(folder):
    cached("x", b"1", Maker())
    assert folder.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("where", ["/proc/nowhere", "/dev/null/x"])
def test_without_a_place_to_write_it_is_made_each_time(monkeypatch, where):
    monkeypatch.setenv("XDG_CACHE_HOME", where)
    make = Maker()
    assert [cached("x", b"1", make) for _ in range(2)] == [b"content"] * 2
    assert make.made == 2


def test_a_write_that_fails_does_no_harm(folder, monkeypatch):
    def full(path, content):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(user_cache, "write_atomic", full)
    assert cached("x", b"1", Maker()) == b"content"


def test_without_a_home_there_is_no_cache(monkeypatch):
    monkeypatch.delenv("XDG_CACHE_HOME")

    def no_home():
        raise RuntimeError("no home")

    monkeypatch.setattr(Path, "home", no_home)
    assert cached("x", b"1", Maker()) == b"content"


def test_the_drawing_library_of_the_cache_is_the_script_that_the_policy_admits(folder):
    fresh, again = (embed.library.__wrapped__() for _ in range(2))
    assert fresh == again
    assert names(folder) == ["plotly.min.js.gz"]
    script = gzip.decompress(base64.b64decode(again.packed))
    digest = base64.b64encode(hashlib.sha256(script).digest()).decode()
    assert again.hash == f"sha256-{digest}"
    assert len(again.guards) > 0


def test_templates_are_compiled_once_and_again_when_they_change(folder, monkeypatch):
    compiled = []
    whole = Environment.compile
    monkeypatch.setattr(
        Environment, "compile", lambda *about, **more: compiled.append(1) or whole(*about, **more)
    )

    def render(text):
        own = Environment(loader=DictLoader({"a": text}), bytecode_cache=TemplateCache())
        return own.get_template("a").render(x=1)

    assert [render("{{ x }} one"), render("{{ x }} one")] == ["1 one"] * 2
    assert len(compiled) == 1
    assert render("{{ x }} two") == "1 two"
    assert len(compiled) == 2
    assert len(names(folder)) == 1  # one file a template, whatever became of it
