"""Exports of a package that are imported on first use.

Importing one name of a package that re-exports everything imports all of its modules. Type checkers
read the imports under `TYPE_CHECKING`; a test compares them with what is given here.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module
from types import ModuleType
from typing import Any


def lazy_exports(package: str, modules: Mapping[str, tuple[str, ...]]) -> None:
    """Let `package` import what it exports when it is used.

    Args:
        package: its `__name__`.
        modules: the names that each module of the package defines; at ".", modules themselves.
    """
    module = sys.modules[package]
    vars(module)["lazy_homes"] = {name: home for home in modules for name in modules[home]}
    module.__class__ = _LazyPackage


def load_exports(package: str) -> None:
    """Import everything that a package exports, which registers what its modules register."""
    module = import_module(package)
    for name in module.__all__:
        found = getattr(module, name)
        if isinstance(found, _LazyPackage):
            load_exports(found.__name__)


class _LazyPackage(ModuleType):
    lazy_homes: dict[str, str]

    def __getattr__(self, name: str) -> Any:
        home = self.lazy_homes.get(name)
        if home is None:
            message = f"module {self.__name__!r} has no attribute {name!r}"
            raise AttributeError(message)
        if home == ".":
            found: Any = import_module(f"{self.__name__}.{name}")
        else:
            found = getattr(import_module(f"{self.__name__}.{home}"), name)
        vars(self)[name] = found
        return found

    def __setattr__(self, name: str, value: Any) -> None:
        # Importing a module binds it in its package, where an export may have the same name.
        if not isinstance(value, ModuleType) or name not in self.lazy_homes:
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*vars(self), *self.lazy_homes})
