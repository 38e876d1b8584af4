"""`./test` installs what was last green; all that the project file asks for is in that list."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.looped import looped

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
PINS = [
    Requirement(line) for line in (ROOT / "scripts/tested-versions.txt").read_text().splitlines()
]


def asked_for():
    """Yield what `./test --all` installs; the extras stand in its own text."""
    text = (ROOT / "test").read_text("utf-8")
    named = [*re.findall(r'^extras="([a-z0-9,]+)"', text, re.M), "ray,s3"]
    assert "extras,ray,s3" in text
    extras = [extra for names in named for extra in names.split(",")]
    lists = [PROJECT["dependencies"], *(PROJECT["optional-dependencies"][one] for one in extras)]
    return sorted({line for lines in lists for line in lines})


@looped("line", asked_for())
def test_each_has_a_version_that_the_project_file_allows(line):
    wanted = Requirement(line)
    [pin] = [one for one in PINS if canonicalize_name(one.name) == canonicalize_name(wanted.name)]
    [exact] = pin.specifier
    assert exact.operator == "=="
    assert wanted.specifier.contains(exact.version, prereleases=True)
