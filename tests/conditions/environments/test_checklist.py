"""Requirements and the checklist: what passes, fails or is unknown, and what the command says."""

from __future__ import annotations

import json

import pytest

from steelyard import compute
from steelyard.conditions.environments import (
    Probe,
    check_environment,
    load_requirements,
    named_items,
)
from steelyard.errors import InputError
from steelyard.i18n import using_language
from tests.cli.shell import steelyard

ITEMS = {
    "os.arch": {"value": "aarch64"},
    "python.version": {"value": "3.10.12"},
    "python.packages": {"value": {"numpy": "2.1.0", "ruamel-yaml": "0.18"}},
    "env.names": {"value": ["HOME", "PATH"]},
    "gpu.driver": {"value": None, "reason": "not_found", "detail": "nvidia-smi"},
    "program.git": {"value": "/usr/bin/git"},
    "program.ffmpeg": {"value": None, "reason": "absent", "detail": "ffmpeg"},
    "libc.name": {"value": "musl"},
    "limits.open_files": {"value": "unlimited"},
    "cpu.flags": {"value": ["asimd", "sve"]},
}
PROBE = Probe("target", "2026-01-01T00:00:00Z", ITEMS)


def requirements(tmp_path, text):
    path = tmp_path / "requirements.yaml"
    path.write_text(text, encoding="utf-8")
    return load_requirements(path)


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("{key: python.version, op: '>=', value: 3.9}", "pass"),
        ("{key: python.version, op: '>=', value: 3.10}", "pass"),  # as a number this were 3.1
        ("{key: python.version, op: '>=', value: 3.11}", "fail"),
        ("{key: python.version, op: '==', value: 3.10.*}", "pass"),
        ("{key: os.arch, op: in, value: [x86_64, aarch64]}", "pass"),
        ("{key: package.numpy, op: '>=', value: 2}", "pass"),
        ("{key: package.NumPy, op: exists}", "pass"),
        ("{key: package.ruamel.yaml, op: exists}", "pass"),
        ("{key: package.torch, op: exists}", "fail"),
        ("{key: package.torch, op: '>=', value: 2}", "fail"),
        ("{key: package.torch, op: exists, value: false}", "pass"),
        ("{key: package.torch, op: '!=', value: 2.0}", "pass"),
        ("{key: env.HOME, op: exists}", "pass"),
        ("{key: env.AGENT_KEY, op: exists}", "fail"),
        ("{key: gpu.driver, op: '>=', value: 535}", "unknown"),
        ("{key: gpu.driver, op: exists}", "unknown"),
        ("{key: gpu.count, op: '>=', value: 1}", "unknown"),
        ("{key: port.8000, op: '==', value: free}", "unknown"),
        ("{key: program.git, op: exists}", "pass"),
        ("{key: program.ffmpeg, op: exists}", "fail"),
        ("{key: libc.name, op: '>=', value: 2.31}", "unknown"),
        ("{key: limits.open_files, op: '>=', value: 65536}", "pass"),
        ("{key: cpu.flags, op: '==', value: sve}", "pass"),
    ],
)
def test_status(tmp_path, line, status):
    [check] = check_environment(requirements(tmp_path, f"- {line}"), PROBE, name="x").checks
    assert check.status == status


def test_coverage_is_what_the_indicator_says(tmp_path):
    needs = requirements(
        tmp_path,
        """
- {key: os.arch, op: '==', value: x86_64, severity: critical}
- {key: python.version, op: '>=', value: 3.9, critical: true}
- {key: python.version, op: '<=', value: 3.13, critical: true}
- {key: gpu.driver, op: '>=', value: 535, critical: true}
- {key: package.torch, op: exists, severity: critical}
- {key: env.AGENT_KEY, op: exists}
- {key: libc.name, op: exists, severity: critical, critical: false}
""",
    )
    checklist = check_environment(needs, PROBE, name="target")
    assert checklist.required == ["os.arch", "python.version", "gpu.driver", "package.torch"]
    assert checklist.covered == ["os.arch", "python.version", "package.torch"]
    assert checklist.failed_critical == ["os.arch", "package.torch"]
    assert (checklist.count("pass"), checklist.count("fail"), checklist.count("unknown")) == (
        3,
        3,
        1,
    )
    inputs = {"covered": checklist.covered, "required": checklist.required}
    assert checklist.coverage == compute("port.checklist_coverage", inputs)["value"] == 0.75


def test_without_critical_requirements_coverage_is_none(tmp_path):
    needs = requirements(tmp_path, "- {key: os.arch, op: exists}")
    assert check_environment(needs, PROBE, name="x").coverage is None


def test_what_must_be_asked_by_name(tmp_path):
    needs = requirements(
        tmp_path,
        """
- {key: port.8000, op: '==', value: free}
- {key: port.8000, op: '!=', value: denied}
- {key: reach.example.org:443, op: '==', value: true}
- {key: writable./data, op: '==', value: true}
- {key: writable.tmp, op: '==', value: true}
- {key: program.git, op: exists}
- {key: package.numpy, op: exists}
""",
    )
    assert named_items(needs) == {
        "port": ["8000"],
        "reach": ["example.org:443"],
        "writable": ["/data"],
        "program": ["git"],
    }


WRONG = [
    ("- {key: pyton.version, op: exists}", "1: 0: ", "python.version"),
    ("- {key: nonsense, op: exists}", "1: 0: ", "package."),
    ("- {key: port.http, op: exists}", "1: 0: ", "65535"),
    ("- {key: reach.example.org, op: exists}", "1: 0: ", "example.org:443"),
    ("- {key: program., op: exists}", "1: 0: ", "program.git"),
    ("- key: os.arch\n  op: exits", "2: 0.op: ", "exists"),
    ("- key: os.arch\n  op: exists\n  valu: 3", "3: 0.valu: ", "value"),
    ("- {key: os.arch, op: in, value: x86_64}", "1: 0: ", "in"),
    ("- {key: os.arch, op: exists, value: 3}", "1: 0: ", "exists"),
    ("- {key: os.arch, op: '>='}", "1: 0: ", ">="),
    ("- {key: os.arch, op: match, value: '['}", "1: 0: ", "["),
    ("- {key: os.arch, op: exists, severity: bad}", "1: 0.severity: ", "minor"),
    ("- {key: os.arch}", "1: 0.op: ", ""),
    ("- {op: exists}", "1: 0.key: ", ""),
    ("- os.arch", "1: 0: ", "os.arch"),
    ("- {key: os.arch, op: exists}\n- {key: os.arch, op: >=, value: 1}", "2: ", "'>='"),
    ("{key: os.arch}", "", "YAML"),
    ("", "", "YAML"),
]


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(("text", "place", "said"), WRONG)
def test_mistakes_are_told_with_their_place(tmp_path, text, place, said, language):
    with using_language(language), pytest.raises(InputError) as caught:
        requirements(tmp_path, text)
    message = str(caught.value)
    assert f"requirements.yaml:{place}" in message or not place
    assert said in message


def test_all_mistakes_at_once(tmp_path):
    with pytest.raises(InputError) as caught:
        requirements(tmp_path, "- {key: a, op: exists}\n- {key: b, op: exists}")
    assert "requirements.yaml:1" in str(caught.value)
    assert "requirements.yaml:2" in str(caught.value)


NEEDS = """
- {key: os.arch, op: '==', value: aarch64, severity: critical}
- {key: package.torch, op: exists, note: {en: for local models, zh: 用于本地模型}}
- {key: gpu.driver, op: '>=', value: 535, critical: true}
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "needs.yaml").write_text(NEEDS, encoding="utf-8")
    (tmp_path / "target.json").write_text(json.dumps(PROBE.as_dict()), encoding="utf-8")
    other = Probe(None, PROBE.taken_at, {**ITEMS, "os.arch": {"value": "a|b<c"}})
    (tmp_path / "other.json").write_text(json.dumps(other.as_dict()), encoding="utf-8")
    return tmp_path


def test_the_command_shows_evidence(folder):
    done = steelyard("checklist", "needs.yaml", "target.json", cwd=folder)
    assert done.code == 0, done.err
    assert "✓ aarch64" in done.out
    assert "✗ (not there)" in done.out
    assert "? (not found: nvidia-smi)" in done.out
    assert "50.0 % (1/2)" in done.out
    assert "for local models" in done.out
    done = steelyard("checklist", "needs.yaml", "target.json", "--lang", "zh", cwd=folder)
    assert "关键配置覆盖率" in done.out
    assert "用于本地模型" in done.out


def test_a_critical_failure_is_a_gate(folder):
    done = steelyard("checklist", "needs.yaml", "target.json", "other.json", cwd=folder)
    assert done.code == 3
    assert "other: critical requirements that do not hold: os.arch" in done.err
    assert steelyard("checklist", "needs.yaml", "target.json", "--strict", cwd=folder).code == 3


def test_the_command_writes_json_and_markdown(folder):
    words = ("checklist", "needs.yaml", "target.json", "other.json", "-o")
    steelyard(*words, "out.json", cwd=folder)
    document = json.loads((folder / "out.json").read_bytes())
    assert document["schema"] == "steelyard.checklist/1"
    assert [one["name"] for one in document["environments"]] == ["target", "other"]
    target = document["environments"][0]
    assert (target["pass"], target["fail"], target["unknown"], target["issues"]) == (1, 1, 1, 1)
    assert target["configs_required"] == ["os.arch", "gpu.driver"]
    assert target["configs_covered"] == ["os.arch"]
    assert target["checks"][0]["critical"] is True
    assert target["checks"][2]["found"] is None
    printed = steelyard(*words[:-1], "--json", cwd=folder)
    assert json.loads(printed.out) == document
    steelyard(*words, "out.md", cwd=folder)
    page = (folder / "out.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.startswith("|")]
    assert len({line.replace("\\|", "").count("|") for line in rows}) == 1
    assert "a\\|b&lt;c" in page
    assert steelyard(*words, "out.pdf", cwd=folder).code == 1


def test_without_a_probe_this_environment_is_checked(folder):
    (folder / "here.yaml").write_text(
        "- {key: python.bits, op: in, value: [32, 64], severity: critical}\n"
        "- {key: program.no-such-program, op: exists}\n"
    )
    done = steelyard("checklist", "here.yaml", cwd=folder)
    assert done.code == 0, done.err
    assert "✗ (not there)" in done.out


@pytest.mark.parametrize("text", ["{}", "[]", "nonsense", '{"schema": "steelyard.probe/1"}'])
def test_what_is_not_a_probe_is_said(folder, text):
    (folder / "bad.json").write_text(text)
    done = steelyard("checklist", "needs.yaml", "bad.json", cwd=folder)
    assert done.code == 1
    assert "bad.json is not a probe" in done.err
