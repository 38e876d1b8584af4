"""Write the mechanical part of the Python client from the routes of the API themselves.

One file per router: a record for everything the router answers with, and a method per route. What
is more than mechanical (uploads of runs, waiting, streams) is written by hand beside `areas/`.

python scripts/client.py           writes src/steelyard/client/areas/
python scripts/client.py --check   writes nothing; exits 1 and names the files that are stale
"""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from client_methods import Operation, method_lines
from client_routes import Router, described, routers
from client_types import Namer, doc_lines, record_lines

AREAS = Path(__file__).resolve().parents[1] / "src" / "steelyard" / "client" / "areas"
DOOR = (
    '"""Made by scripts/client.py: one file per router of the API, with records and methods."""\n'
)


def main() -> None:
    """Write the files, or say which are stale."""
    with TemporaryDirectory() as folder:
        made = files(Path(folder))
    known = {path.name for path in AREAS.glob("*.py")}
    stale = sorted(
        {name for name, text in made.items() if not _same(AREAS / name, text)} | known - set(made)
    )
    if "--check" in sys.argv[1:]:
        names = "".join(f"stale: client/areas/{name}\n" for name in stale)
        sys.exit(names + "Run: python scripts/client.py" if stale else 0)
    for name in stale:
        if name in made:
            (AREAS / name).write_text(made[name], encoding="utf-8")
        else:
            (AREAS / name).unlink()
    for words in (("check", "--select", "I", "--fix", "--quiet"), ("format", "--quiet")):
        subprocess.run([sys.executable, "-m", "ruff", *words, str(AREAS)], check=True)


def files(data_dir: Path) -> dict[str, str]:
    """Return every file of the folder with the text it should have."""
    document = described(data_dir)
    found = {"__init__.py": DOOR, "everything.py": _everything(routers())}
    for router in routers():
        found[f"{router.name}.py"] = _module(router, document)
    return found


def _everything(found: tuple[Router, ...]) -> str:
    """Return the module with every area by its name."""
    imports, classes = [], []
    for scoped, name, doc in (
        (False, "ServiceAreas", "Every area outside of a project."),
        (True, "ProjectAreas", "Every area of a project."),
    ):
        given = "wire: Wire, project: str" if scoped else "wire: Wire"
        classes += ["", "", f"class {name}:", f'    """{doc}"""', ""]
        classes += [f"    def __init__(self, {given}) -> None:"]
        for router in found:
            if any(("{project}" in route.path) == scoped for route in router.routes):
                kind = router.class_name(scoped=scoped)
                imports.append(f"from steelyard.client.areas.{router.name} import {kind}")
                told = "wire, project" if scoped else "wire"
                classes.append(f"        self.{router.name} = {kind}({told})")
    head = ['"""Every area by its name."""', "", "from __future__ import annotations", ""]
    imports.append("from steelyard.client.wire import Wire")
    return "\n".join([*head, *imports, *classes, ""])


def _module(router: Router, document: dict) -> str:
    namer = Namer(router.name)
    schemas = document["components"]["schemas"]
    body: list[str] = []
    operations = [Operation.of(route, document) for route in router.routes]
    for kind in router.answers(schemas):
        body += ["", "", *record_lines(kind, schemas, namer)]
    for scoped in (False, True):
        chosen = [one for one in operations if one.scoped == scoped]
        if chosen:
            body += ["", "", f"class {router.class_name(scoped=scoped)}(Area):"]
            body += doc_lines(router.doc, "    ")
            for one in chosen:
                body += ["", *method_lines(one, router, schemas, namer)]
    head = [*doc_lines(router.doc, ""), "", "from __future__ import annotations", ""]
    return "\n".join([*head, *namer.imports("\n".join(body)), *body, ""])


def _same(path: Path, text: str) -> bool:
    """Compare what the files say; how their lines are broken is the formatter's business."""
    if not path.exists():
        return False
    return _said(path.read_text(encoding="utf-8")) == _said(text)


def _said(text: str) -> str:
    """Return a module as a tree, its imports in no order."""
    tree = ast.parse(text)
    imports = [one for one in tree.body if isinstance(one, ast.ImportFrom)]
    rest = [one for one in tree.body if not isinstance(one, ast.ImportFrom)]
    named = sorted(f"{one.module} {alias.name}" for one in imports for alias in one.names)
    return "\n".join([*named, *(ast.dump(one) for one in rest)])


if __name__ == "__main__":
    main()
