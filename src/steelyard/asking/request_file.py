"""Cases to requests: read, check, process, and write down everything that will be sent.

The file is written once, before the first request, and its checksum is kept in the manifest: a
resumed run sends exactly what was going to be sent, or says that it cannot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from steelyard import bundle as disk
from steelyard.bundle import Bundle, layout
from steelyard.cases import CaseStream, read_cases
from steelyard.conditions import Expansion
from steelyard.errors import BundleError, JournalDamagedError
from steelyard.i18n import t
from steelyard.plan import Plan
from steelyard.runner import Progress

Records = Iterable[dict[str, Any]]


class WrittenRequests(NamedTuple):
    """What was written, and what was seen on the way."""

    stream: CaseStream
    expansion: Expansion | None
    total: int
    checksum: str


def write_requests(
    bundle: Bundle, plan: Plan, progress: Progress, watch: Callable[[Records], Records] = iter
) -> WrittenRequests:
    """Write the requests of every case, and of every condition next to the case it is made from.

    `watch` sees every case and passes it on.
    """
    values = bundle.manifest.values
    with disk.replacing(bundle.path / layout.REJECTS) as rejects:
        stream = read_cases(
            plan.dataset,
            base=Path(values["base"]),
            seed=plan.run.seed,
            on_reject=lambda reject: rejects.write(
                orjson.dumps(reject.as_dict(), option=orjson.OPT_APPEND_NEWLINE, default=str)
            ),
        )
        records = islice(_reported(stream, progress), values["limit"])
        total = disk.write_asks(bundle.asks_path, watch(records))
    if not stream.rows_rejected:
        (bundle.path / layout.REJECTS).unlink()
    multiplied = plan.conditions or plan.environments or plan.single is not None
    expansion = _expand(bundle.asks_path, plan) if multiplied else None
    if expansion is not None:
        total = expansion.total
    return WrittenRequests(stream, expansion, total, disk.checksum_of_file(bundle.asks_path))


def check_requests(bundle: Bundle) -> None:
    """Refuse to go on with requests that are not what was written.

    Raises:
        JournalDamagedError: bytes of the file changed. Runs of before kept no checksum.
    """
    path = bundle.asks_path
    kept = bundle.manifest.values.get("asks_crc32")
    if kept is not None and path.exists() and disk.checksum_of_file(path) != kept:
        raise JournalDamagedError(
            t("bundle.requests_damaged", path=path), hint=t("bundle.requests_damaged_hint")
        )


def restore_requests(bundle: Bundle, plan: Plan, progress: Progress) -> None:
    """Make a damaged file again from the dataset.

    Raises:
        BundleError: the dataset gives other requests today.
    """
    try:
        check_requests(bundle)
    except JournalDamagedError:
        damaged = bundle.asks_path.with_name(layout.ASKS + ".damaged")
        bundle.asks_path.replace(damaged)
        if write_requests(bundle, plan, progress).checksum != bundle.manifest.values["asks_crc32"]:
            damaged.replace(bundle.asks_path)
            message = t("bundle.requests_differ", path=bundle.asks_path)
            raise BundleError(message, hint=t("bundle.requests_differ_hint")) from None
        damaged.unlink()


def _expand(path: Path, plan: Plan) -> Expansion:
    expansion = Expansion(
        plan.conditions,
        seed=plan.run.seed,
        environments=plan.environments,
        single=plan.single is not None,
    )
    disk.write_asks(path, expansion.rows(lambda: disk.read_asks(path)))
    return expansion


def _reported(stream: CaseStream, progress: Progress) -> Iterator[dict[str, Any]]:
    for number, record in enumerate(stream):
        if number % 10_000 == 0:
            progress.read(number)
        yield record
