"""What a report tells in which order: facts about the run, slices to plot, methods to explain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from steelyard.i18n.words.report import WORDS
from steelyard.model import Words
from steelyard.report.content import Group, Indicator
from steelyard.report.labels import label
from steelyard.report.numbers import (
    NOTHING,
    count_text,
    duration_text,
    is_proportion,
    moment_text,
    significant,
    size_text,
)
from steelyard.report.scorecard import leaves, walk
from steelyard.report.text import one_line
from steelyard.report.told import told
from steelyard.report.wording import known_words, words

if TYPE_CHECKING:
    from steelyard.analysis.generalisation import Lack
    from steelyard.report.content import Part, RunReport

_RANKING = (
    *("ir.map", "ir.mrr", "ir.precision_at_10", "ir.recall_at_10", "ir.ndcg_at_10"),
    "ir.success_at_10",
)
_MAIN = ("base.accuracy", "safety.accuracy", "base.f1", "base.completion_rate")
_NATURAL_ORDER = {"train": 0, "non_train": 1, "unknown": 2}
_IDENTITY = (
    *("adapter", "name", "model", "base_url", "url", "function", "target", "command"),
    *("path", "method"),
)
_COLUMNS = ("scene", "domain", "scene_type", "eval_type")
_MOST_FILES = 5
_MOST_NAMES = 3
_MANY = 1000  # characters of a list of names


class Fact(NamedTuple):
    """A label and what is to be said under it."""

    label: Words
    text: str


class Slice(NamedTuple):
    """One group of a breakdown with the indicator that is plotted for it."""

    group: Group
    shown: Indicator | None

    @property
    def n(self) -> int:
        """Cases behind the value; without a value, cases of the group."""
        return self.group.n if self.shown is None or self.shown.value is None else self.shown.n


class Family(NamedTuple):
    """Indicators of one kind and one unit, which can share a scale.

    `first` marks the first family of its kind.
    """

    kind: Words
    unit: str
    indicators: list[Indicator]
    first: bool


class Breakdown(NamedTuple):
    """One breakdown, ready to draw: the weakest group first."""

    column: str
    slices: list[Slice]
    whole: Mapping[str, Indicator]


def agent_facts(report: RunReport) -> list[Fact]:
    """What the run asked: the settings that tell one agent from another."""
    return [fact for fact in _agent(report) if fact.label.en in _IDENTITY] or _agent(report)


def agent_settings(report: RunReport) -> list[Fact]:
    """The other settings of the agent."""
    told = agent_facts(report)
    return [fact for fact in _agent(report) if fact not in told]


def dataset_facts(report: RunReport) -> list[Fact]:
    """What it was asked about."""
    dataset = report.run.get("dataset") or {}
    files = dataset.get("files") or []
    lines = [
        Fact(words("path"), one_line(str(dataset.get("path") or NOTHING))),
        Fact(words("rows"), count_text(dataset.get("rows"))),
        Fact(words("rejected"), count_text(dataset.get("rejected"))),
    ]
    for file in files[:_MOST_FILES]:
        digest = str(file.get("sha256") or "")[:12]
        name = str(file.get("path") or NOTHING).replace("\\", "/").rsplit("/", 1)[-1]
        text = " · ".join(filter(None, [name, size_text(file.get("size")), digest]))
        lines.append(Fact(words("file"), one_line(text)))
    if len(files) > _MOST_FILES:
        lines.append(Fact(words("files"), count_text(len(files))))
    steps = [_step(step) for step in dataset.get("steps") or []]
    return [*lines, *(Fact(words("step"), step) for step in steps)]


def run_facts(report: RunReport) -> list[Fact]:
    """When, how long, how often, at what cost."""
    run, usage = report.run, report.usage
    scorers = ", ".join(_scorer_id(scorer) for scorer in run.get("scorers") or [])
    lines = [
        Fact(words("started"), moment_text(run.get("created_at") or NOTHING)),
        Fact(words("finished"), moment_text(run.get("finished_at") or NOTHING)),
        Fact(words("took"), duration_text(run.get("duration_s"))),
        Fact(words("epochs"), count_text(run.get("epochs"))),
        Fact(words("scorers"), one_line(scorers or NOTHING, _MANY)),
    ]
    if usage.input_tokens is not None or usage.output_tokens is not None:
        tokens = f"{count_text(usage.input_tokens)} / {count_text(usage.output_tokens)}"
        lines.append(Fact(words("tokens"), tokens))
    if usage.cost is not None:
        lines.append(Fact(words("cost"), significant(usage.cost)))
    return lines


def run_line(report: RunReport) -> str:
    """When, how long and which run, in one line."""
    run = report.run
    moment = run.get("created_at")
    parts = [
        moment_text(moment) if moment is not None else "",
        duration_text(run["duration_s"]) if run.get("duration_s") is not None else "",
        str(run.get("run_id") or ""),
    ]
    return one_line(" · ".join(part for part in parts if part))


def version_facts(report: RunReport) -> list[Fact]:
    """What is needed to do it again."""
    run = report.run
    named = ("run_id", "plan_hash", "seed", "steelyard_version", "python", "platform")
    return [
        Fact(words(name), one_line(str(run[name])))
        for name in named
        if run.get(name) not in (None, "")
    ]


def hash_facts(report: RunReport) -> list[Fact]:
    """Which files exactly were asked about, and who scored the answers."""
    files = (report.run.get("dataset") or {}).get("files") or []
    lines = [
        Fact(_same(one_line(str(file.get("path") or NOTHING), 120)), str(file["sha256"])[:64])
        for file in files[:_MOST_FILES]
        if file.get("sha256")
    ]
    lines = [Fact(fact.label, one_line(fact.text)) for fact in lines]
    scorers = report.run.get("scorers") or []
    return [*lines, *(Fact(words("scorers"), one_line(_scorer(one))) for one in scorers[:20])]


def breakdowns(report: RunReport) -> list[Breakdown]:
    """Every breakdown that says something and that no table of generalisation tells already."""
    whole = {indicator.id: indicator for indicator in report.indicators}
    columns = [column for column in _COLUMNS if column in report.breakdowns]
    columns += [column for column in report.breakdowns if column not in _COLUMNS]
    told = {*report.generalisation.places, *(["scene_type"] if report.generalisation.kinds else [])}
    columns = [column for column in columns if column not in told]
    named = [
        column
        for column in columns
        if any(group.group is not None for group in report.breakdowns[column])
        and any(_has_value(group) for group in report.breakdowns[column])
    ]
    return [Breakdown(column, _slices(_shown_groups(report, column)), whole) for column in named]


def _shown_groups(report: RunReport, column: str) -> tuple[Group, ...]:
    """Return the groups of a column; recorded results of another kind are not one of them."""
    groups = report.breakdowns[column]
    return tuple(g for g in groups if g.group is not None) if no_request(report) else groups


def no_request(report: RunReport) -> bool:
    """Whether all rows bring recorded results, so that the agent was not called."""
    return report.counts.recorded > 0 and report.counts.rows == 0


def _has_value(group: Group) -> bool:
    return any(indicator.value is not None for indicator in group.indicators.values())


def methods(report: RunReport) -> list[tuple[str, Words]]:
    """Each interval method that was used, with one line about it."""
    used = {i.ci_method for i in report.indicators if i.ci_method}
    if report.scorecard is not None:
        used |= {part.ci_method for part in walk(report.scorecard) if part.ci_method}
    return [
        (method, words(f"method_{method}") if f"method_{method}" in WORDS else Words("", ""))
        for method in sorted(used)
    ]


def families(indicators: Sequence[Indicator]) -> list[Family]:
    """Indicators by kind and, within it, by unit; proportions first."""
    found: dict[tuple[str, str], list[Indicator]] = {}
    for indicator in indicators:
        unit = "" if is_proportion(indicator.unit) else indicator.unit
        found.setdefault((indicator.id.partition(".")[0], unit), []).append(indicator)
    kinds = list(dict.fromkeys(kind for kind, _ in found))
    ordered = sorted(found, key=lambda key: (kinds.index(key[0]), key[1] != ""))
    firsts = dict(reversed(ordered))
    return [
        Family(known_words("kind", kind), unit, found[kind, unit], first=firsts[kind] == unit)
        for kind, unit in ordered
    ]


def main_indicators(report: RunReport) -> list[Indicator]:
    """Those a first look needs: the basic ones, what the scorecard weighs, what gates ask for.

    Latency has a line of its own.
    """
    weighed = {leaf.indicator for leaf in leaves(report.scorecard)} if report.scorecard else set()
    # Where no verdict was wanted, it is not undefined: results that were recorded, rankings.
    ranked = str(report.headline.id).startswith("ir.")
    unwanted = ranked or no_request(report)
    first = {report.headline.id, *report.headline.beside} if unwanted else set()
    first |= {*_RANKING} if ranked else set()
    asked = {gate.text.partition(":")[0].strip() for gate in report.gates}
    return [
        indicator
        for indicator in report.indicators
        if not (unwanted and indicator.value is None and indicator.id not in asked)
        and (
            indicator.id in weighed | asked | first | {*_MAIN}
            or (indicator.id.startswith("base.") and not indicator.id.startswith("base.latency"))
        )
    ]


def scale_top(indicators: Sequence[Indicator]) -> float | None:
    """The right end of a scale that holds all these values; None when there is no value."""
    reached = [x for i in indicators if drawable(i) for x in (i.value, i.ci_high) if x is not None]
    if not reached:
        return None
    return 1.0 if is_proportion(indicators[0].unit) and max(reached) <= 1 else max(reached)


def drawable(indicator: Indicator) -> bool:
    """Whether a scale that begins at 0 can show the value and its interval."""
    return all(x is None or x >= 0 for x in (indicator.value, indicator.ci_low))


def warnings(report: RunReport) -> list[Words]:
    """What the reader should know about the data, as the run noted it."""
    said = [*(report.run.get("warnings") or []), *(report.run.get("notes") or [])]
    return [told(str(warning), 600) for warning in said]


def column_words(column: str) -> Words:
    """The name of a breakdown."""
    return known_words("by", column)


def group_words(group: str | None) -> Words:
    """The name of a slice; the few that the product itself defines are translated."""
    if group is None:
        return words("no_group")
    return known_words("group", group, limit=240)


def plotted_words(breakdown: Breakdown, *, drawn: bool = True) -> Words:
    """Which indicators a breakdown shows and how it is ordered."""
    names = {s.shown.id: s.shown.name for s in breakdown.slices if s.shown}
    shown = Words(
        " / ".join(name.en for name in names.values()),
        " / ".join(name.zh for name in names.values()),
    )
    natural = any(item.group.group in _NATURAL_ORDER for item in breakdown.slices)
    order = "natural" if natural else "weakest"
    return words(f"breakdown_{order}{'_drawn' if drawn else ''}", shown=shown)


def family_words(family: Family) -> Words:
    """The name of a family: its kind, and its unit unless it is a proportion."""
    if not family.unit:
        return family.kind
    return words("kind_of_unit", kind=family.kind, unit=known_words("family", family.unit))


def part_rows(report: RunReport) -> list[tuple[int, Part]]:
    """The scorecard above its indicators, each part with its depth; a lone indicator is a part.

    When something stands in for the whole, that comes first and what it replaced after it.
    """
    root = report.scorecard
    if root is None:
        return []
    replaced = root.instead is not None and root.instead.score is not None
    used = root.instead if replaced and root.instead else root
    rows = [row for part in used.parts for row in _rows_of(part, 0)]
    if replaced:
        kept = [part for part in root.parts if part.score is not None]
        rows += [row for part in kept for row in _rows_of(part, 0)]
    return rows


def leaf_count(part: Part) -> int:
    """How many indicators a part is made of."""
    return len(list(leaves(part)))


def lacks(report: RunReport) -> tuple[list[Lack], list[Lack]]:
    """What could not be computed: of the scorecard, and beyond it."""
    found = report.generalisation.not_computed
    return [lack for lack in found if lack.weighed], [lack for lack in found if not lack.weighed]


def lack_count(found: Sequence[Lack]) -> int:
    """How many indicators these are."""
    return sum(len(lack.indicators) for lack in found)


def lack_of(report: RunReport) -> dict[str, Lack]:
    """What each indicator that was not computed lacks, by its id."""
    return {
        indicator.id: lack
        for lack in report.generalisation.not_computed
        for indicator in lack.indicators
    }


def lack_names(lack: Lack) -> Words:
    """The indicators that a lack is about; of many, the first two and how many more."""
    names = [label(indicator.name, indicator.id) for indicator in lack.indicators]
    shown = names if len(names) <= _MOST_NAMES else names[:2]
    also = words("and_also")
    listed = Words(also.en.join(n.en for n in shown), also.zh.join(n.zh for n in shown))
    more = len(names) - len(shown)
    return words("and_more", names=listed, n=more) if more else listed


def lack_part(lack: Lack) -> Words:
    """The part of the scorecard, or the family, that a lack is about."""
    # The name is as the scorecard gave it.
    return label(lack.name, lack.part) if lack.name else known_words("kind", lack.part)


def rejected(report: RunReport) -> int:
    """How many rows of the dataset were rejected."""
    return int((report.run.get("dataset") or {}).get("rejected") or 0)


def declared_columns(report: RunReport) -> list[str]:
    """Columns whose values came with the dataset, or from people."""
    return _columns_from(report, ("declared", "human"))


def claimed_columns(report: RunReport) -> list[str]:
    """Columns that hold, or rest on, what the agent claims and the plan accepts."""
    return _columns_from(report, ("claimed",))


def _columns_from(report: RunReport, sources: tuple[str, ...]) -> list[str]:
    provenance = report.run.get("provenance") or {}
    return [one_line(str(column), 80) for column, how in provenance.items() if how in sources]


def _rows_of(part: Part, depth: int) -> list[tuple[int, Part]]:
    used = part if part.instead is None else part.instead
    inner = [below for below in used.parts if below.parts]
    # Above other parts, lone indicators are parts as well; the lowest part shows itself only.
    below = used.parts if inner else ()
    return [(depth, part), *(row for other in below for row in _rows_of(other, depth + 1))]


def _slices(groups: tuple[Group, ...]) -> list[Slice]:
    slices = [Slice(group, _shown(group)) for group in groups]
    return sorted(slices, key=_order)


def _shown(group: Group) -> Indicator | None:
    defined = [group.indicators[id_] for id_ in _MAIN if id_ in group.indicators]
    defined += [i for i in group.indicators.values() if is_proportion(i.unit)]
    return next((i for i in defined if i.value is not None), defined[0] if defined else None)


def _order(item: Slice) -> tuple[Any, ...]:
    name = item.group.group
    value = item.shown.value if item.shown else None
    natural = _NATURAL_ORDER.get(name or "", -1)
    return (name is None, natural, value is None, value or 0.0, name or "")


def _agent(report: RunReport) -> list[Fact]:
    flat = _flat(report.run.get("agent") or {})
    facts = [
        Fact(known_words("option", key, limit=60), one_line(text)) for key, text in flat.items()
    ]
    place = {key: at for at, key in enumerate(_IDENTITY)}
    return sorted(facts, key=lambda fact: place.get(fact.label.en, len(place)))


def _scorer(scorer: Any) -> str:
    """Return a scorer with the parameters that are not empty."""
    given = _flat(scorer.get("params") or {}) if isinstance(scorer, Mapping) else {}
    params = " ".join(f"{key}={text}" for key, text in given.items() if text)
    return f"{_scorer_id(scorer)} ({params})" if params else _scorer_id(scorer)


def _scorer_id(scorer: Any) -> str:
    return str(scorer.get("id") if isinstance(scorer, Mapping) else scorer)


def _same(text: str) -> Words:
    return Words(text, text)


def _flat(value: Any, prefix: str = "") -> dict[str, str]:
    if isinstance(value, Mapping):
        flat: dict[str, str] = {}
        for key, item in value.items():
            flat |= _flat(item, f"{prefix}.{key}" if prefix else str(key))
        return flat
    if value is None:
        return {}
    if isinstance(value, list | tuple):
        return {prefix: ", ".join(str(item) for item in value)}
    return {prefix: str(value)}


def _step(step: Any) -> str:
    if isinstance(step, Mapping):
        return one_line(" · ".join(f"{key}: {text}" for key, text in _flat(step).items()), 400)
    return one_line(str(step), 400)
