"""Make a plan's judging definite: judges named, rubrics read, mistakes found before asking."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from steelyard.errors import PlanError
from steelyard.i18n import t
from steelyard.judging.judges import Judges, choose_names
from steelyard.plan import Plan
from steelyard.scorers import SCORERS, Scorer, choose

_FILE = re.compile(r"\S+\.(?:md|txt)")


def settle(plan: Plan, base: Path) -> Plan:
    """Return the plan with every judge named and every rubric as text.

    A bundle made from it can be scored anew anywhere: no file of the plan's folder is needed.

    Raises:
        PlanError: no judge of that name, a judge described wrongly, or no such rubric file.
        InputError: a parameter of a judge scorer is wrong.
    """
    Judges(plan.judges, base)
    choices = plan.scorer_choices() or []
    if not any(SCORERS.get(id_).asks for id_, _ in choices):
        return plan
    settled = [{id_: _settled(SCORERS.get(id_), params, plan, base)} for id_, params in choices]
    return plan.model_copy(update={"scorers": settled})


def read_rubric(path: Path) -> str:
    """Return the rubric in a text file."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise PlanError(t("judge.no_rubric", path=path), hint=t("judge.no_rubric_hint")) from None
    except (OSError, UnicodeDecodeError) as error:
        raise PlanError(t("judge.bad_rubric", path=path, error=error)) from error
    if not text.strip():
        raise PlanError(t("judge.empty_rubric", path=path))
    return text


def _settled(scorer: Scorer, params: dict[str, Any], plan: Plan, base: Path) -> dict[str, Any]:
    if scorer.asks is None:
        return params
    names = choose_names(params.get("judge"), plan.judges, scorer.algorithm.id)
    settled = {**params, "judge": names}
    if isinstance(params.get("rubric"), str):
        # One word ending as a text file does is a file beside the plan.
        is_file = _FILE.fullmatch(params["rubric"])
        settled["rubric"] = read_rubric(base / params["rubric"]) if is_file else params["rubric"]
    # Asking about no row finds what only the scorer knows to be wrong, such as a reversed scale.
    checked = choose(scorer.algorithm.id, settled).params
    scorer.asks({name: [] for name in scorer.reads}, checked)
    return settled
