"""promptfoo: results as JSON, JSON lines or YAML, version 3.

One file holds the answers of several agents: each provider with each prompt is one. A run is of one
agent; `provider` and `prompt` choose, and the command makes a run of each where they do not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from steelyard.errors import DataError, InputError
from steelyard.i18n import t
from steelyard.interop.imports.files import first_object, head, json_document, json_lines
from steelyard.interop.imports.promptfoo_repeats import first_asked
from steelyard.interop.imports.promptfoo_row import make_row
from steelyard.interop.imports.record import (
    Imported,
    Importer,
    ImportOptions,
    Row,
    Setting,
    Skipped,
    SourceRun,
)
from steelyard.interop.imports.shapes import object_of
from steelyard.interop.imports.verdict import Columns
from steelyard.model import Words
from steelyard.report.text import one_line

Result = dict[str, Any]
_VERSIONS = (2, 3)
_LINE_KEYS = {"promptIdx", "testIdx", "success", "provider", "gradingResult"}


class AgentName(NamedTuple):
    """One agent of a file: a provider with a prompt, each by its label."""

    provider: str
    prompt: str

    def __str__(self) -> str:
        return f"provider={self.provider} prompt={self.prompt}"


def agents(path: Path) -> list[AgentName]:
    """Return the agents of a file, in the order of its prompts."""
    found = {(_index(one), _agent(one)) for _, one in _Results(path)}
    return list(dict.fromkeys(name for _, name in sorted(found)))


def _sniff(path: Path) -> bool:
    if path.suffix == ".jsonl":
        return first_object(path).keys() >= _LINE_KEYS
    start = head(path, 4096)
    if path.suffix in (".yaml", ".yml"):
        return b"evalId:" in start or (b"prompts:" in start and b"providers:" in start)
    return b'"evalId"' in start and b'"results"' in start


def _read(path: Path, options: ImportOptions) -> Imported:
    results = _Results(path)
    chosen = _choose(path, options)
    skipped, columns = Skipped(), Columns("promptfoo")
    rows = _rows(results, chosen, columns, options, skipped)
    return Imported(_source(results, chosen), rows, skipped, named=columns.marked)


def _rows(
    results: _Results,
    chosen: AgentName,
    columns: Columns,
    options: ImportOptions,
    skipped: Skipped,
) -> Iterator[Row]:
    errors = options.error_kind("agent")
    asked: Counter[int] = Counter()
    first = first_asked(one for _, one in results)
    for place, one in results:
        if _agent(one) != chosen:
            continue
        number = one.get("testIdx")
        if not isinstance(number, int):
            skipped.add("promptfoo.skip_no_test", place)
            continue
        number = first[number]
        row = make_row(one, columns, errors=errors, skipped=skipped, place=place)
        yield row | {"case_id": f"test-{number + 1:04}", "epoch": asked[number], "place": place}
        asked[number] += 1


def _agents(path: Path, settings: Mapping[str, str]) -> list[dict[str, str]]:
    """Return the settings that choose each agent left."""
    return [one._asdict() for one in _left(agents(path), settings)]


def _left(known: list[AgentName], settings: Mapping[str, str]) -> list[AgentName]:
    """Return the agents that fit: by the whole name, else by a number or a part of the name."""
    left = known
    for name in ("provider", "prompt"):
        if (wanted := settings.get(name)) is not None:
            names = list(dict.fromkeys(getattr(one, name) for one in known))
            if wanted not in names and wanted.isdecimal() and int(wanted) < len(names):
                wanted = names[int(wanted)]
            exact = [one for one in left if getattr(one, name) == wanted]
            left = exact or [one for one in left if wanted in getattr(one, name)]
    return left


def _choose(path: Path, options: ImportOptions) -> AgentName:
    """Return the one agent that the settings leave.

    Raises:
        InputError: none is left, or several are.
    """
    known = agents(path)
    left = _left(known, options.settings)
    if len(left) == 1:
        return left[0]
    if not known:
        raise DataError(t("imports.nothing", file=path))
    listed = "\n".join(f"  {one_line(str(one))}" for one in (left or known))
    key = "promptfoo.several_agents" if left else "promptfoo.no_agent"
    raise InputError(t(key, file=path, n=len(left or known)), hint=listed)


def _source(results: _Results, chosen: AgentName) -> SourceRun:
    about, inner = results.head, object_of(results.head.get("results"))
    config, metadata = object_of(about.get("config")), object_of(about.get("metadata"))
    said = config.get("description")
    return SourceRun(
        tool="promptfoo",
        version=metadata.get("promptfooVersion"),
        model=f"{chosen.provider} · {chosen.prompt}",
        task=said if said and isinstance(said, str) else "promptfoo",
        started_at=inner.get("timestamp"),
        config={"provider": chosen.provider, "prompt": chosen.prompt},
        metrics=_metrics(inner, chosen),
    )


def _metrics(inner: dict[str, Any], chosen: AgentName) -> dict[str, float]:
    """Return what promptfoo itself counted for this agent."""
    for one in inner.get("prompts") or ():
        if _prompt_agent(one) == chosen and isinstance(counted := one.get("metrics"), dict):
            return {
                name: float(value)
                for name, value in counted.items()
                if isinstance(value, int | float) and not isinstance(value, bool)
            }
    return {}


class _Results:
    """The results of a file with their places; read anew each time it is gone through."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.head: dict[str, Any] = {} if path.suffix == ".jsonl" else _document(path)

    def __iter__(self) -> Iterator[tuple[str, Result]]:
        if self._path.suffix == ".jsonl":
            yield from json_lines(self._path)
            return
        found = self.head["results"].get("results")
        if not isinstance(found, list):
            raise DataError(_bad(self._path, "results.results", found))
        # In a file they stand as they came back; here in the order they were asked.
        for number, one in sorted(enumerate(found, start=1), key=_asked):
            place = t("promptfoo.result", file=self._path, n=number)
            if not isinstance(one, dict):
                raise DataError(_bad(place, "results.results", one))
            yield place, one


def _document(path: Path) -> dict[str, Any]:
    document = _yaml(path) if path.suffix in (".yaml", ".yml") else json_document(path)
    if isinstance(document, dict) and "providers" in document and "results" not in document:
        raise DataError(
            t("promptfoo.is_config", file=path), hint=t("promptfoo.is_config_hint", file=path)
        )
    inner = document.get("results") if isinstance(document, dict) else None
    if not isinstance(inner, dict):
        raise DataError(_bad(path, "results", inner))
    if (version := inner.get("version")) not in _VERSIONS:
        known = ", ".join(map(str, _VERSIONS))
        raise DataError(t("imports.newer_version", file=path, found=version, known=known))
    return dict(document)


def _yaml(path: Path) -> Any:
    import yaml

    try:
        return yaml.load(path.read_bytes(), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise DataError(t("promptfoo.bad_yaml", file=path, problem=error)) from None


def _agent(one: Result) -> AgentName:
    given = one.get("provider")
    provider = object_of(given) or {"id": given}
    prompt = object_of(one.get("prompt"))
    label = prompt.get("label") or prompt.get("raw") or ""
    return AgentName(str(provider.get("label") or provider.get("id")), str(label).strip())


def _prompt_agent(one: dict[str, Any]) -> AgentName:
    """Return the agent that an entry of `results.prompts` counts."""
    label = one.get("label") or one.get("raw") or ""
    return AgentName(str(one.get("provider")), str(label).strip())


def _index(one: Result) -> int:
    number = one.get("promptIdx")
    return number if isinstance(number, int) else 0


def _asked(entry: tuple[int, Any]) -> tuple[int, int]:
    number, one = entry
    test = one.get("testIdx") if isinstance(one, dict) else None
    return (test if isinstance(test, int) else 0, number)


def _bad(place: object, field: str, found: Any) -> str:
    return t(
        "imports.field", place=place, field=field, found=repr(found)[:60],
        wanted=t("promptfoo.wanted_results"),
    )  # fmt: skip


IMPORTER = Importer(
    id="promptfoo",
    title=Words("promptfoo results", "promptfoo 结果"),
    reads=Words(
        "results of `promptfoo eval -o`: .json, .jsonl or .yaml, versions 2 and 3",
        "`promptfoo eval -o` 的结果：.json、.jsonl 或 .yaml，第 2、3 版",
    ),
    patterns=("*.json", "*.jsonl", "*.yaml", "*.yml"),
    sniff=_sniff,
    read=_read,
    agents=_agents,
    settings=(
        Setting(
            "provider",
            Words(
                "provider whose answers are taken: its label, a part of it, or its number from 0",
                "取用哪个模型：标签、标签的一部分，或从 0 起的序号",
            ),
        ),
        Setting(
            "prompt",
            Words(
                "prompt whose answers are taken: its label, a part of it, or its number from 0",
                "取用哪个提示词：标签、标签的一部分，或从 0 起的序号",
            ),
        ),
    ),
)
