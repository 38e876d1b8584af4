"""Make the logs that tests import, by running the tools themselves.

    .venv/bin/python scripts/make_import_fixtures.py [inspect] [lm_eval] [otel] [--venvs FOLDER]

Each tool is installed by name into an environment of its own (in a temporary folder, or kept in
FOLDER) and run against a small server on this machine: questions in English and Chinese, right,
wrong, partly right and empty answers, tool calls, repeats, an error, limits. What the tools write
is stored under tests/interop/imports/fixtures with what they computed themselves (expected.json)
and the versions that wrote it (versions.json).
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).parent / "import_fixtures"
sys.path.insert(0, str(HERE))

from server import serving  # noqa: E402

FIXTURES = Path(__file__).parents[1] / "tests" / "interop" / "imports" / "fixtures"
PACKAGES = {
    "inspect": ("inspect_ai", "openai"),
    "lm_eval": ("lm-eval[api]",),
    "otel": (
        "pydantic-ai-slim[openai]",
        "opentelemetry-sdk",
        "opentelemetry-exporter-otlp-proto-common",
    ),
}
QUIET = {"OPENAI_API_KEY": "none", "HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1"}


def main() -> None:
    """Make the fixtures of the tools named, or of all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tools", nargs="*", metavar="TOOL", help=", ".join(PACKAGES))
    parser.add_argument("--venvs", type=Path, help="folder of the tools' environments, kept")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        for tool in chosen.tools or PACKAGES:
            python = _environment(tool, chosen.venvs or Path(scratch) / "venvs")
            target = Path(scratch) / "made" / tool
            # Away from the repository, so that no path of it gets into a log.
            work = Path(shutil.copytree(HERE, Path(scratch) / "work" / tool))
            with serving() as address:
                _MAKE[tool](python, work, address, target)
            _store(tool, python, target)


def _inspect(python: Path, work: Path, address: str, target: Path) -> None:
    _run([python, work / "inspect_run.py", address, target], work)


def _otel(python: Path, work: Path, address: str, target: Path) -> None:
    _run([python, work / "otel_run.py", address, target], work)


def _lm_eval(python: Path, work: Path, address: str, target: Path) -> None:
    tasks = work / "lm_eval_tasks"
    server = f"model=tiny,base_url={address}/chat/completions"
    chat = ["--model", "local-chat-completions", "--model_args", *server.split(",")]
    # A model inside the harness that guesses: log-likelihoods without any weights to fetch.
    guess = ["--model", "dummy"]
    for folder, model, names in (
        ("chat", [*chat, "--apply_chat_template"], ["steelyard_qa"]),
        ("guess", guess, ["steelyard_choice", "steelyard_text"]),
    ):
        command = [python, "-m", "lm_eval", "run", *model, "--tasks", *names]
        command += ["--include_path", ".", "--output_path", target / "out", "--log_samples"]
        _run([*command, "--seed", "7"], tasks)
        shutil.move(next((target / "out").iterdir()), target / folder)
    (target / "out").rmdir()


_MAKE: dict[str, Callable[[Path, Path, str, Path], None]] = {
    "inspect": _inspect,
    "lm_eval": _lm_eval,
    "otel": _otel,
}


def _environment(tool: str, folder: Path) -> Path:
    python = folder / tool / "bin" / "python"
    if not python.exists():
        venv.create(folder / tool, with_pip=True)
        _run([python, "-m", "pip", "install", "-q", *PACKAGES[tool]], folder)
    return python


def _store(tool: str, python: Path, made: Path) -> None:
    show = [str(python), "-m", "pip", "list", "--format", "json"]
    listed = subprocess.run(show, check=True, capture_output=True, text=True).stdout
    wanted = {name.partition("[")[0].lower().replace("_", "-") for name in PACKAGES[tool]}
    versions = {
        package["name"]: package["version"]
        for package in json.loads(listed)
        if package["name"].lower().replace("_", "-") in wanted
    }
    (made / "versions.json").write_text(json.dumps(versions, indent=1) + "\n")
    shutil.rmtree(FIXTURES / tool, ignore_errors=True)
    shutil.copytree(made, FIXTURES / tool)


def _run(command: list[object], folder: Path) -> None:
    subprocess.run(
        [str(word) for word in command], check=True, cwd=folder, env={**os.environ, **QUIET}
    )


if __name__ == "__main__":
    main()
