"""Build wheel and sdist twice, under different circumstances, and keep them if they are the same.

python scripts/build_twice.py OUT

The second build is in another folder, with other permissions, another time and without git. So
anyone with the source of a release can make the very bytes that were released. Needs hatchling, and
no package index.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
# What hatchling takes where nothing is set: a plain build of the source gives these bytes too.
EPOCH = "1580601600"
# What the builds are made from; nothing else in the folder can leak into them.
SOURCES = ("src", "pyproject.toml", "README.md", "LICENSE")


def main() -> None:
    """Build, compare, keep."""
    out = Path(sys.argv[1])
    with TemporaryDirectory() as scratch:
        first = build(ROOT, Path(scratch) / "first", umask=0o022)
        second = build(ROOT, Path(scratch) / "second/deeper", umask=0o077)
        if names := differing(first, second):
            sys.exit(f"Not reproducible: {', '.join(names)}")
        out.mkdir(parents=True, exist_ok=True)
        for name, path in first.items():
            shutil.copy(path, out / name)
            sys.stdout.write(f"{digest(path)}  {name}\n")


def build(root: Path, folder: Path, *, umask: int) -> dict[str, Path]:
    """Build from a fresh copy of the source; return the files by name."""
    source = folder / "source"
    source.mkdir(parents=True)
    unwanted = shutil.ignore_patterns("__pycache__", "*.pyc")
    for name in SOURCES:
        path = root / name
        if path.is_dir():
            shutil.copytree(path, source / name, ignore=unwanted, copy_function=shutil.copyfile)
        else:
            shutil.copyfile(path, source / name)
    _age(source, umask)
    environment = {**os.environ, "SOURCE_DATE_EPOCH": EPOCH, "PYTHONHASHSEED": str(umask)}
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(folder / "dist")]
    subprocess.run(
        command, cwd=source, env=environment, check=True, capture_output=True, umask=umask
    )
    return {path.name: path for path in sorted((folder / "dist").iterdir())}


def differing(first: dict[str, Path], second: dict[str, Path]) -> list[str]:
    """Return the names of the files that are not the same in both builds."""
    both = first.keys() & second.keys()
    same = {name for name in both if digest(first[name]) == digest(second[name])}
    return sorted((first.keys() | second.keys()) - same)


def digest(path: Path) -> str:
    """Return the SHA-256 of a file."""
    return sha256(path.read_bytes()).hexdigest()


def _age(source: Path, seed: int) -> None:
    """Give the files other times, and the permissions that the umask leaves."""
    then = time.time() - 86_400 * (1 + seed)
    for path in source.rglob("*"):
        os.utime(path, (then, then))
        path.chmod((0o777 if path.is_dir() else 0o666) & ~seed)


if __name__ == "__main__":
    main()
