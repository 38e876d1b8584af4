"""Write the reference pages that come from the code, in English and Chinese.

Algorithms, indicators, commands, result columns, fields of a dataset, plan schema.

python scripts/reference.py           writes them
python scripts/reference.py --check   writes nothing; exits 1 and names the pages that are stale
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import orjson
from reference_algorithms import algorithm_pages
from reference_commands import command_page
from reference_words import EMPTY, LANGUAGES, cell, head, pick, suffix

from steelyard.cases.checks import allowed_for
from steelyard.conditions.faults import FAULTS
from steelyard.conditions.perturbations import PERTURBATIONS
from steelyard.i18n import Language, using_language
from steelyard.indicators import load_catalog
from steelyard.model import FIELDS, SQL_TYPES, Param, Words
from steelyard.plan import plan_schema
from steelyard.report.schema import DOCUMENTS, report_schema
from steelyard.scorers import SCORERS

DOCS = Path(__file__).resolve().parents[1] / "docs"
REFERENCE, GUIDE = DOCS / "reference", DOCS / "guide"
SCRIPT = DOCS.parent / "src" / "steelyard" / "signing" / "verify_bundle.py"
# A part of a page between these two lines is made here; what is around it is written by hand.
BEGIN, END = "<!-- {name}: made by scripts/reference.py -->", "<!-- end of {name} -->"
WRITERS = {
    "case": Words("dataset", "数据集"),
    "outcome": Words("run or dataset", "运行或数据集"),
    "run": Words("run", "运行"),
}


def main() -> None:
    """Write the pages, or say which are stale."""
    made = pages()
    stale = [path for path, text in made.items() if _read(path) != text]
    if "--check" in sys.argv[1:]:
        names = "".join(f"stale: {path.relative_to(DOCS.parent)}\n" for path in stale)
        sys.exit(names + "Run: python scripts/reference.py" if stale else 0)
    for path in stale:
        path.write_text(made[path], encoding="utf-8")


def pages() -> dict[Path, str]:
    """Return every generated page with the text it should have."""
    schemas = {"plan": plan_schema()} | {name: report_schema(name) for name in DOCUMENTS}
    option = orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE
    found = {
        REFERENCE / f"{name}.schema.json": orjson.dumps(schema, option=option).decode()
        for name, schema in schemas.items()
    }
    for language in LANGUAGES:
        end = suffix(language)
        with using_language(language):
            for name, lines in algorithm_pages(language).items():
                found[REFERENCE / f"{name}{end}"] = _joined(lines)
            found[REFERENCE / f"commands{end}"] = _joined(command_page(language))
            for path, name, lines in _parts(language):
                page = found.get(path) or _read(path)
                if page:
                    found[path] = _fill(page, name, lines)
    return found


def _parts(language: Language) -> Iterator[tuple[Path, str, Iterable[str]]]:
    """Give the tables inside pages that are written by hand: page, name of the table, lines."""
    end = suffix(language)
    yield REFERENCE / f"bundle{end}", "columns", _columns(language)
    yield REFERENCE / f"indicators{end}", "indicators", _indicators(language)
    yield REFERENCE / f"indicators{end}", "parameters", _parameters(language)
    yield GUIDE / f"perturbations{end}", "perturbations", _perturbations(language)
    yield GUIDE / f"faults{end}", "faults", _faults(language)
    yield GUIDE / f"data{end}", "fields", _fields(language)
    yield GUIDE / f"signing{end}", "verify_bundle", _script()
    if language == "zh":  # the English table says it shorter, by hand; a test keeps it complete
        yield GUIDE / f"scoring{end}", "scorers", _scorers()


def _joined(lines: Iterable[str]) -> str:
    return "\n".join(lines) + "\n"


def _fill(page: str, name: str, lines: Iterable[str]) -> str:
    begin, end = BEGIN.format(name=name), END.format(name=name)
    before, _, rest = page.partition(begin)
    return "\n".join((before + begin, *lines, end + rest.partition(end)[2]))


def _columns(language: Language) -> Iterator[str]:
    yield from head(language, "column type written_by meaning")
    for field in FIELDS.values():
        type_, writer = SQL_TYPES[field.type], pick(WRITERS[field.role], language)
        yield f"| `{field.name}` | {type_} | {writer} | {cell(pick(field.words, language))} |"
    yield ""


def _fields(language: Language) -> Iterator[str]:
    """Give the fields a dataset may have; what only a run writes is left out."""
    yield from head(language, "field allowed meaning aliases")
    for field in FIELDS.values():
        if field.role == "run":
            continue
        aliases = (", " if language == "en" else "、").join(f"`{name}`" for name in field.aliases)
        allowed, meaning = cell(allowed_for(field)), cell(pick(field.words, language))
        yield f"| `{field.name}` | {allowed} | {meaning} | {aliases} |"
    yield ""


def _scorers() -> Iterator[str]:
    yield from head("zh", "scorer column gives decides")
    for scorer in SCORERS:
        columns = "、".join(f"`{column}`" for column in scorer.writes)
        decides = "是" if scorer.verdict else "否"
        meaning = cell(scorer.algorithm.meaning.zh)
        yield f"| `{scorer.algorithm.id}` | {columns} | {meaning} | {decides} |"
    yield ""


def _perturbations(language: Language) -> Iterator[str]:
    yield from head(language, "id name does strength before_after")
    to = "to" if language == "en" else "至"
    for record in PERTURBATIONS:
        pairs = (
            f"{_shown(example.inputs['text'])} → {_shown(example.expected['input'])}"
            for example in record.examples
        )
        param = record.strength
        strength = f"`{param.name}` {param.default:g} ({param.minimum:g} {to} {param.maximum:g})"
        name = " ".join(record.title)
        does, shown = cell(pick(record.meaning, language)), "<br>".join(pairs)
        yield f"| `{record.id}` | {name} | {does} | {strength} | {shown} |"
    yield ""


def _script() -> Iterator[str]:
    yield from ("", "```python verify_bundle.py", SCRIPT.read_text("utf-8").rstrip(), "```", "")


def _faults(language: Language) -> Iterator[str]:
    yield from head(language, "id name does parameters")
    colon = ": " if language == "en" else "："
    for fault in FAULTS:
        params = (
            f"`{p.name}` {'null' if p.default is None else f'{p.default:g}'}"
            f"{colon}{cell(pick(p.words, language))}"
            for p in fault.params
        )
        name, does = " ".join(fault.title), cell(pick(fault.meaning, language))
        yield f"| `{fault.id}` | {name} | {does} | {'<br>'.join(params)} |"
    yield ""


def _shown(given: Any) -> str:
    """Return a text in one line, what cannot be seen named; of messages who says what."""
    if not isinstance(given, str):
        given = " ".join(f"[{message['role']}] {message['content']}" for message in given)
    text = given.replace("\n", "⏎")
    text = "".join(c if c.isprintable() else f"(U+{ord(c):04X})" for c in text)
    return cell(text.replace("<", "&lt;"))


def _indicators(language: Language) -> Iterator[str]:
    family = ""
    for record in load_catalog().values():
        kind = record.id.partition(".")[0]
        if kind != family:
            family = kind
            yield from head(language, "id name says better score parameters")
        name = (
            record.name.zh if record.name.zh.startswith(record.name.en) else " ".join(record.name)
        )
        rule, references = record.score.rule, ", ".join(map(str, record.score.references))
        score = f"{rule}({references.replace('$', '')})" if references else rule
        own = Words("own formula", "自有公式")
        score = pick(own, language) if rule == "sql" else score
        params = " ".join(f"`{param.name}`" for param in record.params)
        meaning, better = cell(pick(record.meaning, language)), record.direction
        yield f"| `{record.id}` | {name} | {meaning} | {better} | {score} | {params} |"
    yield ""


def _parameters(language: Language) -> Iterator[str]:
    used: dict[Param, list[str]] = {}
    for record in load_catalog().values():
        for param in record.params:
            used.setdefault(param, []).append(f"`{record.id}`")
    yield from head(language, "parameter type default used_by meaning")
    comma = ", " if language == "en" else "、"
    for param, ids in used.items():
        kind = " ".join(f"`{choice}`" for choice in param.choices or ()) or param.type
        default = pick(EMPTY, language) if param.default is None else f"`{param.default}`"
        meaning = cell(pick(param.words, language))
        yield f"| `{param.name}` | {kind} | {default} | {comma.join(ids)} | {meaning} |"
    yield ""


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


if __name__ == "__main__":
    main()
