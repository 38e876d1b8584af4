"""The scorers of a plan: their shape, and mistakes in them told by line and field."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from steelyard.errors import PlanError, UnknownNameError, UserError
from steelyard.i18n import t
from steelyard.scorers import AUTO, DOCUMENTED, run_scorers

Entry = tuple[str, dict[str, Any]]


def read_entries(scorers: Any) -> Any:
    """Return the list with `- id:` read as `- id`, or the word that says who chooses.

    Raises:
        ValueError: it is neither a list nor one of the words, or an entry is neither an id nor an
            id with its parameters.
    """
    if scorers is None:  # as plans of earlier versions were kept
        return AUTO
    if not isinstance(scorers, list):
        if scorers in (AUTO, DOCUMENTED):
            return scorers
        raise ValueError(t("plan.scorers_word", found=repr(scorers)[:60]))
    return [_read(at, item) for at, item in enumerate(scorers)]


def check_entries(scorers: list[Any] | str, place: Callable[[tuple[int | str, ...]], str]) -> None:
    """Find wrong parameters and clashes while lines are known.

    A name that is not known is left for the run to refuse: a plug-in may still bring it.

    Args:
        scorers: entries as `read_entries` gives them.
        place: from a location in the plan to file and line.
    """
    known: list[Entry] = []
    for at, item in enumerate(() if isinstance(scorers, str) else scorers):
        for id_, params in [(item, {})] if isinstance(item, str) else item.items():
            entry = (id_, _judges_as_list(params))
            if _checked([entry], ("scorers", at, id_), place):
                known.append(entry)
    _checked(known, ("scorers",), place)


def _read(at: int, item: Any) -> Any:
    if isinstance(item, str):
        return item
    if isinstance(item, dict) and item:
        found = {id_: {} if params is None else params for id_, params in item.items()}
        if all(isinstance(params, dict) for params in found.values()):
            return found
    raise ValueError(t("plan.scorer_entry", number=at + 1, found=repr(item)[:60]))


def _checked(
    entries: list[Entry],
    location: tuple[int | str, ...],
    place: Callable[[tuple[int | str, ...]], str],
) -> bool:
    try:
        run_scorers({}, entries)
    except UnknownNameError:
        return False
    except UserError as error:
        message = f"{place(location)}: {error.message}"
        raise PlanError(message, hint=error.hint) from error
    return True


def _judges_as_list(params: dict[str, Any]) -> dict[str, Any]:
    """Return the parameters with a single judge as a list of one, as plans may write it."""
    judge = params.get("judge")
    return params | {"judge": [judge]} if isinstance(judge, str) else params
