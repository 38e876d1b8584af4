"""`steelyard chaos` as a user starts it: a process, real requests, Ctrl-C."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import sys
from pathlib import Path

import pytest

from tests.conditions.faults.conftest import BODY


async def start(*words, lang="en"):
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "steelyard",
        "chaos",
        *words,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "STEELYARD_LANG": lang, "PYTHONUTF8": "1"},
    )


async def run(*words, lang="en"):
    process = await start(*words, lang=lang)
    out, err = await process.communicate()
    return process.returncode, out.decode(), err.decode()


async def test_events_and_summary(upstream, client, tmp_path):
    config, events = tmp_path / "faults.yaml", tmp_path / "deep" / "events.jsonl"
    config.write_text("- http_503: {share: 0.4, retry_after: 2}\n- garbled: {share: 0.2}\n")
    words = ("--listen", "127.0.0.1:0", "--upstream", upstream.url, "--config", str(config))
    process = await start(*words, "--seed", "5", "--events", str(events), "--json")
    first = json.loads(await process.stdout.readline())
    assert first["event"] == "listening"
    whole = 0
    for number in range(40):
        async with client.post(f"{first['url']}/json", data=str(number)) as answer:
            whole += await answer.read() == BODY
    process.send_signal(signal.SIGINT)
    out, err = await process.communicate()
    assert (process.returncode, err) == (0, b"")
    *told, done = map(json.loads, out.splitlines())
    assert done["event"] == "done"
    assert done["requests"] == 40
    assert sum(done["landed"].values()) == 40 - whole == len(told)
    written = [json.loads(line) for line in events.read_text().splitlines()]
    assert [{"event": "fault", **one} for one in written] == told
    assert set(written[0]) == {"key", "kind", "attempt", "landed", "at", "detail"}


async def test_for_people_in_both_languages(upstream, client):
    words = ("--listen", "127.0.0.1:0", "--upstream", upstream.url, "--faults", "empty")
    for lang, counted in (("en", "requests: 1, with a fault: 1"), ("zh", "请求 1，受扰 1")):
        process = await start(*words, lang=lang)
        said = (await process.stderr.readline()).decode()
        url = re.match(r"http://[\d.:]+", said)[0]
        async with client.get(f"{url}/json") as answer:
            assert await answer.read() == b""
        process.send_signal(signal.SIGTERM)
        out, _ = await process.communicate()
        assert process.returncode == 0
        assert counted in out.decode()
        assert re.search(r"empty +100 % +1 +0", out.decode())


async def test_ends_by_itself(upstream):
    words = ("--listen", "127.0.0.1:0", "--upstream", upstream.url, "--faults", "latency")
    code, out, _ = await run(*words, "--for", "0.2")
    assert (code, "requests: 0" in out) == (0, True)


async def test_a_fault_of_ones_own(upstream, client, tmp_path):
    """The record in the guide, as a plug-in."""
    guide = Path(__file__).parents[3] / "docs" / "guide" / "faults.md"
    plugin = tmp_path / "teapot.py"
    plugin.write_text(guide.read_text(encoding="utf-8").split("```python\n")[-1].split("```")[0])
    words = ("--listen", "127.0.0.1:0", "--upstream", upstream.url, "--faults", "teapot", "--json")
    process = await start(*words, "--plugin", str(plugin))
    url = json.loads(await process.stdout.readline())["url"]
    async with client.get(url) as answer:
        assert (answer.status, await answer.text()) == (418, "short and stout")
    process.terminate()
    out, _ = await process.communicate()
    assert json.loads(out.splitlines()[-1])["landed"] == {"teapot": 1}


async def test_list():
    code, out, _ = await run("--list", "--json")
    records = {record["id"]: record for record in json.loads(out)}
    assert code == 0
    assert records["latency"]["params"][0]["default"] == 1.0
    code, out, _ = await run("--list", lang="zh")
    assert "附加" in out or "滞留" in out


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--faults", "latency"], 2, "--upstream is needed"),
        (["--upstream", "nope", "--faults", "latency"], 1, "is not an address"),
        (["--upstream", "http://x"], 1, "No fault is named"),
        (["--upstream", "http://x", "--faults", "latncy"], 1, "Did you mean: latency"),
        (["--upstream", "http://x", "--faults", "reset", "--listen", "x"], 2, "HOST:PORT"),
        (
            ["--upstream", "http://x", "--faults", "reset", "--listen", "203.0.113.1:80"],
            1,
            "Cannot listen at 203.0.113.1:80",
        ),
    ],
)
async def test_what_is_wrong_is_said(words, code, said):
    found, _, err = await run(*words)
    assert found == code, err
    assert said in err
    assert "Traceback" not in err


async def test_a_config_that_is_no_list(tmp_path):
    config = tmp_path / "faults.yaml"
    for text, said in (("a: 1", "found dict"), ("a: [", "not YAML")):
        config.write_text(text)
        code, _, err = await run("--upstream", "http://x", "--config", str(config))
        assert code == 1
        assert said in err
