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
        cases: how many cases each file of cases has.
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
        DataError: it cannot be read, or no provider and prompt of it can be asked.
    """
    known = os.environ if environment is None else environment
    config = read_config(path)
    made = MadePlans()
    prompts = read_prompts(config, path.parent, made.left_out)
    providers = read_providers(config, path.parent, known, made.left_out)
    tests = read_tests(config, path.parent, made.left_out)
    if not prompts or not providers:
        missing = "prompts" if not prompts else "providers"
        hint = "\n".join(made.left_out.sentences())
        raise DataError(t(f"promptfoo.no_{missing}", file=path), hint=hint or None)
    expectations = Expectations(tests, config, known, made.left_out)
    made.cases = len(tests)
    for number, prompt in enumerate(prompts):
        name = "cases.jsonl" if len(prompts) == 1 else f"cases-{number + 1}.jsonl"
        made.files[name] = _cases(prompt, tests, expectations, made.left_out)
    name = str(config.get("description") or path.stem)
    common = {"name": name[:_NAME_LENGTH], **expectations.plan, **_how_to_run(config)}
    _add_plans(made, prompts, providers, common)
    return made


def _how_to_run(config: dict[str, Any]) -> dict[str, Any]:
    """Return how often and how many at a time to ask, where the configuration says so."""
    options = object_of(config.get("commandLineOptions")) | object_of(config.get("evaluateOptions"))
    given = {ours: options.get(theirs) for ours, theirs in _RUN.items()}
    run = {ours: n for ours, n in given.items() if type(n) is int and n > 0}
    return {"run": run} if run else {}


def _add_plans(
    made: MadePlans, prompts: list[Prompt], providers: list[Provider], common: dict[str, Any]
) -> None:
    pairs = [
        (provider, number, prompt)
        for provider in providers
        for number, prompt in enumerate(prompts, start=1)
        if provider.prompts is None or {prompt.label, prompt.id} & provider.prompts
    ]
    for count, (provider, number, prompt) in enumerate(pairs, start=1):
        name = "plan.yaml" if len(pairs) == 1 else f"plan-{count}.yaml"
        agent = f"{provider.label} · {prompt.label}"
        content = {
            **common,
            "name": f"{common['name']}: {agent}"[:_NAME_LENGTH],
            "agent": provider.agent,
            "dataset": "cases.jsonl" if len(prompts) == 1 else f"cases-{number}.jsonl",
        }
        head = "".join(f"# {line}\n" for line in t("promptfoo.plan_head", agent=agent).splitlines())
        text = yaml.safe_dump(content, allow_unicode=True, sort_keys=False, width=100)
        made.files[name] = (head + text).encode()
        made.plans.append(name)


def _cases(
    prompt: Prompt, tests: list[Test], expectations: Expectations, left_out: LeftOut
) -> bytes:
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
    return b"".join(lines)
