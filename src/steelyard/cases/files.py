"""Which files a dataset is made of: a file, a folder, a glob, one split of a folder."""

from __future__ import annotations

import re
from pathlib import Path

from steelyard.cases.readers.base import READERS, Reader
from steelyard.cases.spec import DatasetSpec
from steelyard.errors import DataError
from steelyard.i18n import t

# Files that dataset folders carry beside the data.
NOT_DATA = frozenset({"dataset_info.json", "dataset_infos.json", "dataset_dict.json", "state.json"})
SPLITS = ("train", "validation", "valid", "val", "dev", "test", "eval")
_GLOB = re.compile(r"[*?\[]")
_SHARD = re.compile(r"^(.+?)-\d{5}-of-\d{5}$")


def find_files(spec: DatasetSpec, base: Path) -> list[Path]:
    """Return the files of the dataset in a stable order, each once."""
    patterns = [spec.path] if isinstance(spec.path, str) else spec.path
    if not patterns:
        raise DataError(t("cases.no_path"))
    found: dict[Path, None] = {}
    for pattern in patterns:
        found.update(dict.fromkeys(_expand(pattern, spec, base)))
    return list(found)


def reader_for(path: Path, spec: DatasetSpec) -> Reader:
    """Return the reader of `path`: the one the spec names, else by the file's extension."""
    if spec.format is not None:
        return READERS.get(spec.format)
    extension = _extension(path)
    for reader in READERS:
        if extension in reader.extensions:
            return reader
    shown = extension or t("cases.none")
    message = t("cases.unknown_extension", file=path.name, extension=shown)
    raise DataError(message, hint=t("cases.unknown_extension_hint", extensions=_extensions()))


def bare_name(name: str) -> str:
    """Return the name of a file less the extension of its format; other dots are part of it."""
    bare = name[: -len(".gz")] if name.lower().endswith(".gz") else name
    extension = Path(bare).suffix
    known = any(extension.lower() in reader.extensions for reader in READERS)
    return bare.removesuffix(extension) if known else bare


def shown_name(path: Path, base: Path) -> str:
    """Return `path` as the dataset names it: relative to `base` where it lies below it."""
    return path.relative_to(base).as_posix() if path.is_relative_to(base) else path.as_posix()


def _expand(pattern: str, spec: DatasetSpec, base: Path) -> list[Path]:
    path = base / Path(pattern).expanduser()
    if path.is_dir():
        return _folder(path, spec, base)
    if path.exists():
        return [path]
    if _GLOB.search(pattern):
        root, rest = _rooted(Path(pattern).expanduser(), base)
        files = sorted(match for match in root.glob(rest) if match.is_file())
        if files:
            return files
        raise DataError(t("cases.no_match", pattern=pattern, base=base))
    hint = _neighbours(path)
    raise DataError(t("cases.no_file", file=pattern, base=base), hint=hint)


def _rooted(pattern: Path, base: Path) -> tuple[Path, str]:
    if not pattern.is_absolute():
        return base, str(pattern)
    root = Path(pattern.anchor)
    return root, str(pattern.relative_to(root))


def _folder(folder: Path, spec: DatasetSpec, base: Path) -> list[Path]:
    files = sorted(path for path in folder.rglob("*") if _is_data(path, folder, spec))
    name = shown_name(folder, base)
    if not files:
        message = t("cases.empty_folder", folder=name)
        raise DataError(message, hint=t("cases.empty_folder_hint", extensions=_extensions()))
    splits = {path: _split_of(path, folder) for path in files}
    known = sorted({split for split in splits.values() if split})
    if spec.split is not None:
        chosen = [path for path in files if splits[path] == spec.split]
        if not chosen:
            shown = ", ".join(known) or t("cases.none")
            message = t("cases.no_split", folder=name, split=spec.split, splits=shown)
            raise DataError(message)
        return chosen
    if len(known) > 1:
        message = t("cases.many_splits", folder=name, splits=", ".join(known))
        raise DataError(message, hint=t("cases.many_splits_hint", split=known[-1]))
    return files


def _is_data(path: Path, folder: Path, spec: DatasetSpec) -> bool:
    inside = path.relative_to(folder)
    if any(part.startswith((".", "~$")) for part in inside.parts) or path.name in NOT_DATA:
        return False
    extension = _extension(path)
    if spec.format is not None:
        wanted = READERS.get(spec.format).extensions
        return path.is_file() and extension in wanted
    return path.is_file() and any(extension in reader.extensions for reader in READERS)


def _split_of(path: Path, folder: Path) -> str:
    """Return the split a file belongs to, by its own name or its folder's; "" for none."""
    stem = path.name.split(".")[0]
    if shard := _SHARD.match(stem):
        return shard.group(1)
    for part in (stem, *reversed(path.relative_to(folder).parts[:-1])):
        if part.lower() in SPLITS:
            return part
    return ""


def _extension(path: Path) -> str:
    name = path.name.lower().removesuffix(".gz")
    return Path(name).suffix


def _extensions() -> str:
    return ", ".join(sorted(e for reader in READERS for e in reader.extensions))


def _neighbours(path: Path) -> str:
    """Say what readable files lie where a missing one was expected."""
    folder = path.parent
    if not folder.is_dir():
        return t("cases.no_folder", folder=folder)
    names = sorted(p.name for p in folder.iterdir() if not p.name.startswith("."))
    shown = ", ".join(names[:8]) + (", …" if len(names) > 8 else "")
    return t("cases.neighbours", folder=folder, names=shown or t("cases.none"))
