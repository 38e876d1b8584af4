"""`steelyard doctor`: is everything here that is needed, and is this run whole?"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, entry_points, requires, version
from pathlib import Path
from typing import NamedTuple

import click

from steelyard.cli.frame import LocalCommand
from steelyard.cli.server_extra import config_options
from steelyard.errors import UserError
from steelyard.i18n import language, t


class Check(NamedTuple):
    """One thing that was looked at."""

    fine: bool
    name: str
    found: str


@click.command(cls=LocalCommand, help=t("cli.doctor_help"))
@click.argument("directory", required=False, type=click.Path(path_type=Path))
@click.option("--server", is_flag=True, help=t("cli.doctor_server_help"))
@config_options
def command(
    directory: Path | None, *, server: bool, config: Path | None, data: Path | None
) -> None:
    """Check the installation, one run, or the settings of a service."""
    if server or config is not None or data is not None:
        from steelyard.cli.server_settings import show_settings

        show_settings(config, data)
        return
    problems = 0
    for check in _run_checks(directory) if directory else _installation_checks():
        problems += not check.fine
        click.echo(f"{'✓' if check.fine else '✗'} {check.name}: {check.found}")
    if problems:
        raise UserError(t("cli.doctor_problems", n=problems))
    click.echo(t("cli.doctor_fine"))


def _installation_checks() -> Iterator[Check]:
    found = ".".join(map(str, sys.version_info[:3]))
    new = sys.version_info >= (3, 11)
    said = found if new else t("cli.doctor_too_old", found=found)
    yield Check(new, t("cli.doctor_python"), said)
    for name in _core_packages():
        try:
            yield Check(True, t("cli.doctor_package", name=name), version(name))
        except PackageNotFoundError:
            yield Check(False, t("cli.doctor_package", name=name), t("cli.doctor_missing"))
    encoding = sys.stdout.encoding
    utf8 = encoding.lower().replace("-", "") in ("utf8", "gb18030", "gbk", "cp936")
    said = encoding if utf8 else t("cli.doctor_bad_encoding", found=encoding)
    yield Check(utf8, t("cli.doctor_encoding"), said)
    here = Path.cwd()
    writable = os.access(here, os.W_OK)
    said = str(here) if writable else t("cli.doctor_not_writable", path=here)
    yield Check(writable, t("cli.doctor_writable"), said)
    yield Check(True, t("cli.doctor_disk"), f"{shutil.disk_usage(here).free / 1e9:.1f} GB")
    yield Check(True, t("cli.doctor_language"), language())
    plugins = ", ".join(entry.value for entry in entry_points(group="steelyard"))
    yield Check(True, t("cli.doctor_plugins"), plugins or t("cli.doctor_none"))


def _core_packages() -> list[str]:
    """Return the packages this installation declares, without the extras."""
    lines = [line for line in requires("steelyard") or () if "extra ==" not in line]
    return sorted(line.split(">")[0].split("=")[0].split("<")[0].strip() for line in lines)


def _run_checks(directory: Path) -> Iterator[Check]:
    from steelyard.bundle import Bundle, connect, torn_bytes
    from steelyard.errors import BundleError

    bundle = Bundle(directory)
    yield Check(True, t("cli.doctor_state"), bundle.state)
    if bundle.journal_path.exists():
        try:
            replies = sum(offset >= 0 for offset in bundle.offsets())
            said = t("cli.doctor_journal_ok", n=replies)
            if torn := torn_bytes(bundle.journal_path):
                said += t("cli.doctor_torn", n=torn)
            yield Check(True, t("cli.doctor_journal"), said)
        except BundleError as error:
            yield Check(False, t("cli.doctor_journal"), str(error))
    if "results" in bundle.manifest.values:
        connection = connect(bundle.results_path)
        [(rows,)] = connection.execute("SELECT count(*) FROM results").fetchall()
        expected = sum(bundle.manifest.values["counts"].values())
        yield Check(rows == expected, t("cli.doctor_results"), t("cli.doctor_rows", n=rows))
