"""What the guide tells a reader to do with a server is done here, with a real one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from steelyard.server.people import accounts, projects
from steelyard.server.people.policy import SERVICE, Role
from tests.cli import forked_client
from tests.client.conftest import token_of
from tests.docs.documents import DOCS, ROOT, blocks

TEMPLATE = ROOT / "src" / "steelyard" / "cli" / "template"
PLACES = ("https://steelyard.example.org", "http://127.0.0.1:8001/")


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_every_block_of_the_guide_works(service, url, agent, carrying, tmp_path):
    with service.database.transaction() as session:
        user = service._user(session, "manager")
        made = projects.create_project(session, SERVICE, "search", "Search")
        projects.set_member(session, SERVICE, made, user, Role.MANAGER)
        assert accounts.actor_of(session, user).may(Role.MANAGER, made.id)
    token = token_of(service, "manager")
    for file in TEMPLATE.iterdir():
        if file.is_file():
            shutil.copy(file, tmp_path)
    (tmp_path / "token.txt").write_text(f"{token}\n")
    carrying()
    programs = [Path(sys.executable).parent, os.environ["PATH"]]
    if forked_client.POSSIBLE:
        programs.insert(0, forked_client.programs())
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("STEELYARD_")},
        "PATH": os.pathsep.join(map(str, programs)),
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
        "STEELYARD_LANG": "en",
    }
    for block in blocks(DOCS / "guide" / "client.md"):
        text = block.text
        for place, here in zip(PLACES, (url, agent.url), strict=True):
            text = text.replace(place, here)
        if block.file:
            (tmp_path / block.file).write_text(text)
            # The agent of the plan is a function of a file here, which no server asks.
            plan = tmp_path / "plan.yaml"
            plan.write_text(swap_agent(plan.read_text(), agent.url))
            known = {"STEELYARD_SERVER": url, "STEELYARD_TOKEN": token}
            done = run([sys.executable, block.file], tmp_path, {**environment, **known})
        else:
            done = run(["bash", "-e", "-c", text], tmp_path, environment)
        assert done.returncode == 0, f"{text}\n{done.stdout}"
    assert (tmp_path / "report.html").stat().st_size > 10_000


def swap_agent(text, url):
    import yaml

    content = yaml.safe_load(text)
    content["agent"] = {"http": {"url": url}}
    return yaml.safe_dump(content)


def run(words, folder, environment):
    return subprocess.run(
        words,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
    )
