"""Settings 系统设置: what administrators change here, and what was set at the start."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.server.people import adjust
from steelyard.server.people.policy import Role
from steelyard.server.settings import Adjustable, Settings
from steelyard.ui.components import (
    Column,
    DataTable,
    Field,
    Form,
    Row,
    Values,
    label,
    panel,
    reload_saying,
    table_action,
    title,
)
from steelyard.ui.page import Page
from steelyard.ui.visit import Visit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

# What may be shown: nothing that can hold a password.
_SHOWN = (
    "data_dir", "host", "port", "public_url", "trusted_proxies", "workers", "tasks_per_worker",
    "worker_timeout_s", "allow_hosts", "deny_hosts", "allow_commands", "log_format", "log_level",
    "metrics_open",
)  # fmt: skip


async def build(visit: Visit) -> None:
    """Show the settings."""
    # As file and environment say them: what was changed here is put on top of that.
    plain = visit.visitor.service.settings
    now, changed = await visit.ask(lambda session, _: _find(session, plain))
    with title(t("ui_system.settings")):
        pass
    _show_adjustable(visit, now, changed)
    _show_fixed(plain)


def _find(session: Session, settings: Settings) -> tuple[Settings, set[str]]:
    return adjust.adjusted(session, settings), set(adjust.changes(session))


def _show_adjustable(visit: Visit, now: Settings, changed: set[str]) -> None:
    async def save(values: Values) -> None:
        fields = {name: _read(name, values[name]) for name in values}
        new = {
            name: value
            for name, value in fields.items()
            if value != getattr(now, name) and not (value is None and name not in changed)
        }
        service = visit.visitor.service
        await visit.act(Role.ADMIN, lambda s, a: adjust.adjust(s, a, service.settings, new))
        service.adjusted.look_again()
        reload_saying(t("ui_system.settings_saved"))

    with panel(t("ui_system.adjustable")):
        label(t("ui_system.adjustable_explained"), "sy-quiet sy-small", tag="p")
        Form(
            t("ui_system.adjustable"),
            [_field(name, now, changed) for name in Adjustable.model_fields],
            verb=t("ui.save"),
            on_send=save,
        ).ask_before_leaving()


def _field(name: str, now: Settings, changed: set[str]) -> Field:
    value = getattr(now, name)
    if isinstance(value, bool):
        words = t(f"ui_system.set_{name}")
        return Field(name, words, "switch", value, hint=t(f"settings.{name}"))
    mark = f" · {t('ui_system.changed_here')}" if name in changed else ""
    shown = "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)
    return Field(
        name,
        t(f"ui_system.set_{name}") + mark,
        "text" if name == "mail_from" else "number",
        shown,
        hint=t(f"settings.{name}"),
    )


def _read(name: str, text: Any) -> Any:
    if isinstance(text, bool):
        return text
    if not text:
        return None
    if name == "mail_from":
        return text
    kind = float if Adjustable.model_fields[name].annotation is float else int
    try:
        return kind(text.replace(",", ""))
    except ValueError:
        words = t(f"ui_system.set_{name}")
        raise InputError(t("ui_system.bad_number", field=words)) from None


def _show_fixed(settings: Settings) -> None:
    with panel(t("ui_system.fixed"), flush=True) as corner:
        table = DataTable(
            t("ui_system.fixed"),
            [
                Column("setting", t("ui_system.setting"), "mono"),
                Column("value", t("ui_system.value")),
                Column("means", t("ui_system.means")),
            ],
        )
        table.show([Row(name, [name, _shown(settings, name), t(f"settings.{name}")])
                    for name in _SHOWN])  # fmt: skip
        with corner:
            table_action(table)


def _shown(settings: Settings, name: str) -> str | None:
    value = getattr(settings, name)
    if isinstance(value, bool):
        return t("ui.yes") if value else t("ui.no")
    if isinstance(value, tuple):
        return ", ".join(value) or None
    return None if value is None else str(value)


PAGE = Page(
    "/system/settings",
    "ui_system.settings",
    build,
    role=Role.ADMIN,
    icon="tune",
    group="system",
)
