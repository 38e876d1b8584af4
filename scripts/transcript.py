"""Run the demo in both languages and put what it printed, trimmed, into the two README files.

python scripts/transcript.py

Trimmed: whole paragraphs are left out, an ellipsis marks each place; nothing is rewritten.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
README = {"en": ROOT / "README.md", "zh": ROOT / "README.zh-CN.md"}
COMMAND = "steelyard demo --out runs/demo"
# Paragraphs of the output: 0 progress and head, 1 headline and gates, 2 findings, 3 parts,
# 4 indicators, 5 not computed, 6 conditions, 7 to 12 each of them, 13 kinds of scenario,
# 14 scenario, 15 domain, 16 evaluation type, 17 latency, 18 failures, 19 notes and next steps.
KEPT = (0, 1, 2, 3, 6, 11, 13, 19)
_BLOCK = re.compile(r"```console\n\$ steelyard demo.*?```", re.DOTALL)


def main() -> None:
    """Replace the transcript in each README."""
    for language, path in README.items():
        block = f"```console\n$ {COMMAND}\n{trimmed(demo(language))}\n```"
        text = path.read_text(encoding="utf-8")
        path.write_text(_BLOCK.sub(lambda _: block, text, count=1), encoding="utf-8")  # noqa: B023


def demo(language: str) -> str:
    """Return what the demo prints, to both streams, where no terminal is attached."""
    with TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-m", *COMMAND.split()],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=folder,
            env={**os.environ, "STEELYARD_LANG": language, "PYTHONUTF8": "1"},
            check=True,
        )
    return done.stdout.decode()


def trimmed(output: str) -> str:
    """Return the kept paragraphs, with an ellipsis for those left out between them."""
    paragraphs = ["\n".join(line.rstrip() for line in p.splitlines()) for p in output.split("\n\n")]
    kept: list[str] = []
    for number, paragraph in enumerate(paragraphs):
        if number in KEPT:
            kept.append(paragraph.strip("\n"))
        elif kept[-1] != "…":
            kept.append("…")
    return "\n\n".join(kept)


if __name__ == "__main__":
    main()
