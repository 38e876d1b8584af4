"""Every registered algorithm: what it is, where it comes from, and a bench to try it on."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import entry_points, packages_distributions, version
from typing import Any

import orjson
from sqlalchemy.orm import Session

from steelyard import __version__
from steelyard.conditions.perturbations.kinds import Language, choose_kinds
from steelyard.errors import InputError
from steelyard.i18n import language, pick, t
from steelyard.indicators import get_indicator, indicator_needs, load_catalog
from steelyard.indicators.trial import formula_text
from steelyard.model import ALGORITHMS, Algorithm, Param, Port
from steelyard.plan import Plan
from steelyard.registry import ENTRY_POINT_GROUP
from steelyard.scorecards import Scorecard, parse_gate
from steelyard.server.db.tables import Project
from steelyard.server.library.plain import check_plain
from steelyard.server.people import audit
from steelyard.server.people.policy import Actor

TRIAL_SECONDS = 20.0
LONGEST_TRIAL = 1_000_000
_BENCHES = threading.BoundedSemaphore(4)  # processes of the bench at a time
_KEPT_VARIABLES = ("SYSTEMROOT", "LD_LIBRARY_PATH", "PYTHONPATH")


@dataclass(frozen=True, slots=True)
class Origin:
    """Where an algorithm comes from."""

    package: str
    version: str
    built_in: bool


def describe(algorithm: Algorithm) -> dict[str, Any]:
    """Return everything the registry knows of an algorithm, in the reader's language."""
    return {
        **summary(algorithm),
        "meaning": pick(algorithm.meaning),
        "formula": algorithm.formula,
        "inputs": [_port(port) for port in algorithm.inputs],
        "outputs": [_port(port) for port in algorithm.outputs],
        "params": [_param(param) for param in algorithm.params],
        "examples": [
            {
                "inputs": dict(example.inputs),
                "params": dict(example.params),
                "expected": dict(example.expected),
                "note": example.note,
            }
            for example in algorithm.examples
        ],
        "references": list(algorithm.references),
        "indicator": _as_indicator(algorithm.id),
    }


def summary(algorithm: Algorithm) -> dict[str, Any]:
    """Return what a list shows of an algorithm."""
    origin = origin_of(algorithm)
    return {
        "id": algorithm.id,
        "version": algorithm.version,
        "kind": algorithm.kind,
        "title": pick(algorithm.title),
        "package": origin.package,
        "package_version": origin.version,
        "built_in": origin.built_in,
    }


def find_algorithms(*, kind: str | None = None, text: str = "") -> list[Algorithm]:
    """Return the algorithms of a kind whose id or title holds a text, by id."""
    wanted = text.casefold()
    return [
        one
        for one in ALGORITHMS
        if (kind is None or one.kind == kind)
        and (not wanted or wanted in f"{one.id} {one.title.en} {one.title.zh}".casefold())
    ]


def origin_of(algorithm: Algorithm) -> Origin:
    """Return the package that an algorithm comes from."""
    module = getattr(algorithm.compute, "__module__", None) or "steelyard"
    top = module.partition(".")[0]
    if top in ("steelyard", "functools"):  # a partial of one of ours
        return Origin("steelyard", __version__, built_in=True)
    found = _distributions().get(top)
    return Origin(found or top, version(found) if found else "–", built_in=False)


def plug_ins() -> list[dict[str, Any]]:
    """Return the installed packages that bring algorithms, adapters and the like."""
    found = []
    for entry in sorted(entry_points(group=ENTRY_POINT_GROUP), key=lambda one: one.name):
        package = entry.dist
        found.append(
            {
                "name": entry.name,
                "module": entry.value,
                "package": package.name if package else "–",
                "version": package.version if package else "–",
            }
        )
    return found


def set_disabled(session: Session, actor: Actor, project: Project, ids: Iterable[str]) -> None:
    """Say which algorithms a project does not use; every other one is enabled."""
    wanted = sorted(set(ids))
    for id_ in wanted:
        if id_ not in load_catalog():
            ALGORITHMS.get(id_)  # says which names are close
    before = {"disabled": project.disabled_algorithms}
    project.disabled_algorithms = wanted
    subject = audit.Subject(project.id, project.name, project.id)
    after = {"disabled": wanted}
    audit.record(session, actor, "algorithm.disable", subject, before=before, after=after)


def algorithms_of(plan: Plan, card: Scorecard | None = None) -> set[str]:
    """Return the algorithms that a plan names: scorers, perturbations, indicators."""
    used = {id_ for id_, _ in plan.scorer_choices() or ()}
    for condition in plan.conditions:
        if condition.perturb is not None:
            used |= _perturbations(condition.perturb.kinds)
    used |= {parse_gate(gate).indicator for gate in plan.gates}
    return used | set(card.indicators() if card is not None else ())


def _perturbations(kinds: Sequence[str]) -> set[str]:
    """Return what `zh.*`, `auto` or `en.swap@0.1` may come to, whatever language the cases have."""
    languages: tuple[Language, ...] = ("en", "zh")
    return {
        choice.record.id
        for language in languages
        for choice in choose_kinds(kinds, language=language, chat=True)
    }


def refuse_disabled(disabled: Collection[str], used: Iterable[str]) -> None:
    """Refuse what uses an algorithm that its project has disabled.

    Raises:
        InputError: it does.
    """
    closed = sorted(set(used).intersection(disabled))
    if closed:
        raise InputError(t("library.disabled", ids=", ".join(closed)))


def try_algorithm(
    id_: str,
    inputs: Mapping[str, Any],
    params: Mapping[str, Any],
    *,
    seconds: float = TRIAL_SECONDS,
) -> dict[str, Any]:
    """Compute an algorithm on given inputs, in a process that can be ended.

    Raises:
        UnknownNameError: there is no such algorithm.
        InputError: an input is wrong, or it takes too long or too much.
    """
    ALGORITHMS.get(id_)
    request = {"id": id_, "inputs": inputs, "params": params, "language": language()}
    content = check_plain(request)
    if len(content) > LONGEST_TRIAL:
        raise InputError(t("library.trial_long", found=len(content), most=LONGEST_TRIAL))
    with _BENCHES:
        answer = _bench(content, seconds)
    if "error" in answer:
        raise InputError(str(answer["error"]))
    result: dict[str, Any] = answer["result"]
    return result


def _bench(content: bytes, seconds: float) -> dict[str, Any]:
    environment = {name: os.environ[name] for name in _KEPT_VARIABLES if name in os.environ}
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-s", "-X", "utf8", "-m", "steelyard.server.library.bench"],
            input=content,
            capture_output=True,
            timeout=seconds,
            env={**environment, "OPENBLAS_NUM_THREADS": "1"},
            check=False,
            start_new_session=True,
        )
    except subprocess.TimeoutExpired:
        return {"error": t("library.trial_slow", seconds=f"{seconds:g}")}
    try:
        answer: dict[str, Any] = orjson.loads(done.stdout)
    except orjson.JSONDecodeError:
        return {"error": t("library.trial_ended")}
    return answer


@lru_cache(maxsize=1)
def _distributions() -> dict[str, str]:
    return {top: names[0] for top, names in packages_distributions().items()}


def _as_indicator(id_: str) -> dict[str, Any] | None:
    """Return what a scorecard needs to know of an algorithm that is an indicator too."""
    if id_ not in load_catalog():
        return None
    record = get_indicator(id_)
    return {
        "name": pick(record.name),
        "meaning": pick(record.meaning),
        "formula": formula_text(record.formula),
        "needs": {name: list(found) for name, found in indicator_needs(id_).items()},
        "direction": record.direction,
        "undefined": pick(record.undefined),
    }


def _port(port: Port) -> dict[str, Any]:
    return {
        "name": port.name,
        "type": port.type,
        "required": port.required,
        "about": pick(port.words),
    }


def _param(param: Param) -> dict[str, Any]:
    return {
        "name": param.name,
        "type": param.type,
        "default": param.default,
        "choices": list(param.choices),
        "minimum": param.minimum,
        "maximum": param.maximum,
        "about": pick(param.words),
    }
