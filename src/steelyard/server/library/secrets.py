"""Secrets of a project: they can be set, replaced and used, and never read back.

A plan or an agent names a secret where the command line names an environment variable
(`api_key_env`, `headers_env`, ...); in the service such a name never means a variable of the
service's own environment.
"""

from __future__ import annotations

import re
from typing import Any

import orjson
from sqlalchemy import select
from sqlalchemy.orm import Session

from steelyard.errors import InputError, UserError
from steelyard.i18n import t
from steelyard.model import Outside
from steelyard.server.db.base import now
from steelyard.server.db.tables import AgentRow, Secret
from steelyard.server.errors import ConflictError, NotFoundError
from steelyard.server.library.keys import Keys, add_key, drop_old_keys, has_keys, open_keys
from steelyard.server.library.reach import Reach
from steelyard.server.people import audit
from steelyard.server.people.policy import Actor
from steelyard.server.settings import Settings

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,99}")
LONGEST = 10_000


def set_secret(
    session: Session, actor: Actor, keys: Keys, project_id: str, name: str, value: str
) -> Secret:
    """Keep a secret, or replace it."""
    if not _NAME.fullmatch(name):
        raise InputError(t("library.secret_name", found=name[:100]))
    if not value.strip() or len(value) > LONGEST or not value.strip().isprintable():
        raise InputError(t("library.secret_value", longest=LONGEST))
    found = _find(session, project_id, name)
    verb = "create" if found is None else "change"
    if found is None:
        found = Secret(project_id=project_id, name=name, ciphertext=b"")
        session.add(found)
    found.ciphertext = keys.lock(_sealed(project_id, name, value.strip()))
    found.changed_at = now()
    session.flush()
    audit.record(session, actor, f"secret.{verb}", _subject(found))
    return found


def secrets_of(session: Session, project_id: str) -> list[Secret]:
    """Return the secrets of a project, by name; their values stay encrypted."""
    query = select(Secret).where(Secret.project_id == project_id).order_by(Secret.name)
    return list(session.scalars(query))


def remove_secret(session: Session, actor: Actor, project_id: str, name: str) -> None:
    """Remove a secret that no agent names."""
    found = _find(session, project_id, name)
    if found is None:
        raise NotFoundError(t("library.no_secret", name=name[:100]))
    users = select(AgentRow).where(
        AgentRow.project_id == project_id, AgentRow.archived_at.is_(None)
    )
    used = [agent.name for agent in session.scalars(users) if name in names_in(agent.config)]
    if used:
        raise ConflictError(t("library.secret_used", name=name, agents=", ".join(used)))
    session.delete(found)
    audit.record(session, actor, "secret.remove", _subject(found))


def outside_of(
    session: Session, settings: Settings, project_id: str, names: set[str] | None = None
) -> Outside:
    """Return what a task of a project may take from outside: its secrets, and open addresses.

    Only the process that asks the agent calls this, and hands the result to `using_outside`.

    Args:
        session: of the catalogue.
        settings: of the service.
        project_id: whose task it is.
        names: the secrets wanted; all of the project's by default.
    """
    keys, reach = open_keys(settings), Reach(settings)
    values = {
        secret.name: _opened(keys, secret)
        for secret in secrets_of(session, project_id)
        if names is None or secret.name in names
    }
    return Outside(values, reach.connector, reach.address)


def rotate_keys(session: Session, actor: Actor, settings: Settings) -> int:
    """Encrypt every secret with a new key; return how many there are.

    The old key is kept until `drop_old_keys`, after this transaction: a backup made meanwhile, or
    a failed commit, can still be read.
    """
    keys = add_key(settings)
    count = 0
    for secret in session.scalars(select(Secret)):
        secret.ciphertext = keys.lock(keys.unlock(secret.ciphertext))
        count += 1
    audit.record(session, actor, "secret.rotate", after={"secrets": count})
    return count


def unreadable_secrets(session: Session, settings: Settings) -> list[str]:
    """Return the secrets that our keys do not open, as project/name."""
    keys = open_keys(settings) if has_keys(settings) else None
    found = []
    for secret in session.scalars(select(Secret).order_by(Secret.project_id, Secret.name)):
        try:
            if keys is not None:
                _opened(keys, secret)
                continue
        except UserError:
            pass
        found.append(f"{secret.project_id}/{secret.name}")
    return found


def names_in(config: Any) -> set[str]:
    """Return the secrets that a plan or an agent names."""
    found: set[str] = set()
    if isinstance(config, list):
        return found.union(*map(names_in, config))
    if not isinstance(config, dict):
        return found
    for key, value in config.items():
        if key in ("headers_env", "env_from") and isinstance(value, dict):
            found |= {name for name in value.values() if isinstance(name, str)}
        elif str(key).endswith("_env") and isinstance(value, str):
            found.add(value)
        else:
            found |= names_in(value)
    return found


def _find(session: Session, project_id: str, name: str) -> Secret | None:
    return session.scalar(
        select(Secret).where(Secret.project_id == project_id, Secret.name == name)
    )


def _sealed(project_id: str, name: str, value: str) -> bytes:
    # Who can write to the database must not be able to give one project the secret of another.
    return orjson.dumps([project_id, name, value])


def _opened(keys: Keys, secret: Secret) -> str:
    project_id, name, value = orjson.loads(keys.unlock(secret.ciphertext))
    if (project_id, name) != (secret.project_id, secret.name):
        raise UserError(t("library.secret_moved", name=secret.name))
    return str(value)


def _subject(secret: Secret) -> audit.Subject:
    return audit.Subject(secret.id, secret.name, secret.project_id)


__all__ = [
    "drop_old_keys",
    "names_in",
    "outside_of",
    "remove_secret",
    "rotate_keys",
    "secrets_of",
    "set_secret",
    "unreadable_secrets",
]
