"""Files of indicators, in the catalog's own form, and records written in a plan.

Whatever it came from, a *file* is the plain mapping `{source, where, let, params, indicators}`;
that is also what a bundle keeps and what the worker is sent.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.indicators.lined import Lined, place_of, placed, read_lined_file
from steelyard.indicators.load import built_in, run_params
from steelyard.indicators.records import Family, Indicator, read_record
from steelyard.indicators.sandbox.shape import check_shape, shown, spelled_out

File: TypeAlias = Mapping[str, Any]

_KEYS = ("where", "let", "params", "indicators")
MOST = 200


def load_files(items: Sequence[Any], base: Path, source: str) -> list[File]:
    """Return the files of the entries of a plan's `indicators`: paths, or records with an `id`.

    Args:
        items: the entries.
        base: what paths are relative to.
        source: where records written out stand.

    Raises:
        InputError: an entry is neither, or a file cannot be read.
    """
    files: list[File] = []
    for item in items:
        if isinstance(item, str):
            files.append(read_file(base / item))
        else:
            files.append({"source": source, "indicators": _by_id(source, item)})
    return files


def read_file(path: Path) -> File:
    """Return the file at a path.

    Raises:
        InputError: it is not there, or not of that form.
    """
    if not path.is_file():
        raise InputError(t("sandbox.no_file", path=path))
    content = read_lined_file(path)
    source = str(path)
    if not isinstance(content, Mapping) or not isinstance(content.get("indicators"), Mapping):
        raise InputError(t("sandbox.not_file", source=source, keys=", ".join(_KEYS)))
    for key in content:
        if key not in _KEYS:
            allowed = ", ".join(_KEYS)
            place = place_of(source, content, str(key))
            raise InputError(t("sandbox.file_key", place=place, key=shown(key), allowed=allowed))
    return {"source": source, **content}


def records_of(files: Iterable[File]) -> dict[str, Indicator]:
    """Return the records of files by id.

    Raises:
        InputError: the first record that is not one, with its place.
    """
    found: dict[str, Indicator] = {}
    for file in files:
        for id_, raw in file["indicators"].items():
            if id_ in found:
                place = place_of(str(file["source"]), file["indicators"], str(id_))
                raise InputError(t("sandbox.taken_twice", place=place, id=id_))
            found[str(id_)] = read_one(file, str(id_), raw)
            if len(found) > MOST:
                raise InputError(t("sandbox.many", source=file["source"], allowed=MOST))
    return found


def read_one(file: File, id_: str, raw: Any) -> Indicator:
    """Return one record of a file, checked in shape; its expressions are not looked at."""
    source = str(file["source"])
    if raw is None:
        place = place_of(source, file["indicators"], id_)
        raise InputError(t("sandbox.empty_record", place=place, id=id_))
    check_shape(source, id_, raw)
    shared_shape = {"sql": "1", **{key: file[key] for key in _KEYS[:3] if key in file}}
    check_shape(source, id_, shared_shape)
    place = place_of(source, raw)
    if id_ in built_in():
        raise InputError(t("sandbox.shadows", place=place, id=id_))
    own = spelled_out(id_, {"sql": "1", "params": file.get("params") or {}})["params"]
    family = Family(file.get("where"), file.get("let") or {})
    try:
        return read_record(
            id_, spelled_out(id_, raw), shared={**run_params(), **own}, family=family
        )
    except InputError as error:
        raise placed(place, error) from None
    except (TypeError, ValueError, KeyError, AttributeError):
        # A shape the checks above let through: refused all the same.
        raise InputError(t("sandbox.not_record", place=place, id=id_, found=shown(raw))) from None


def _by_id(source: str, item: Any) -> Lined:
    if not isinstance(item, Mapping) or not isinstance(item.get("id"), str):
        raise InputError(t("sandbox.item", place=place_of(source, item), found=shown(item)))
    record = Lined({key: value for key, value in item.items() if key != "id"})
    record.line, record.lines = getattr(item, "line", None), getattr(item, "lines", {})
    return Lined({item["id"]: record}, record.line)
