"""Secrets of a project: they can be set, replaced and used, and never read back.

A plan or an agent names a secret where the command line names an environment variable
(`api_key_env`, `headers_env`, ...); in the service such a name means a variable of the service's
own environment only if the administrator allows it (`secret_variables`). A name that stands for
nothing is refused before it is kept: it may be the key itself.
"""

from __future__ import annotations

import os
from typing import Any

import orjson
from sqlalchemy import select
from sqlalchemy.orm import Session

from steelyard.agents import refuse_pasted, refuse_unresolved, secret_names
from steelyard.errors import InputError, UserError
from steelyard.i18n import t
from steelyard.model import Outside, is_secret_name
from steelyard.plan import refuse_pasted_secrets, refuse_unresolved_secrets
from steelyard.server.db.base import now
from steelyard.server.db.tables import AgentRow, Secret
from steelyard.server.errors import ConflictError, NotFoundError
from steelyard.server.library.keys import Keys, add_key, drop_old_keys, has_keys, open_keys
from steelyard.server.library.reach import Reach
from steelyard.server.people import audit
from steelyard.server.people.adjust import adjusted
from steelyard.server.people.policy import Actor
from steelyard.server.settings import Settings

LONGEST = 10_000


def set_secret(
    session: Session, actor: Actor, keys: Keys, project_id: str, name: str, value: str
) -> Secret:
    """Keep a secret, or replace it."""
    if not is_secret_name(name):
        raise InputError(t("library.secret_name"))
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
        raise NotFoundError(t("library.no_secret"))
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
    keys, reach = open_keys(settings), Reach(adjusted(session, settings))
    values = {
        secret.name: _opened(keys, secret)
        for secret in secrets_of(session, project_id)
        if names is None or secret.name in names
    }
    for name in settings.secret_variables:
        if name not in values and name in os.environ and (names is None or name in names):
            values[name] = os.environ[name]
    return Outside(values, reach.connector, reach.address, reach.open_port)


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
    """Return the secrets that the options of agents name."""
    return {found.name for found in secret_names(config)}


def usable_secrets(session: Session, settings: Settings, project_id: str) -> frozenset[str]:
    """Return the names that stand for something in a project: its secrets, allowed variables."""
    kept = (secret.name for secret in secrets_of(session, project_id))
    return frozenset((*kept, *settings.secret_variables))


def check_secrets(session: Session, settings: Settings, project_id: str, config: Any) -> None:
    """Refuse options of an agent that hold a key, or name a secret that the project has not.

    It comes before anything is stored, shown, logged or written down of them.

    Raises:
        PlanError, AgentSetupError: says where, and not what.
    """
    refuse_pasted(config)
    refuse_unresolved(config, kept=usable_secrets(session, settings, project_id))


def check_plan_secrets(session: Session, settings: Settings, project_id: str, content: Any) -> None:
    """Refuse a plan that holds a key, or names a secret that the project has not.

    Raises:
        PlanError, AgentSetupError: says where, and not what.
    """
    refuse_pasted_secrets(content)
    refuse_unresolved_secrets(content, usable_secrets(session, settings, project_id))


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
    "check_plan_secrets",
    "check_secrets",
    "drop_old_keys",
    "names_in",
    "outside_of",
    "remove_secret",
    "rotate_keys",
    "secrets_of",
    "set_secret",
    "unreadable_secrets",
    "usable_secrets",
]
