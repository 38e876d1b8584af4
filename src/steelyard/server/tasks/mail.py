"""Notices by e-mail, through the server that the settings name."""

from __future__ import annotations

import smtplib
import ssl
from collections.abc import Mapping
from email.message import EmailMessage
from typing import Any
from urllib.parse import unquote, urlsplit

from steelyard.errors import UserError
from steelyard.i18n import t
from steelyard.server.settings import Settings

_SECONDS = 10.0
_PORTS = {"smtp": 25, "smtps": 465}


def send_mail(settings: Settings, to: str, content: Mapping[str, Any]) -> None:
    """Send one notice.

    Raises:
        UserError: no mail server is set, or it refused.
        OSError: it cannot be reached.
    """
    if settings.smtp_url is None:
        raise UserError(t("tasks.no_smtp"))
    parts = urlsplit(settings.smtp_url)
    host, port = parts.hostname or "localhost", parts.port or _PORTS.get(parts.scheme, 25)
    message = compose(settings.mail_from or f"steelyard@{host}", to, content)
    try:
        with _connect(parts.scheme, host, port) as server:
            server.ehlo()
            if parts.scheme == "smtp" and server.has_extn("starttls"):
                server.starttls(context=ssl.create_default_context())
                server.ehlo()
            if parts.username:
                server.login(unquote(parts.username), unquote(parts.password or ""))
            server.send_message(message)
    except smtplib.SMTPException as error:
        raise UserError(t("tasks.smtp_refused", error=error)) from None


def compose(sender: str, to: str, content: Mapping[str, Any]) -> EmailMessage:
    """Return the message of a notice."""
    task = content["task"]
    message = EmailMessage()
    message["From"] = sender
    message["To"] = to
    # A name may hold line ends, which would add headers.
    name = " ".join(str(task["name"]).split())
    message["Subject"] = t("tasks.mail_subject", name=name, state=task["state"])
    lines = [
        t("tasks.mail_body", name=name, state=task["state"], at=content["at"]),
        *([str(task["error"])] if task.get("error") else []),
        *([t("tasks.mail_gates")] if task.get("gates_failed") else []),
        f"task {task['id']}, run {task['run_id'] or '–'}, project {content['project_id']}",
    ]
    message.set_content("\n".join(lines) + "\n")
    return message


def _connect(scheme: str, host: str, port: int) -> smtplib.SMTP:
    if scheme == "smtps":
        context = ssl.create_default_context()
        return smtplib.SMTP_SSL(host, port, timeout=_SECONDS, context=context)
    return smtplib.SMTP(host, port, timeout=_SECONDS)
