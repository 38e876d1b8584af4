"""A2A agents are disturbed at the message, not at their card, also while streaming and polling."""

from __future__ import annotations

import pytest

from steelyard.agents import make_agent
from steelyard.conditions.faults import disturbed
from steelyard.errors import AskError
from steelyard.model import Case
from tests.agents.test_a2a import WAYS, serving

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def home():
    with serving() as url:
        yield url


@pytest.mark.parametrize("way", WAYS)
async def test_the_message_is_disturbed_and_then_not(home, way):
    config = {"a2a": {"url": home, **WAYS[way]}}
    main = make_agent(config)
    await main.open()
    faults = {"http_503": {}, "latency": {"delay": 0.05}, "reset": {"after": 10}}
    async with disturbed(main, faults, config=config, make=make_agent) as agent:
        for row, kind in enumerate(faults):
            case = Case(row, f"c{row}", "say hello", fields={"fault": kind, "condition_seed": row})
            if kind == "latency":
                assert (await agent.ask(case)).output == "hello"
            else:
                with pytest.raises(AskError) as caught:
                    await agent.ask(case)
                assert "well-known" not in str(caught.value)
            assert (await agent.ask(case)).output == "hello"
            facts = agent.facts(case)
            assert facts["condition_landed"] is True, (kind, facts)
    await main.close()
