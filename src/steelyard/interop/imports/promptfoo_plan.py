"""A configuration of promptfoo made into plans: one for every provider with every prompt.

What our scorers can express is kept, the rest is named with the reason. Cases have the names that
imported results have, so that a run of such a plan can be compared with what promptfoo found.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson
import yaml

from steelyard.errors import DataError
from steelyard.i18n import t
from steelyard.interop.imports.promptfoo_asserts import Expectations
from steelyard.interop.imports.promptfoo_config import (
    LeftOut,
    Prompt,
    Test,
    read_config,
    read_prompts,
    read_tests,
    render,
    shown,
)
from steelyard.interop.imports.promptfoo_providers import Provider, read_providers
from steelyard.interop.imports.shapes import object_of

_NAME_LENGTH = 200
_RUN = {"epochs": "repeat", "concurrency": "maxConcurrency"}


@dataclass(slots=True)
class MadePlans:
    """What a configuration became.

    Attributes:
        files: content of every file by its name: plans and cases.
        plans: the names among them that are plans.
        cases: how many cases are written for a prompt, at most.
        left_out: what was left out or means something slightly else, with reasons.
    """

    files: dict[str, bytes] = field(default_factory=dict)
    plans: list[str] = field(default_factory=list)
    cases: int = 0
    left_out: LeftOut = field(default_factory=LeftOut)


def plans_from_promptfoo(path: Path, environment: Mapping[str, str] | None = None) -> MadePlans:
    """Read a promptfoo configuration (YAML or JSON) and make plans and cases of it.

    Args:
        path: the configuration; files it names are found from its folder.
        environment: what `{{env.NAME}}` stands for; the process's own when not given.

    Raises:
        DataError: it cannot be read, or no provider, prompt and case of it can be asked.
    """
    known = os.environ if environment is None else environment
    config = read_config(path)
    made = MadePlans()
    prompts = read_prompts(config, path.parent, made.left_out)
    providers = read_providers(config, path.parent, known, made.left_out)
    tests = read_tests(config, path.parent, made.left_out)
    _refuse_nothing(prompts, "prompts", path, made.left_out)
    _refuse_nothing(providers, "providers", path, made.left_out)
    expectations = Expectations(tests, config, known, made.left_out)
    asked: dict[str, Prompt] = {}
    for number, prompt in enumerate(prompts):
        name = "cases.jsonl" if len(prompts) == 1 else f"cases-{number + 1}.jsonl"
        if lines := _cases(prompt, tests, expectations, made.left_out):
            asked[name] = prompt
            made.files[name] = b"".join(lines)
            made.cases = max(made.cases, len(lines))
    _refuse_nothing(asked, "cases", path, made.left_out)
    name = str(config.get("description") or path.stem)
    run = _how_to_run(config, made.left_out)
    _add_plans(made, asked, providers, {"name": name[:_NAME_LENGTH], **expectations.plan, **run})
    _refuse_nothing(made.plans, "pairs", path, made.left_out)
    return made


def _refuse_nothing(found: object, missing: str, path: Path, left_out: LeftOut) -> None:
    """Raise where nothing was found to make a plan of, with what was left out."""
    if not found:
        hint = "\n".join(left_out.sentences())
        raise DataError(t(f"promptfoo.no_{missing}", file=path), hint=hint or None)


def _how_to_run(config: dict[str, Any], left_out: LeftOut) -> dict[str, Any]:
    """Return how often and how many at a time to ask, where the configuration says so."""
    options: dict[str, Any] = {}
    for name in ("commandLineOptions", "evaluateOptions"):
        given = config.get(name)
        options |= object_of(given)
        if given is not None and not isinstance(given, dict):
            left_out.add(name, "promptfoo.why_shape", shown(given))
    run = {}
    for ours, theirs in _RUN.items():
        number = options.get(theirs)
        if type(number) is int and number > 0:
            run[ours] = number
        elif number is not None:
            left_out.add(theirs, "promptfoo.why_count", shown(number))
    return {"run": run} if run else {}


def _add_plans(
    made: MadePlans, prompts: dict[str, Prompt], providers: list[Provider], common: dict[str, Any]
) -> None:
    """Add a plan for every provider and every file of cases that is for it."""
    pairs = []
    for provider in providers:
        own = [
            (provider, file, prompt)
            for file, prompt in prompts.items()
            if provider.prompts is None or {prompt.label, prompt.id} & provider.prompts
        ]
        if not own:
            made.left_out.add(provider.label, "promptfoo.why_no_prompt", "providers")
        pairs += own
    for count, (provider, file, prompt) in enumerate(pairs, start=1):
        name = "plan.yaml" if len(pairs) == 1 else f"plan-{count}.yaml"
        agent = f"{provider.label} · {prompt.label}"
        content = {
            **common,
            "name": f"{common['name']}: {agent}"[:_NAME_LENGTH],
            "agent": provider.agent,
            "dataset": file,
        }
        head = "".join(f"# {line}\n" for line in t("promptfoo.plan_head", agent=agent).splitlines())
        text = yaml.safe_dump(content, allow_unicode=True, sort_keys=False, width=100)
        made.files[name] = (head + text).encode()
        made.plans.append(name)


def _cases(
    prompt: Prompt, tests: list[Test], expectations: Expectations, left_out: LeftOut
) -> list[bytes]:
    lines = []
    for number, test in enumerate(tests, start=1):
        question = render(prompt.template, test.variables, left_out, prompt.label)
        if not question:
            left_out.add("prompt", "promptfoo.why_empty", f"{prompt.label}, test {number}")
            continue
        metadata = {**test.metadata, **({"vars": test.variables} if test.variables else {})}
        if test.description:
            metadata["description"] = test.description
        case = {"case_id": f"test-{number:04}", "input": question, **expectations.of(number - 1)}
        case |= {"metadata": metadata} if metadata else {}
        lines.append(orjson.dumps(case, option=orjson.OPT_APPEND_NEWLINE, default=str))
    return lines
