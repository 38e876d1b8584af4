"""A configuration of promptfoo: its prompts and tests, with the files they are in."""

from __future__ import annotations

import csv
import io
import itertools
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple

import orjson
import yaml

from steelyard.errors import DataError
from steelyard.i18n import t
from steelyard.interop.imports.files import json_lines
from steelyard.interop.imports.shapes import object_of
from steelyard.report.text import one_line

_FILES = (".txt", ".md", ".j2", ".json", ".yaml", ".yml", ".csv", ".jsonl")
_EXPECTED = re.compile(r"^__expected\d*$")
_KIND = re.compile(r"^((?:not-)?[a-z][a-z0-9-]*)(?:\((\d*\.?\d+)\))?:\s*(.*)$", re.DOTALL)


class LeftOut:
    """What a configuration says and a plan does not, by reason."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], list[str]] = {}

    def add(self, what: str, key: str, place: str) -> None:
        """Count `what` at `place`, for the reason whose words key is `key`."""
        self._found.setdefault((what, key), []).append(place)

    def sentences(self) -> list[str]:
        """Return a line for each: what, how often, why, where first."""
        return [
            t(
                "promptfoo.left_out",
                what=one_line(what, 80),
                n=len(places),
                why=t(key),
                places=one_line(_few(places)),
            )
            for (what, key), places in self._found.items()
        ]

    def as_list(self) -> list[dict[str, Any]]:
        """Return plain data for programs."""
        return [
            {"what": what, "reason": key.partition(".")[2], "text": t(key), "places": places}
            for (what, key), places in self._found.items()
        ]


class Prompt(NamedTuple):
    """A prompt: its label, what providers may call it, and its template."""

    label: str
    id: str
    template: str


@dataclass(slots=True)
class Test:
    """A test with everything that holds for all tests put in."""

    variables: dict[str, Any]
    assertions: list[dict[str, Any]]
    metadata: dict[str, Any] = field(default_factory=dict)
    description: str | None = None
    threshold: float | None = None
    transformed: bool = False


def read_config(path: Path) -> dict[str, Any]:
    """Return the configuration."""
    document = load(path)
    if not isinstance(document, dict) or not ({"providers", "targets"} & document.keys()):
        raise DataError(t("promptfoo.no_config", file=path), hint=t("promptfoo.no_config_hint"))
    return document


def read_prompts(config: dict[str, Any], base: Path, left_out: LeftOut) -> list[Prompt]:
    """Return the prompts, those in files among them."""
    found: list[Prompt] = []
    for one in _listed(config.get("prompts", ["{{prompt}}"])):
        given = one if isinstance(one, dict) else {"raw": one}
        text = given.get("raw") or given.get("id")
        if not isinstance(text, str):
            left_out.add("prompt", "promptfoo.why_shape", str(one)[:60])
            continue
        label = given.get("label")
        for id_, template in _texts(text, base, left_out):
            found.append(Prompt(str(label or id_).strip()[:80], str(label or id_), template))
    return found


def read_tests(config: dict[str, Any], base: Path, left_out: LeftOut) -> list[Test]:
    """Return the tests; one with several values for a variable is several."""
    if config.get("scenarios"):
        left_out.add("scenarios", "promptfoo.why_scenarios", "scenarios")
    default = config.get("defaultTest")
    if isinstance(default, str):
        default = load(_file(default, base))
    common = default if isinstance(default, dict) else {}
    tests = []
    for one in _test_records(config.get("tests"), base, left_out):
        variables = {**_variables(common, base), **_variables(one, base)}
        tests += [_test(one, common, chosen) for chosen in _products(variables)]
    return tests


def render(template: str, variables: dict[str, Any], left_out: LeftOut, label: str) -> Any:
    """Return the prompt of a test: text, or chat messages where the template is a list of them."""
    from jinja2 import TemplateError
    from jinja2.sandbox import SandboxedEnvironment

    try:
        environment = SandboxedEnvironment(finalize=_as_nunjucks)
        text = environment.from_string(template).render(variables)
    except (TemplateError, TypeError, ValueError, ArithmeticError, LookupError) as error:
        left_out.add("prompt", "promptfoo.why_template", f"{label}: {error}")
        return None
    if text.lstrip().startswith("["):
        try:
            messages = orjson.loads(text)
        except orjson.JSONDecodeError:
            return text
        chat = isinstance(messages, list) and all("role" in object_of(one) for one in messages)
        return messages if chat else text
    return text


def shown(value: Any) -> str:
    """Return a value of a configuration as a message shows it."""
    return (value if isinstance(value, str) else _json(value))[:60]


def load(path: Path) -> Any:
    """Return what a YAML or JSON file holds."""
    try:
        return yaml.safe_load(_read(path))
    except yaml.YAMLError as error:
        raise DataError(t("promptfoo.bad_yaml", file=path, problem=error)) from None


def _as_nunjucks(value: Any) -> Any:
    """Return a value as Nunjucks writes it, which promptfoo fills its templates with."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return _as_javascript(value)
    return _json(value) if isinstance(value, dict | list | tuple) else value


def _as_javascript(value: float) -> str:
    """Return a number as JavaScript writes it: without `.0`, with fewer exponents than Python."""
    if not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    if value == 0 or 1e-6 <= abs(value) < 1e21:
        return f"{Decimal(repr(_whole(value))):f}"
    return re.sub(r"(e[+-])0+", r"\1", repr(value))


def _json(value: Any) -> str:
    options = orjson.OPT_NON_STR_KEYS
    return orjson.dumps(_whole(value), default=str, option=options).decode()


def _whole(value: Any) -> Any:
    """Return a value with every number that is whole as one, as JavaScript knows no other."""
    if isinstance(value, dict):
        return {name: _whole(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_whole(one) for one in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _read(path: Path) -> str:
    """Return the text of a file, or say why it cannot be read."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        problem = getattr(error, "strerror", None) or error
        raise DataError(t("imports.cannot_open", file=path, problem=problem)) from None


def _test(one: dict[str, Any], common: dict[str, Any], variables: dict[str, Any]) -> Test:
    assertions = [*_assertions(common), *_assertions(one)]
    threshold = one.get("threshold", common.get("threshold"))
    options = {**object_of(common.get("options")), **object_of(one.get("options"))}
    metadata = {**object_of(common.get("metadata")), **object_of(one.get("metadata"))}
    said = one.get("description")
    return Test(
        variables,
        assertions,
        metadata,
        said if isinstance(said, str) else None,
        # promptfoo takes 0 for none
        float(threshold) if threshold and isinstance(threshold, int | float) else None,
        transformed="transform" in options,
    )


def _test_records(tests: Any, base: Path, left_out: LeftOut) -> Iterator[dict[str, Any]]:
    if tests is None:
        yield {}
        return
    for one in _listed(tests):
        if isinstance(one, dict):
            yield one
        elif not isinstance(one, str) or one.startswith(("http", "huggingface://", "python:")):
            left_out.add("tests", "promptfoo.why_tests", str(one)[:80])
        else:
            for path in _matching(one, base):
                yield from _records(path, left_out)


def _records(path: Path, left_out: LeftOut) -> Iterator[dict[str, Any]]:
    if path.suffix == ".csv":
        text = _read(path)
        csv.field_size_limit(max(csv.field_size_limit(), len(text)))  # of the whole process
        yield from (_from_cells(row) for row in csv.DictReader(io.StringIO(text)))
    elif path.suffix == ".jsonl":
        yield from (record for _, record in json_lines(path))
    elif path.suffix in (".yaml", ".yml", ".json"):
        yield from (object_of(one) for one in _listed(load(path)))
    else:
        left_out.add("tests", "promptfoo.why_tests", path.name)


def _from_cells(row: dict[str, str | None]) -> dict[str, Any]:
    """Return the test of a row: variables, and `__expected` as an assertion."""
    cells = {name: value or "" for name, value in row.items() if name}
    test: dict[str, Any] = {
        "vars": {name: value for name, value in cells.items() if not name.startswith("__")},
        "assert": [_shorthand(v) for n, v in cells.items() if _EXPECTED.match(n) and v.strip()],
        "description": cells.get("__description") or None,
    }
    marked = {n.partition(":")[2]: v for n, v in cells.items() if n.startswith("__metadata:")}
    return test | ({"metadata": marked} if marked else {})


def _shorthand(text: str) -> dict[str, Any]:
    """Return the assertion of a cell such as `contains: x`; a bare text must be equalled."""
    found = _KIND.match(text.strip())
    if not found:
        return {"type": "equals", "value": text}
    made: dict[str, Any] = {"type": found[1], "value": found[3]}
    return made | ({"threshold": float(found[2])} if found[2] else {})


def _variables(test: dict[str, Any], base: Path) -> dict[str, Any]:
    given = test.get("vars")
    if isinstance(given, str):
        given = load(_file(given, base))
    return {name: _value(value, base) for name, value in object_of(given).items()}


def _value(value: Any, base: Path) -> Any:
    if not (isinstance(value, str) and value.startswith("file://")):
        return value
    path = _file(value, base)
    structured = path.suffix in (".json", ".yaml", ".yml")
    return load(path) if structured else _read(path)


def _products(variables: dict[str, Any]) -> Iterator[dict[str, Any]]:
    choices = [value if isinstance(value, list) else [value] for value in variables.values()]
    for values in itertools.product(*choices):
        yield dict(zip(variables, values, strict=True))


def _texts(text: str, base: Path, left_out: LeftOut) -> list[tuple[str, str]]:
    """Return (name, template) of a prompt, or of each prompt in the files it names."""
    names_file = text.startswith("file://") or (
        text.endswith(_FILES) and "\n" not in text and "{{" not in text
    )
    if not names_file:
        return [(text, text)]
    found: list[tuple[str, str]] = []
    for path in _matching(text, base):
        if path.suffix not in (".txt", ".md", ".j2", ".json"):
            left_out.add("prompt", "promptfoo.why_prompt_file", path.name)
            continue
        whole = _read(path)
        parts = [whole] if path.suffix == ".json" else re.split(r"^---\s*$", whole, flags=re.M)
        found += [(path.name, part.strip()) for part in parts if part.strip()]
    return found


def _matching(text: str, base: Path) -> list[Path]:
    path = _file(text, base)
    if "*" in path.name:
        return sorted(path.parent.glob(path.name))
    if not path.is_file():
        raise DataError(t("imports.no_file", file=path))
    return [path]


def _file(text: str, base: Path) -> Path:
    return base / text.removeprefix("file://")


def _assertions(test: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the assertions; those in a set that must all hold as if they stood alone."""
    found: list[dict[str, Any]] = []
    for one in _listed(test.get("assert") or []):
        given = object_of(one)
        alone = not given.get("assert") or {"threshold", "weight"} & given.keys()
        found += [given] if alone else _assertions(given)
    return found


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _few(places: list[str]) -> str:
    shown = ", ".join(places[:3])
    return f"{shown}, …" if len(places) > 3 else shown
