"""A release can be made again: the same bytes from the same source, and a list of what is in it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent.parent
RELEASE = ROOT / "scripts" / "release.sh"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def run(*words, **options):
    command = [str(word) for word in words]
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


@pytest.mark.slow
def test_the_same_bytes_from_the_same_source(tmp_path):
    first, second = tmp_path / "first", tmp_path / "second"
    for folder in (first, second):
        done = run(sys.executable, ROOT / "scripts" / "build_twice.py", folder, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    names = sorted(path.name for path in first.iterdir())
    assert [name.rpartition(".")[2] for name in names] == ["whl", "gz"]
    for name in names:
        assert (first / name).read_bytes() == (second / name).read_bytes()
    with zipfile.ZipFile(first / names[0]) as wheel:
        inside = wheel.namelist()
    assert "steelyard/signing/verify_bundle.py" in inside
    assert not [name for name in inside if name.endswith(".pyc") or ("secret" in name.split("/")[-1]
                and not name.endswith(".py"))]  # fmt: skip


def test_a_difference_would_be_seen(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "scripts")
    from build_twice import differing

    builds = []
    for number, names in enumerate((("same", "other", "first"), ("same", "other"))):
        folder = tmp_path / str(number)
        folder.mkdir()
        for name in names:
            (folder / name).write_text(name if name == "same" else str(number))
        builds.append({name: folder / name for name in names})
    assert differing(*builds) == ["first", "other"]
    assert differing(builds[0], builds[0]) == []


def sbom(tmp_path, *more):
    out = tmp_path / "sbom.json"
    done = run(sys.executable, ROOT / "scripts" / "sbom.py", out, *more)
    assert done.returncode == 0, done.stderr
    return out.read_bytes()


@pytest.mark.slow
def test_the_bill_of_materials(tmp_path):
    text = sbom(tmp_path, "--extras", "server,sign")
    assert text == sbom(tmp_path, "--extras", "server,sign")
    found = json.loads(text)
    assert (found["bomFormat"], found["specVersion"]) == ("CycloneDX", "1.6")
    listed = {one["name"]: one for one in found["components"]}
    pins = {}
    for line in (ROOT / "scripts" / "tested-versions.txt").read_text().splitlines():
        pin = Requirement(line)
        pins[canonicalize_name(pin.name)] = str(pin.specifier).removeprefix("==")
    direct = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["server"]]
    for name in (canonicalize_name(Requirement(line).name) for line in direct):
        assert listed[name]["version"] == pins[name]
        assert listed[name]["purl"] == f"pkg:pypi/{name}@{pins[name]}"
    assert "pytest" not in listed  # not installed with the product
    assert "starlette" in listed  # needed by what we need
    assert all(one["licenses"] for one in found["components"])
    refs = [one["bom-ref"] for one in found["components"]]
    assert len(refs) == len(set(refs))
    top = found["metadata"]["component"]["bom-ref"]
    assert {one["ref"] for one in found["dependencies"]} <= {top, *refs}
    assert {ref for one in found["dependencies"] for ref in one["dependsOn"]} <= set(refs)
    assert "://" not in text.decode()


def wheel(folder, name, *lines):
    head = ["Metadata-Version: 2.4", f"Name: {name}", "Version: 1.0", "License-Expression: MIT"]
    with zipfile.ZipFile(folder / f"{name}-1.0-py3-none-any.whl", "w") as archive:
        archive.writestr(f"{name}-1.0.dist-info/METADATA", "\n".join([*head, *lines]) + "\n")


def test_the_wheels_of_a_folder(tmp_path):
    """Every package of ours there, each needing one more; without that one it is refused."""
    for line in PROJECT["dependencies"]:
        wheel(tmp_path, Requirement(line).name.replace("-", "_"), "Requires-Dist: below_all")
    done = run(
        sys.executable, ROOT / "scripts" / "sbom.py", tmp_path / "x", "--extras", "", "--wheels",
        tmp_path,
    )  # fmt: skip
    assert done.returncode == 1
    assert "below-all" in done.stderr
    wheel(tmp_path, "below_all", 'Requires-Dist: never; python_version < "3"')
    found = json.loads(sbom(tmp_path, "--extras", "", "--wheels", tmp_path))
    hashed = [one for one in found["components"] if one["type"] == "library"]
    assert len(hashed) == len(PROJECT["dependencies"]) + 1
    assert all(re.fullmatch("[0-9a-f]{64}", one["hashes"][0]["content"]) for one in hashed)


def test_the_steps_of_a_release():
    assert RELEASE.stat().st_mode & 0o111
    assert run("bash", "-n", RELEASE).returncode == 0
    text = RELEASE.read_text("utf-8")
    steps = re.findall(r"^(\w+)\(\) \{", text, re.M)
    [listed] = re.findall(r"set -- ([\w ]+)$", text, re.M)
    assert steps == listed.split()
    described = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("## Make a release")[2]
    assert re.findall(r"^\| `(\w+)` \|", described, re.M) == steps
    assert run(RELEASE, "key.pem", "nonsense").returncode == 2
    for name in re.findall(r"scripts/[\w.]+", text):
        assert (ROOT / name).exists()


def test_a_fixture_names_no_folder_of_the_machine_that_made_it(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "scripts")
    from release_fixture import _replace_folder

    made = tmp_path / "scratch"
    folder = tmp_path / "bundles" / "numbers"
    folder.mkdir(parents=True)
    content = {"base": str(made), "work": f"{made}/service/work/1"}
    (folder / "manifest.json").write_text(json.dumps(content))
    _replace_folder(tmp_path / "bundles", made)
    found = json.loads((folder / "manifest.json").read_text())
    assert found == {"base": "/srv/steelyard", "work": "/srv/steelyard/service/work/1"}
