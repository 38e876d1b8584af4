"""`Form`: fields that are sent when the visitor says so, not key by key."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from nicegui import ui
from nicegui.element import Element
from nicegui.events import GenericEventArguments

from steelyard.errors import SteelyardError
from steelyard.i18n import t
from steelyard.ui.components.text import label
from steelyard.ui.errors import problem_text

Kind = Literal["text", "password", "email", "number", "switch", "select", "many", "area", "time"]
Values = dict[str, Any]
Handler = Callable[[Values], Any]


@dataclass(frozen=True, slots=True)
class Field:
    """One field: `options` are pairs of value and words, `suggest` what may be typed."""

    name: str
    label: str
    kind: Kind = "text"
    value: Any = ""
    required: bool = False
    hint: str = ""
    placeholder: str = ""
    options: Sequence[tuple[str, str]] = ()
    suggest: Sequence[str] = ()
    rows: int = 4
    mono: bool = False
    wide: bool = False
    more: bool = False  # behind "More options"


class Form(Element, component="form.js"):
    """Fields, and a button that sends them all; a problem is shown above what was typed."""

    def __init__(
        self,
        name: str,
        fields: Sequence[Field],
        *,
        verb: str = "",
        on_send: Handler | None = None,
        on_change: Handler | None = None,
        cancel: Callable[[], Any] | None = None,
        locked: bool = False,
    ) -> None:
        super().__init__()
        self._fields = list(fields)
        self._send, self._change = on_send, on_change
        self._props["name"] = name
        self._props["fields"] = [asdict(field) for field in fields]
        self._props["verb"] = verb
        self._props["more"] = t("ui.more_options")
        self._props["other"] = "" if cancel is None else t("ui.dismiss")
        self._props["needed"] = t("ui.needed", field="…")
        self._props["problem"] = ""
        self._props["busy"] = False
        self._props["locked"] = locked
        self._props["leave"] = ""
        self._props["begun"] = False
        self.on("send", self._sent)
        if on_change is not None:
            self.on("change", self._changed)
        if cancel is not None:
            self.on("other", lambda _: cancel())

    def ask_before_leaving(self, *, begun: bool = False) -> None:
        """Ask before the page is left with something that was not sent.

        Args:
            begun: whether there is something to lose before anything was typed.
        """
        self._props["leave"], self._props["begun"] = t("ui.leave_unsaved"), begun

    def clear_typed(self) -> None:
        """Put back what the fields held at first."""
        self.run_method("clear")

    def fill(self, values: Values) -> None:
        """Put values into the fields, by name; what is not named goes back to its first value."""
        self._fields = [
            replace(field, value=values.get(field.name, field.value)) for field in self._fields
        ]
        self._props["fields"] = [asdict(field) for field in self._fields]
        self.update()

    def complain(self, sentence: str) -> None:
        """Say what is wrong above the fields; nothing takes it away."""
        self._props["problem"] = sentence
        self.update()

    def by_name(self, values: Any) -> Values:
        """Return what the browser sent, by the names of the fields; never more than these."""
        given = values if isinstance(values, list) else []
        return {
            field.name: _typed(field, one) for field, one in zip(self._fields, given, strict=False)
        }

    async def _sent(self, event: GenericEventArguments) -> None:
        if self._send is None:
            return
        self._props["busy"] = True
        self.complain("")
        try:
            done = self._send(self.by_name(event.args))
            if inspect.isawaitable(done):
                await done
        except SteelyardError as error:
            if not self.is_deleted:
                self.complain(problem_text(error))
        finally:
            if not self.is_deleted:
                self._props["busy"] = False
                self.update()

    async def _changed(self, event: GenericEventArguments) -> None:
        assert self._change is not None
        done = self._change(self.by_name(event.args))
        if inspect.isawaitable(done):
            await done


async def ask_form(
    question: str, fields: Sequence[Field], verb: str, do: Handler, *, explain: str = ""
) -> bool:
    """Ask in a dialog and do it there, so that what is wrong can be put right.

    Returns:
        Whether it was done; closing the dialog is a no.
    """
    with ui.dialog() as dialog, ui.element("div").classes("sy-dialog sy-dialog-wide"):
        label(question, tag="h2")
        if explain:
            label(explain, "sy-quiet sy-wrap", tag="p")

        async def send(values: Values) -> None:
            done = do(values)
            if inspect.isawaitable(done):
                await done
            dialog.submit(True)

        Form(question, fields, verb=verb, on_send=send, cancel=lambda: dialog.submit(False))
    answer = await dialog
    if not dialog.is_deleted:  # as it is when the visitor went elsewhere
        dialog.delete()
    return bool(answer)


def _typed(field: Field, value: Any) -> Any:
    if field.kind == "switch":
        return bool(value)
    if field.kind == "many":
        known = {one for one, _ in field.options}
        return [one for one in value if one in known] if isinstance(value, list) else []
    text = "" if value is None else str(value)
    if field.kind == "select" and text not in {one for one, _ in field.options}:
        return field.value
    return text if field.kind in ("password", "area") else text.strip()
