"""`steelyard verify`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from steelyard.cli.frame import LocalCommand
from steelyard.errors import InputError, VerificationError
from steelyard.i18n import t

if TYPE_CHECKING:
    from steelyard.signing import Verification

_FILE = click.Path(path_type=Path)
_SHOWN = 20


@click.command(cls=LocalCommand, help=t("signing.verify_help"), epilog=t("signing.verify_epilog"))
@click.argument("run", type=_FILE)
@click.option(
    "--trust", metavar="KEYS", type=_FILE, multiple=True, required=True,
    help=t("signing.trust_help"),
)  # fmt: skip
@click.option("--cases", metavar="FILE", type=_FILE, multiple=True, help=t("signing.cases_help"))
@click.option("--json", "as_json", is_flag=True, help=t("cli.json_help"))
def command(run: Path, trust: tuple[Path, ...], cases: tuple[Path, ...], *, as_json: bool) -> None:
    """Verify a signed run."""
    from steelyard.signing import read_trusted_keys, verify_run

    for path in (run, *cases):
        if not path.exists():
            raise InputError(t("signing.no_file", path=path))
    found = verify_run(run, read_trusted_keys(list(trust)), list(cases))
    if as_json:
        _emit(found)
    else:
        _print(found)
    if found.problems:
        raise VerificationError(t("signing.not_verified", path=run), hint=_hint(found))
    if not as_json:
        click.echo(t("signing.verified", path=run, rows=found.rows))


def _print(found: Verification) -> None:
    newest = found.signed[0].statement if found.signed else None
    for one in found.signed:
        same = newest is not None and one.statement["files"] == newest["files"]
        click.echo(
            t(
                "signing.by" if same else "signing.by_other",
                name=one.name,
                keyid=one.keyid,
                at=one.statement["signed_at"],
                files=len(one.statement["files"]),
                path=one.path,
            )
        )
    for problem in found.problems[:_SHOWN]:
        path, detail = _printable(problem.path), _printable(problem.detail)
        click.echo(f"✗ {t(f'signing.{problem.code}', path=path, detail=detail)}")
    if len(found.problems) > _SHOWN:
        click.echo(t("signing.more", n=len(found.problems) - _SHOWN))


def _emit(found: Verification) -> None:
    from steelyard.cli.progress import emit

    signed = [
        {
            "path": one.path,
            "name": one.name,
            "keyid": one.keyid,
            "signed_at": one.statement["signed_at"],
            "signer": one.statement["signer"],
        }
        for one in found.signed
    ]
    problems = [
        {**one._asdict(), "message": t(f"signing.{one.code}", path=one.path, detail=one.detail)}
        for one in found.problems
    ]
    emit("verified", ok=not problems, rows=found.rows, signed=signed, problems=problems)


def _hint(found: Verification) -> str | None:
    """Say how an honest run comes to this, where that can be seen."""
    codes = {one.code for one in found.problems}
    tables = [one for one in found.problems if one.path.startswith("results-")]
    if {"added", "missing"} <= {one.code for one in tables}:
        return t("signing.rescored_hint")
    derived = {one["path"] for signed in found.signed[:1] for one in signed.statement["derived"]}
    if codes == {"changed"} and {one.path for one in found.problems} <= derived:
        return t("signing.derived_hint")
    if "unknown_key" in codes:
        return t("signing.unknown_key_hint")
    return None


def _printable(text: str) -> str:
    """Return text that no terminal takes for a command."""
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)
