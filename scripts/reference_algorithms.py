"""The pages of the registry: one per kind of algorithm, by family, and the list of all."""

from __future__ import annotations

from collections.abc import Iterator

import orjson
from reference_words import EMPTY, cell, head, pick, suffix

from steelyard.i18n import Language
from steelyard.model import ALGORITHMS, Algorithm, Param, Port, Words

# Kind, the page it is on, and what that page is called.
PAGES = {
    "scorer": ("scorers", Words("Scorers", "评分算法")),
    "indicator": ("indicator-formulas", Words("Indicator formulas", "指标公式")),
    "aggregation": ("aggregations", Words("Aggregations", "合成方法")),
    "statistic": ("statistics", Words("Statistics", "统计方法")),
    "weighting": ("weightings", Words("Weightings", "赋权方法")),
    "perturbation": ("perturbations", Words("Perturbations", "扰动方法")),
}
ALL = Words(
    "Everything with an id, as the registry describes it; made by `scripts/reference.py`. "
    "`steelyard explain ID` prints the same as its page here, `steelyard compute ID` tries it.",
    "注册表中有标识的全部算法，由 `scripts/reference.py` 生成。"
    "`steelyard explain 标识` 打印的内容与对应页面相同，`steelyard compute 标识` 可直接试算。",
)
ONE = Words(
    "As the registry describes them; made by `scripts/reference.py`. The tests compute every "
    "example. All kinds: [algorithms](algorithms.md).",
    "内容取自注册表，由 `scripts/reference.py` 生成；每个算例都由测试实际计算。"
    "其他种类见[算法](algorithms.zh.md)。",
)
ROLES = {
    "input": Words("input", "输入"),
    "input, optional": Words("input, optional", "输入，可选"),
    "param": Words("param", "参数"),
    "output": Words("output", "输出"),
    "output, optional": Words("output, optional", "输出，可选"),
}
VERSION, WITH = Words("version", "版本"), Words("with", "参数")
DEFAULT, REFERENCE = Words("; default ", "；默认 "), Words("Reference: ", "文献：")


def algorithm_pages(language: Language) -> dict[str, Iterator[str]]:
    """Return the pages by name, each as its lines."""
    kinds = {algorithm.kind for algorithm in ALGORITHMS}
    if unknown := kinds - PAGES.keys():
        message = f"kinds without a page: {sorted(unknown)}"
        raise ValueError(message)
    pages = {"algorithms": _index(language)}
    for kind, (name, title) in PAGES.items():
        pages[name] = _page(kind, title, language)
    return pages


def _index(language: Language) -> Iterator[str]:
    yield from ("# " + pick(Words("Algorithms", "算法"), language), "", pick(ALL, language))
    for kind, (name, title) in PAGES.items():
        yield from ("", f"## {pick(title, language)}")
        yield from head(language, "id name meaning")
        for algorithm in _of(kind):
            anchor = algorithm.id.replace(".", "")
            link = f"[`{algorithm.id}`]({name}{suffix(language)}#{anchor})"
            meaning = cell(pick(algorithm.meaning, language))
            yield f"| {link} | {cell(pick(algorithm.title, language))} | {meaning} |"


def _of(kind: str) -> list[Algorithm]:
    found = [algorithm for algorithm in ALGORITHMS if algorithm.kind == kind]
    return sorted(found, key=lambda algorithm: algorithm.id.partition(".")[0])


def _page(kind: str, title: Words, language: Language) -> Iterator[str]:
    yield from (f"# {pick(title, language)}", "", pick(ONE, language))
    family = ""
    for algorithm in _of(kind):
        prefix = algorithm.id.partition(".")[0]
        if prefix != family:
            family = prefix
            yield from ("", f"## `{family}.*`")
        yield from _algorithm(algorithm, language)


def _algorithm(algorithm: Algorithm, language: Language) -> Iterator[str]:
    title = algorithm.title
    first, second = (title.zh, title.en) if language == "zh" else (title.en, title.zh)
    names = first if first == second else f"{first} · {second}"
    version = f"{pick(VERSION, language)} {algorithm.version}"
    yield from ("", f"### `{algorithm.id}`", "", f"**{names}** ({version})", "")
    yield from (pick(algorithm.meaning, language), "", "```", algorithm.formula, "```")
    yield from head(language, "role name type meaning")
    yield from (_port("input", port, language) for port in algorithm.inputs)
    yield from (_param(param, language) for param in algorithm.params)
    yield from (_port("output", port, language) for port in algorithm.outputs)
    for example in algorithm.examples:
        inputs = orjson.dumps(dict(example.inputs)).decode()
        params = orjson.dumps(dict(example.params)).decode()
        given = f"`{inputs}`" + (f" {pick(WITH, language)} `{params}`" if example.params else "")
        result = orjson.dumps(dict(example.expected)).decode()
        yield from ("", f"{given} → `{result}`" + (f" ({example.note})" if example.note else ""))
    for reference in algorithm.references:
        yield from ("", f"{pick(REFERENCE, language)}{reference}")


def _port(role: str, port: Port, language: Language) -> str:
    role = role if port.required else f"{role}, optional"
    meaning = cell(pick(port.words, language))
    return f"| {pick(ROLES[role], language)} | `{port.name}` | {port.type} | {meaning} |"


def _param(param: Param, language: Language) -> str:
    kind = param.type
    if param.choices:
        kind = " ".join(f"`{choice}`" for choice in param.choices)
    default = pick(EMPTY, language) if param.default is None else f"`{param.default}`"
    meaning = f"{cell(pick(param.words, language))}{pick(DEFAULT, language)}{default}"
    return f"| {pick(ROLES['param'], language)} | `{param.name}` | {kind} | {meaning} |"
