"""What comes with the package for running it: checked as far as no daemon is needed.

Images are not built and units not started here; proxies are, in `test_proxies.py`, where they are.
"""

from __future__ import annotations

import ast
import re
import shutil
import stat
import subprocess
import sys
import threading
import tomllib
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
import yaml

from steelyard.api.app import all_routes
from steelyard.cli.main import COMMANDS
from steelyard.server.settings import Settings, load_settings

ROOT = Path(__file__).parent.parent.parent
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text())
DOCKERFILE = (ROOT / "Dockerfile").read_text().replace("\\\n", " ")
UNIT = ROOT / "deploy" / "systemd" / "steelyard.service"
OURS = ("server", "worker")
OTHER_VARIABLES = {"STEELYARD_SECRETS", "STEELYARD_CONFIG", "STEELYARD_KEY"}


def instructions(word):
    return [line.split(None, 1)[1] for line in DOCKERFILE.splitlines() if line.startswith(word)]


def check_settings(variables, monkeypatch, tmp_path):
    """Every variable is a setting, and all of them together are allowed."""
    monkeypatch.chdir(tmp_path)
    known = {f"STEELYARD_{name.upper()}" for name in Settings.model_fields} | OTHER_VARIABLES
    for name, value in variables.items():
        assert name in known
        default = re.fullmatch(r"\$\{\w+:-(.*)\}", value)
        monkeypatch.setenv(name, default.group(1) if default else value)
    monkeypatch.delenv("STEELYARD_SECRETS", raising=False)
    return load_settings()


@pytest.mark.parametrize("name", OURS)
def test_settings_in_compose(name, monkeypatch, tmp_path):
    settings = check_settings(COMPOSE["services"][name]["environment"], monkeypatch, tmp_path)
    assert settings.workers == (0 if name == "server" else 2)


@pytest.mark.parametrize("name", OURS)
def test_containers_are_closed(name):
    service = COMPOSE["services"][name]
    assert service["read_only"]
    assert service["cap_drop"] == ["ALL"]
    assert "no-new-privileges:true" in service["security_opt"]
    assert service["command"][0] in COMMANDS
    assert service["depends_on"]["database"]["condition"] == "service_healthy"


def test_only_loopback_is_published():
    published = [port for one in COMPOSE["services"].values() for port in one.get("ports", ())]
    assert published
    assert all(port.startswith("127.0.0.1:") for port in published)


def test_passwords_are_files_and_named_as_their_variables():
    text = (ROOT / "compose.yaml").read_text()
    assert "POSTGRES_PASSWORD:" not in text
    known = {f"steelyard_{name}" for name in Settings.model_fields} | {"database_password"}
    assert set(COMPOSE["secrets"]) <= known
    for service in COMPOSE["services"].values():
        assert set(service.get("secrets", ())) <= set(COMPOSE["secrets"])
        for volume in service["volumes"]:
            assert volume.partition(":")[0] in COMPOSE["volumes"]


def test_secrets_are_made_once_and_fit_together(tmp_path):
    folder = tmp_path / "secrets"
    for _ in range(2):
        subprocess.run([ROOT / "deploy" / "secrets.sh", folder], check=True, capture_output=True)
    password = (folder / "database-password").read_text()
    assert len(password) == 48
    url = (folder / "database-url").read_text()
    assert url == f"postgresql://steelyard:{password}@database/steelyard"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    again = (folder / "database-password").read_text()
    assert again == password


def test_the_image_runs_as_nobody_special(monkeypatch, tmp_path):
    assert instructions("USER") == ["10001"]
    assert instructions("FROM")[-1] == "python:${PYTHON}-slim"
    said = dict(re.findall(r"(STEELYARD_\w+)=(\S+)", " ".join(instructions("ENV"))))
    settings = check_settings(said, monkeypatch, tmp_path)
    assert str(settings.data_dir) == instructions("VOLUME")[0]
    assert str(settings.port) == instructions("EXPOSE")[0]
    assert instructions("CMD") == ['["serve"]']


def test_the_image_is_made_of_what_is_let_in():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    [extras] = re.findall(r'ARG EXTRAS="(.*)"', DOCKERFILE)
    assert set(extras.split(",")) <= set(project["optional-dependencies"])
    low, high = re.findall(r"3\.(\d+)", project["requires-python"])
    [python] = re.findall(r"ARG PYTHON=3\.(\d+)", DOCKERFILE)
    assert int(low) <= int(python) < int(high)
    let_in = {
        line[1:]
        for line in (ROOT / ".dockerignore").read_text().splitlines()
        if line.startswith("!")
    }
    assert {"src", "pyproject.toml", project["readme"], *project["license-files"]} <= let_in


class _Health(BaseHTTPRequestHandler):
    status = 200

    def do_GET(self):
        self.send_response(self.status if self.path == "/healthz" else 404)
        self.end_headers()

    def log_message(self, *_):
        pass


@pytest.mark.parametrize(("status", "expected"), [(200, True), (503, False)])
def test_the_health_check_tells(status, expected):
    assert "/healthz" in {path for path, _ in all_routes()}
    [command] = re.findall(r"HEALTHCHECK.*?CMD (\[.*\])", DOCKERFILE)
    words = ast.literal_eval(command)
    server = HTTPServer(("127.0.0.1", 0), _Health)
    _Health.status = status
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        code = words[2].replace("8765", str(server.server_port))
        done = subprocess.run([sys.executable, *words[1:2], code], capture_output=True, check=False)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
    assert (done.returncode == 0) is expected


def test_the_unit(tmp_path, monkeypatch):
    lines = dict(re.findall(r"^Environment=(STEELYARD_\w+)=(.*)$", UNIT.read_text(), re.M))
    check_settings(lines, monkeypatch, tmp_path)
    settings = yaml.safe_load((UNIT.parent / "server.yaml").read_text())
    assert load_settings(**settings).is_https
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not here")
    there = tmp_path / UNIT.name
    there.write_text(UNIT.read_text().replace("/opt/steelyard/bin/steelyard", sys.executable))
    done = subprocess.run(
        ["systemd-analyze", "verify", there], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    offline = ["systemd-analyze", "security", "--offline=true", "--threshold=20", there]
    done = subprocess.run(offline, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-500:]


@pytest.mark.parametrize("name", ["nginx/steelyard.conf", "caddy/Caddyfile"])
def test_proxies_lead_to_the_service(name):
    text = (ROOT / "deploy" / name).read_text()
    assert text.count("{") == text.count("}")
    port = Settings.model_fields["port"].default
    assert f"127.0.0.1:{port}" in text
    assert "/metrics" in text  # not for everyone
