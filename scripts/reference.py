"""Write the reference pages that come from the code: algorithms, result columns, plan schema.

python scripts/reference.py           writes them
python scripts/reference.py --check   writes nothing; exits 1 and names the pages that are stale
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import orjson

from steelyard.conditions.faults import FAULTS
from steelyard.conditions.perturbations import PERTURBATIONS
from steelyard.i18n import set_language
from steelyard.indicators import load_catalog
from steelyard.model import ALGORITHMS, FIELDS, SQL_TYPES, Algorithm, Field, Param, Port
from steelyard.plan import plan_schema

REFERENCE = Path(__file__).resolve().parents[1] / "docs" / "reference"
# A part of a page between these two lines is made here; what is around it is written by hand.
BEGIN, END = "<!-- {name}: made by scripts/reference.py -->", "<!-- end of {name} -->"
KINDS = ("scorer", "indicator", "aggregation", "statistic", "weighting", "perturbation")


def main() -> None:
    """Write the pages, or say which are stale."""
    set_language("en")
    stale = [path for path, text in pages().items() if _read(path) != text]
    if "--check" in sys.argv[1:]:
        names = "".join(f"stale: {path.relative_to(REFERENCE.parents[1])}\n" for path in stale)
        sys.exit(names + "Run: python scripts/reference.py" if stale else 0)
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")


def pages() -> dict[Path, str]:
    """Return every generated page with the text it should have."""
    bundle, indicators = REFERENCE / "bundle.md", REFERENCE / "indicators.md"
    guide = REFERENCE.parent / "guide" / "perturbations.md"
    faults = REFERENCE.parent / "guide" / "faults.md"
    tables = _fill(_read(indicators), "indicators", _indicators())
    schema = orjson.dumps(plan_schema(), option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)
    return {
        REFERENCE / "algorithms.md": "\n".join(_algorithms()) + "\n",
        REFERENCE / "plan.schema.json": schema.decode(),
        bundle: _fill(_read(bundle), "columns", _columns(FIELDS.values())),
        guide: _fill(_read(guide), "perturbations", _perturbations()),
        indicators: _fill(tables, "parameters", _parameters()),
        faults: _fill(_read(faults), "faults", _faults()),
    }


def _fill(page: str, name: str, lines: Iterable[str]) -> str:
    begin, end = BEGIN.format(name=name), END.format(name=name)
    before, _, rest = page.partition(begin)
    return "\n".join((before + begin, *lines, end + rest.partition(end)[2]))


def _algorithms() -> Iterator[str]:
    yield "# Algorithms 算法"
    yield ""
    yield (
        "Everything with an id, as the registry describes it; made by `scripts/reference.py`. "
        "`steelyard explain ID` prints the same, `steelyard compute ID` tries it."
    )
    for kind in KINDS:
        found = [algorithm for algorithm in ALGORITHMS if algorithm.kind == kind]
        if found:
            yield from ("", f"## {kind}")
        for algorithm in found:
            yield from _algorithm(algorithm)


def _algorithm(algorithm: Algorithm) -> Iterator[str]:
    title, meaning = algorithm.title, algorithm.meaning
    yield from ("", f"### `{algorithm.id}`", "")
    yield from (f"**{title.en} · {title.zh}** (version {algorithm.version})", "")
    yield from (meaning.en, "", meaning.zh, "")
    yield from ("```", algorithm.formula, "```", "")
    yield from ("| | name | type | meaning | 含义 |", "|---|---|---|---|---|")
    yield from (_port("input", port) for port in algorithm.inputs)
    yield from (_param(param) for param in algorithm.params)
    yield from (_port("output", port) for port in algorithm.outputs)
    for example in algorithm.examples:
        inputs = orjson.dumps(dict(example.inputs)).decode()
        params = orjson.dumps(dict(example.params)).decode()
        given = f"`{inputs}`" + (f" with `{params}`" if example.params else "")
        result = orjson.dumps(dict(example.expected)).decode()
        yield from ("", f"{given} → `{result}`" + (f" ({example.note})" if example.note else ""))
    for reference in algorithm.references:
        yield from ("", f"Reference: {reference}")


def _port(role: str, port: Port) -> str:
    role = role if port.required else f"{role}, optional"
    return f"| {role} | `{port.name}` | {port.type} | {_cell(port.words.en)} | {port.words.zh} |"


def _param(param: Param) -> str:
    kind = param.type
    if param.choices:
        kind = " ".join(f"`{choice}`" for choice in param.choices)
    default = "none" if param.default is None else f"`{param.default}`"
    words = param.words
    meaning = f"{_cell(words.en)}; default {default}"
    return f"| param | `{param.name}` | {kind} | {meaning} | {words.zh} |"


def _columns(fields: Iterable[Field]) -> Iterator[str]:
    yield from ("", "| column | type | written by | meaning | 含义 |", "|---|---|---|---|---|")
    writers = {"case": "dataset", "outcome": "run or dataset", "run": "run"}
    for field in fields:
        type_, writer = SQL_TYPES[field.type], writers[field.role]
        words = field.words
        yield f"| `{field.name}` | {type_} | {writer} | {_cell(words.en)} | {_cell(words.zh)} |"
    yield ""


def _perturbations() -> Iterator[str]:
    head = "| id | name | does | strength | before → after |"
    yield from ("", head, "|---|---|---|---|---|")
    for record in PERTURBATIONS:
        pairs = (
            f"{_shown(example.inputs['text'])} → {_shown(example.expected['input'])}"
            for example in record.examples
        )
        param = record.strength
        strength = f"`{param.name}` {param.default:g} ({param.minimum:g} to {param.maximum:g})"
        name = " ".join(record.title)
        does, shown = _cell(record.meaning.en), "<br>".join(pairs)
        yield f"| `{record.id}` | {name} | {does} | {strength} | {shown} |"
    yield ""


def _faults() -> Iterator[str]:
    yield from ("", "| id | name | does | parameters |", "|---|---|---|---|")
    for fault in FAULTS:
        params = (
            f"`{p.name}` {'null' if p.default is None else f'{p.default:g}'}: {_cell(p.words.en)}"
            for p in fault.params
        )
        name, does = " ".join(fault.title), _cell(fault.meaning.en)
        yield f"| `{fault.id}` | {name} | {does} | {'<br>'.join(params)} |"
    yield ""


def _shown(given: Any) -> str:
    """Return a text in one line, what cannot be seen named; of messages who says what."""
    if not isinstance(given, str):
        given = " ".join(f"[{message['role']}] {message['content']}" for message in given)
    text = given.replace("\n", "⏎")
    text = "".join(c if c.isprintable() else f"(U+{ord(c):04X})" for c in text)
    return _cell(text.replace("<", "&lt;"))


def _indicators() -> Iterator[str]:
    head = "| id | name | says | better | score | parameters |"
    family = ""
    for record in load_catalog().values():
        kind = record.id.partition(".")[0]
        if kind != family:
            family = kind
            yield from ("", head, "|---|---|---|---|---|---|")
        name = (
            record.name.zh if record.name.zh.startswith(record.name.en) else " ".join(record.name)
        )
        rule, references = record.score.rule, ", ".join(map(str, record.score.references))
        score = f"{rule}({references.replace('$', '')})" if references else rule
        score = "own formula" if rule == "sql" else score
        params = " ".join(f"`{param.name}`" for param in record.params)
        meaning, better = _cell(record.meaning.en), record.direction
        yield f"| `{record.id}` | {name} | {meaning} | {better} | {score} | {params} |"
    yield ""


def _parameters() -> Iterator[str]:
    used: dict[Param, list[str]] = {}
    for record in load_catalog().values():
        for param in record.params:
            used.setdefault(param, []).append(f"`{record.id}`")
    yield from ("", "| parameter | type | default | used by | meaning |", "|---|---|---|---|---|")
    for param, ids in used.items():
        kind = " ".join(f"`{choice}`" for choice in param.choices or ()) or param.type
        default = "none" if param.default is None else f"`{param.default}`"
        meaning = _cell(param.words.en)
        yield f"| `{param.name}` | {kind} | {default} | {', '.join(ids)} | {meaning} |"
    yield ""


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


if __name__ == "__main__":
    main()
