"""Write the software bill of materials (CycloneDX 1.6): what is installed with Steelyard.

python scripts/sbom.py OUT [--extras server,sso] [--wheels FOLDER]

Without a folder of wheels, the packages are those of scripts/tested-versions.txt, read from this
environment, which must have exactly those versions. With one, they are the wheels in it, each with
its SHA-256. What is copied into our own files is in sbom/bundled.json, kept by hand. The same input
gives the same bytes: no time and no random number is in it.
"""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
import zipfile
from collections.abc import Iterator, Mapping
from hashlib import sha256
from importlib.metadata import Distribution, PathDistribution, distributions
from pathlib import Path
from typing import Any, NamedTuple

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]


class Package(NamedTuple):
    """An installed package or a wheel, and the hash of the wheel."""

    found: Distribution
    hash: str | None = None

    @property
    def name(self) -> str:
        """Its name in the one form that indexes use."""
        return canonicalize_name(self.found.metadata["Name"])

    @property
    def ref(self) -> str:
        """How the document names it."""
        return f"pkg:pypi/{self.name}@{self.found.version}"


def main() -> None:
    """Write the document that the command asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("out", type=Path, metavar="OUT")
    parser.add_argument("--extras", default="server", help="extras of Steelyard, with commas")
    parser.add_argument("--wheels", type=Path, help="folder of wheels to describe")
    given = parser.parse_args()
    known = dict(_wheels(given.wheels) if given.wheels else _locked())
    extras = [extra for extra in given.extras.split(",") if extra]
    given.out.write_bytes(document(known, extras))


def document(known: Mapping[str, Package], extras: list[str]) -> bytes:
    """Return the bill of materials of Steelyard with these extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    lists = [project["dependencies"], *(project["optional-dependencies"][one] for one in extras)]
    edges = closure(known, [Requirement(line) for lines in lists for line in lines])
    top = f"pkg:pypi/steelyard@{_version()}"
    bundled = json.loads((ROOT / "sbom" / "bundled.json").read_text("utf-8"))
    ours = {"type": "application", "bom-ref": top, "purl": top, "name": "steelyard"}
    licenses = [{"expression": project["license"]}]
    whole = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {**ours, "version": _version(), "licenses": licenses}},
        "components": [_component(known[name]) for name in sorted(edges) if name] + bundled,
        "dependencies": [
            {
                "ref": known[name].ref if name else top,
                "dependsOn": sorted(known[one].ref for one in edges[name]),
            }
            for name in sorted(edges)
        ],
    }
    return (json.dumps(whole, ensure_ascii=False, indent=2) + "\n").encode()


def closure(known: Mapping[str, Package], asked: list[Requirement]) -> dict[str, set[str]]:
    """Return what each package needs, from the first requirements on; ours is the empty name."""
    edges: dict[str, set[str]] = {"": set()}
    seen: dict[str, set[str]] = {}
    waiting = [("", one) for one in asked]
    while waiting:
        by, wanted = waiting.pop()
        name = canonicalize_name(wanted.name)
        if name not in known:
            sys.exit(f"{name}, which {by or 'steelyard'} needs, is not among the packages.")
        edges[by].add(name)
        extras = {"", *wanted.extras} - seen.setdefault(name, set())
        seen[name] |= extras
        edges.setdefault(name, set())
        for line in known[name].found.requires or ():
            further = Requirement(line)
            marker = further.marker
            if any(marker is None or marker.evaluate({"extra": extra}) for extra in extras):
                waiting.append((name, further))
    return edges


def _component(package: Package) -> dict[str, Any]:
    found = {
        "type": "library",
        "bom-ref": package.ref,
        "purl": package.ref,
        "name": package.name,
        "version": package.found.version,
        "licenses": [_license(package)],
    }
    return found | (
        {"hashes": [{"alg": "SHA-256", "content": package.hash}]} if package.hash else {}
    )


def _license(package: Package) -> dict[str, Any]:
    """Return the license by expression, field or classifier, else as the table by hand has it."""
    meta = package.found.metadata
    if expression := meta.get("License-Expression"):
        return {"expression": expression}
    names = [line.rpartition(" :: ")[2] for line in meta.get_all("Classifier") or ()
             if line.startswith("License ::") and not line.endswith("OSI Approved")]  # fmt: skip
    field = (meta.get("License") or "").strip()
    if field and "\n" not in field and len(field) < 80:
        names = names or [field]
    by_hand = json.loads((ROOT / "sbom" / "licenses.json").read_text("utf-8"))
    name = " AND ".join(names) or by_hand.get(package.name)
    if not name:
        sys.exit(f"{package.name} does not say its license: add it to sbom/licenses.json.")
    return {"license": {"name": name}}


def _locked() -> Iterator[tuple[str, Package]]:
    """Give the packages of the tested versions that this environment has."""
    lines = (ROOT / "scripts" / "tested-versions.txt").read_text("utf-8").splitlines()
    pins = {canonicalize_name(one.name): str(one.specifier) for one in map(Requirement, lines)}
    for found in distributions():
        package = Package(found)
        if (pin := pins.get(package.name)) is None:
            continue
        if pin != f"=={found.version}":
            sys.exit(
                f"{package.name} is {found.version} here, and {pin[2:]} in tested-versions.txt."
            )
        yield package.name, package


def _wheels(folder: Path) -> Iterator[tuple[str, Package]]:
    for path in sorted(folder.glob("*.whl")):
        root = zipfile.Path(zipfile.ZipFile(path))
        [info] = [one for one in root.iterdir() if one.name.endswith(".dist-info")]
        package = Package(PathDistribution(info), sha256(path.read_bytes()).hexdigest())
        yield package.name, package


def _version() -> str:
    text = (ROOT / "src" / "steelyard" / "__init__.py").read_text("utf-8")
    return text.partition('__version__ = "')[2].partition('"')[0]


if __name__ == "__main__":
    main()
