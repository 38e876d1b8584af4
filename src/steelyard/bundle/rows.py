"""From an ask and its reply to one row of the results table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from steelyard.i18n import t
from steelyard.model import ANSWERS, FIELDS, NOT_ASKED, Case, Field, Provenance, Reply

_REPLY_COLUMNS = (
    "output",
    "status",
    "latency_s",
    "first_token_s",
    "input_tokens",
    "output_tokens",
    "cost",
    "trajectory",
    "messages",
    "error_kind",
    "error",
    "error_reason",
)
_OUTCOMES = frozenset(name for name, field in FIELDS.items() if field.role == "outcome")
_TEXT_ANSWERS = ("expected_output", "label", "references", "asserts")
RECORDED = "recorded"
"""Counted instead of a status: the row brings results, and no request was made."""
_SECONDS = frozenset(("first_token_s",))  # a column of the run that a reply may claim
# Of a row that the run asked under a condition of its own, these were made to happen.
_CONDITION = frozenset(
    (
        "abnormal_input",
        "high_concurrency",
        "environment_unstable",
        "phase",
        "fault",
        "perturbation",
        "severity",
        "parent_case_id",
        "deployment_env",
    )
)


def journal_record(
    case: Case,
    reply: Reply,
    *,
    attempts: int,
    started_at: float,
    facts: Mapping[str, Any] = MappingProxyType({}),
) -> dict[str, Any]:
    """Return what the journal keeps of one reply: only what is there. `row` must come first.

    `facts` are columns that only the run itself may fill; what an agent says of itself is in
    the reply.
    """
    record: dict[str, Any] = {"row": case.row, "attempts": attempts, "started_at": started_at}
    for name in _REPLY_COLUMNS:
        if (value := getattr(reply, name)) is not None:
            record[name] = value
    if reply.fields:
        record["fields"] = reply.fields
    if facts:
        record["facts"] = dict(facts)
    return record


class RowMaker:
    """Joins asks and replies, and keeps count of who wrote each outcome column.

    Args:
        replayed: the replies were recorded elsewhere, so nothing in them was measured by this run.
        trusted: claims that are used: the field, and whether its source then counts as `claimed`
            (the plan accepts it) or `measured` (a witness of the plan reports it).
    """

    def __init__(
        self,
        *,
        replayed: bool = False,
        trusted: Mapping[str, Provenance] = MappingProxyType({}),
    ) -> None:
        self._by_run: Counter[str] = Counter()
        self._by_data: Counter[str] = Counter()
        self._by_agent: Counter[str] = Counter()
        self._unused: Counter[str] = Counter()
        self._replayed = replayed
        self._trusted = dict(trusted)
        self._misfits: Counter[str] = Counter()
        self.statuses: Counter[str] = Counter()

    def row(self, ask: dict[str, Any], epoch: int, reply: dict[str, Any]) -> dict[str, Any]:
        """Return the row: what the case says, overwritten by what the run found."""
        row = dict(ask)
        row["epoch"] = epoch
        not_asked = ask["input"] == NOT_ASKED and reply.get("attempts") == 0
        self.statuses[RECORDED if not_asked else reply["status"]] += 1
        made = _made_by_run(ask)
        declared = _OUTCOMES.intersection(ask) - made
        written = self._written(reply)
        if not self._replayed and _lacks_ranking(ask, reply, written):
            written["retrieved"] = []  # else only the queries that it answers would count
        claimed = self._claimed(reply)
        used = {name: value for name, value in claimed.items() if name in self._trusted}
        witnessed = {name for name in used if self._trusted[name] == "measured"}
        self._by_run.update((written.keys() & _OUTCOMES) | made | witnessed)
        self._by_agent.update(used.keys() - witnessed)
        self._unused.update(claimed.keys() - used.keys())
        self._by_data.update(declared - written.keys() - used.keys())
        row.update(written | used)
        if marks := 0 if self._replayed else _marks(written.get("messages")):
            self._judge_marks(row, claimed, marks)
        row["claimed"] = claimed or None
        if not isinstance(row["input"], str):
            row["input"] = _json_text(row["input"])
        # A recording may hold the verdict it was given then, repeat by repeat.
        row["declared_passed"] = row.get("passed") if self._replayed else ask.get("passed")
        return row

    def _judge_marks(self, row: dict[str, Any], claimed: dict[str, Any], marks: int) -> None:
        """Treat `correct` on the messages of a reply as the claim `messages_correct`."""
        source = self._trusted.get("messages_correct")
        if source is None:
            claimed["messages_correct"] = marks
            self._unused.update(["messages_correct"])
            row["messages"] = [_without_mark(message) for message in row["messages"]]
        elif source == "claimed":
            self._by_agent.update(["messages"])

    def fresh(self) -> RowMaker:
        """Return the same with nothing counted, for rows that are made apart."""
        return RowMaker(replayed=self._replayed, trusted=self._trusted)

    def absorb(self, later: RowMaker) -> None:
        """Count the rows that another one made; these must come in order."""
        self._by_run.update(later._by_run)
        self._by_data.update(later._by_data)
        self._by_agent.update(later._by_agent)
        self._unused.update(later._unused)
        self._misfits.update(later._misfits)
        self.statuses.update(later.statuses)

    def provenance(self) -> dict[str, str]:
        """Return the source of each outcome column with values: the weakest that wrote any of them.

        Otherwise a claim would become a measurement by company.
        """
        found = dict.fromkeys(self._by_run, "declared" if self._replayed else "measured")
        found |= dict.fromkeys(self._by_data, "declared")
        return found | dict.fromkeys(self._by_agent, "claimed")

    def notes(self) -> list[str]:
        """Return what a reader should know: claims, mixed columns, and fields that did not fit."""
        mixed = sorted(self._by_run.keys() & self._by_data.keys())
        notes = [t("bundle.mixed", column=name, n=self._by_data[name]) for name in mixed]
        for key, counts in (("claims_used", self._by_agent), ("claims_unused", self._unused)):
            if counts:
                fields = ", ".join(sorted(counts))
                notes.append(t(f"bundle.{key}", fields=fields, n=max(counts.values())))
        for name, count in sorted(self._misfits.items()):
            known = FIELDS.get(name)
            key = "bundle.misfit" if known and name in _OUTCOMES else "bundle.unknown_field"
            notes.append(t(key, field=name, n=count, type=known.type if known else ""))
        return notes

    def _written(self, reply: dict[str, Any]) -> dict[str, Any]:
        written = {name: value for name, value in reply.items() if name not in ("fields", "facts")}
        written |= reply.get("facts", {})
        if reply["status"] == "timeout":
            written["timed_out"] = True
        elif reply.get("attempts") == 0 and reply["status"] == "ok":
            pass  # it brings results and was not asked
        elif not self._replayed and (reply["status"] == "ok" or reply.get("error_kind") == "agent"):
            written["timed_out"] = False  # it failed, but not for being late
        for name, value in reply.get("fields", {}).items():
            known = name in _OUTCOMES or name in _SECONDS
            if not known or not fits(FIELDS[name], value):
                self._misfits.update([] if value is None else [name])
            elif name in ANSWERS or self._replayed:
                written[name] = value
        return written

    def _claimed(self, reply: dict[str, Any]) -> dict[str, Any]:
        """Return what the agent says of the outcome; a recording is data and claims nothing."""
        said = {} if self._replayed else reply.get("fields", {})
        known = (_OUTCOMES | _SECONDS) - ANSWERS
        return {k: v for k, v in said.items() if k in known and fits(FIELDS[k], v)}


def _made_by_run(ask: dict[str, Any]) -> frozenset[str]:
    if ask.get("condition") is not None:
        return _CONDITION.intersection(ask)
    return frozenset(("phase",)) if ask.get("phase") == "plain" else frozenset()


def _lacks_ranking(ask: dict[str, Any], reply: dict[str, Any], written: dict[str, Any]) -> bool:
    """Return whether the case asks for a ranking and nothing else, and the reply has none."""
    if ask.get("relevance") is None or any(ask.get(name) is not None for name in _TEXT_ANSWERS):
        return False
    unanswered = written.get("retrieved") is None and ask.get("retrieved") is None
    return unanswered and reply.get("error_kind") != "infra"


def _marks(messages: Any) -> int:
    """Return how many messages say of themselves whether they are right."""
    if not isinstance(messages, list):
        return 0
    return sum(isinstance(one, Mapping) and "correct" in one for one in messages)


def _without_mark(message: Any) -> Any:
    if not isinstance(message, Mapping):
        return message
    return {name: value for name, value in message.items() if name != "correct"}


def fits(field: Field, value: Any) -> bool:
    """Whether a value an agent reported can stand in the column."""
    match field.type:
        case "bool":
            return isinstance(value, bool)
        case "int":
            return isinstance(value, int) and not isinstance(value, bool)
        case "float":
            return isinstance(value, int | float) and not isinstance(value, bool)
        case "text":
            return isinstance(value, str) and (not field.allowed or value in field.allowed)
        case "list":
            return isinstance(value, list) and all(isinstance(item, str) for item in value)
        case _:
            return value is not None


def _json_text(value: Any) -> str:
    import orjson

    return orjson.dumps(value).decode()
