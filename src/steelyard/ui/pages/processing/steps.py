"""Processing steps as forms: which fields each has, and what they mean in a plan.

A step of a package of somebody's own, which says nothing about its options here, is written as
YAML.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import yaml

from steelyard.cases import STEPS
from steelyard.cases.steps.redact import DEFAULT, PATTERNS
from steelyard.errors import InputError
from steelyard.i18n import pick, t
from steelyard.indicators.lined import read_lined
from steelyard.ui.components import Field, Values

Options = dict[str, Any]
KNOWN = (
    "filter",
    "deduplicate",
    "normalise",
    "redact",
    "rename",
    "derive",
    "sample",
    "stratified_sample",
    "split",
)


def step_choices() -> list[tuple[str, str]]:
    """Return every step that is registered, with its name for people."""
    names = [*KNOWN, *sorted(kind.name for kind in STEPS if kind.name not in KNOWN)]
    return [(name, step_title(name)) for name in names]


def step_title(name: str) -> str:
    """Return what a step is called."""
    if name in KNOWN:
        return t(f"ui_data.step_{name}")
    return name


def step_meaning(name: str) -> str:
    """Return what a step does."""
    return pick(STEPS.get(name).words)


def fields_of(name: str, options: Options) -> list[Field]:
    """Return the fields of a step, filled with its options."""
    make = _FIELDS.get(name)
    if make is None:
        text = yaml.safe_dump(options, allow_unicode=True, sort_keys=False) if options else ""
        return [Field("yaml", t("ui_data.opt_yaml"), "area", text, mono=True)]
    return make(options)


def options_of(name: str, values: Values) -> Options:
    """Return what was typed as the options of a plan.

    Raises:
        InputError: it is no list of names and values.
    """
    if name not in _FIELDS:
        return _mapping(values["yaml"])
    return _OPTIONS[name](values)


def _filter(options: Options) -> list[Field]:
    return [
        Field(
            "where",
            t("ui_data.opt_where"),
            value=options.get("where", ""),
            hint=t("ui_data.opt_where_hint"),
            placeholder="domain = 'logistics' and difficulty >= 2",
            wide=True,
        )
    ]


def _deduplicate(options: Options) -> list[Field]:
    return [
        _names("by", "opt_by", options.get("by") or ["input"]),
        Field("normalised", t("ui_data.opt_normalised"), "switch", bool(options.get("normalised"))),
    ]


def _normalise(options: Options) -> list[Field]:
    return [
        _names("fields", "opt_fields", options.get("fields") or ["input", "expected_output"]),
        Field("nfkc", t("ui_data.opt_nfkc"), "switch", options.get("nfkc", True)),
        Field("whitespace", t("ui_data.opt_whitespace"), "switch", options.get("whitespace", True)),
    ]


def _redact(options: Options) -> list[Field]:
    given = options.get("patterns", list(PATTERNS))
    choices = [(name, t(f"ui_data.pattern_{name}")) for name in PATTERNS]
    return [
        Field(
            "patterns",
            t("ui_data.opt_patterns"),
            "many",
            [name for name in given if name in PATTERNS],
            options=choices,
            wide=True,
        ),
        Field(
            "own",
            t("ui_data.opt_own"),
            "area",
            "\n".join(name for name in given if name not in PATTERNS),
            hint=t("ui_data.opt_own_hint"),
            rows=2,
            mono=True,
        ),
        _names("fields", "opt_fields", options.get("fields") or ["input", "expected_output"]),
        Field("with", t("ui_data.opt_with"), value=options.get("with", DEFAULT)),
    ]


def _rename(options: Options) -> list[Field]:
    return [_pairs("moves", "opt_moves", options, "source.topic: domain")]


def _derive(options: Options) -> list[Field]:
    return [_pairs("sources", "opt_sources", options, 'cluster_id: "{domain}-{scene}"')]


def _sample(options: Options) -> list[Field]:
    hint = t("ui_data.opt_n_or_share")
    n, share = options.get("n"), options.get("share")
    return [
        Field("n", t("ui_data.opt_n"), "number", _shown(n), hint=hint, placeholder="100"),
        Field("share", t("ui_data.opt_share"), "number", _shown(share), placeholder="0.1"),
    ]


def _stratified(options: Options) -> list[Field]:
    return [
        _names("by", "opt_groups", options.get("by") or ["scene"]),
        Field("n", t("ui_data.opt_each"), "number", _shown(options.get("n", 5))),
    ]


def _split(options: Options) -> list[Field]:
    parts = {name: share for name, share in options.items() if name != "keep"}
    given = parts or {"train": 0.8, "test": 0.2}
    keep = options.get("keep", "test")
    return [
        _pairs("parts", "opt_parts", given, "train: 0.8"),
        Field("keep", t("ui_data.opt_keep"), value=keep if isinstance(keep, str) else keep[0]),
    ]


def _names(name: str, words: str, value: Any) -> Field:
    text = value if isinstance(value, str) else ", ".join(value)
    return Field(name, t(f"ui_data.{words}"), value=text, hint=t("ui_data.opt_by_hint"))


def _pairs(name: str, words: str, value: Mapping[str, Any], example: str) -> Field:
    text = yaml.safe_dump(dict(value), allow_unicode=True, sort_keys=False) if value else ""
    return Field(
        name,
        t(f"ui_data.{words}"),
        "area",
        text,
        hint=t(f"ui_data.{words}_hint"),
        placeholder=example,
        rows=3,
        mono=True,
    )


def _shown(value: Any) -> str:
    return "" if value is None else str(value)


def _listed(text: str) -> list[str]:
    return [part.strip() for part in text.replace("，", ",").split(",") if part.strip()]


def _mapping(text: str) -> Options:
    try:
        read_lined("", text)  # refuses what would grow without end when it is written out
        found = yaml.safe_load(text) if text.strip() else {}
    except InputError:
        found = None
    if not isinstance(found, dict):
        raise InputError(t("ui_data.opt_bad_lines"))
    return {str(name): value for name, value in found.items()}


def _number(text: str) -> Any:
    """Return a number if it is one; what is wrong with it otherwise is said by the step."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _redacting(values: Values) -> Options:
    own = [line.strip() for line in values["own"].splitlines() if line.strip()]
    return {
        "patterns": [*values["patterns"], *own],
        "fields": _listed(values["fields"]),
        "with": values["with"],
    }


def _given(**options: Any) -> Options:
    return {name: value for name, value in options.items() if value not in ("", [], None)}


_FIELDS: dict[str, Callable[[Options], list[Field]]] = {
    "filter": _filter,
    "deduplicate": _deduplicate,
    "normalise": _normalise,
    "redact": _redact,
    "rename": _rename,
    "derive": _derive,
    "sample": _sample,
    "stratified_sample": _stratified,
    "split": _split,
}
_OPTIONS: dict[str, Callable[[Values], Options]] = {
    "filter": lambda values: {"where": values["where"]},
    "deduplicate": lambda v: _given(by=_listed(v["by"])) | {"normalised": v["normalised"]},
    "normalise": lambda v: (
        _given(fields=_listed(v["fields"])) | {"nfkc": v["nfkc"], "whitespace": v["whitespace"]}
    ),
    "redact": _redacting,
    "rename": lambda values: _mapping(values["moves"]),
    "derive": lambda values: _mapping(values["sources"]),
    "sample": lambda v: _given(n=_number(v["n"]), share=_number(v["share"])),
    "stratified_sample": lambda v: _given(by=_listed(v["by"]), n=_number(v["n"])),
    "split": lambda v: {**_mapping(v["parts"]), "keep": v["keep"]},
}
