"""What the server tells, as typed records."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, TypeVar, cast

from pydantic import TypeAdapter, ValidationError

from steelyard.client.errors import RemoteError
from steelyard.i18n import t


@dataclass(frozen=True, kw_only=True)
class Record:
    """Something the server told; `etag` names the state it was in, where the server says so."""

    etag: str | None = field(default=None, compare=False, repr=False)


R = TypeVar("R", bound=Record)


def read(kind: type[R], content: Any, etag: str | None = None) -> R:
    """Return what was told as a record; fields that are not known here are left out.

    Raises:
        RemoteError: it is not as described; the server may be of another version.
    """
    try:
        found: R = _adapter(cast("Any", kind)).validate_python(content)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        problem = f"{kind.__name__}.{where}: {first['msg']}"
        raise RemoteError(t("client.not_as_described", problem=problem)) from None
    return found if etag is None else replace(found, etag=etag)


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)
