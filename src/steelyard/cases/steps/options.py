"""The options of one step, read one by one; what is wrong is said with the step and the option."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

from steelyard.cases.rows import show
from steelyard.errors import PlanError
from steelyard.i18n import t


class Options:
    """What the plan says under the name of a step."""

    def __init__(self, step: str, given: Any, *, number: int, short: str | None) -> None:
        self.step = step
        self.number = number
        self.given = given
        if given is None:
            self._values: dict[str, Any] = {}
        elif isinstance(given, dict):
            self._values = given
        elif short is not None:
            self._values = {short: given}
        else:
            raise self.error(t("cases.step_not_mapping", found=show(given)))

    def only(self, *names: str) -> None:
        """Refuse options that are not among `names`."""
        for name in self._values:
            if name not in names:
                close = get_close_matches(str(name), names, n=1)
                near = t("cases.did_you_mean", names=close[0]) if close else ""
                allowed = t("cases.step_options", names=", ".join(names))
                raise self.error(t("cases.step_option", name=name), f"{near} {allowed}".strip())

    def items(self) -> list[tuple[str, Any]]:
        """Return all options, for steps whose option names are field names."""
        if not self._values:
            raise self.error(t("cases.step_empty"))
        return list(self._values.items())

    def has(self, name: str) -> bool:
        """Whether the plan gives this option."""
        return self._values.get(name) is not None

    def text(self, name: str, default: str | None = None) -> str:
        """Return a text option."""
        value = self._values.get(name, default)
        if not isinstance(value, str):
            raise self.wrong(name, value, t("cases.allowed_text"))
        return value

    def texts(self, name: str, default: list[str] | None = None) -> list[str]:
        """Return an option that is a text or a list of texts."""
        value = self._values.get(name, default)
        items = [value] if isinstance(value, str) else value
        if not isinstance(items, list) or not items or not all(isinstance(i, str) for i in items):
            raise self.wrong(name, value, t("cases.allowed_texts"))
        return items

    def flag(self, name: str, *, default: bool) -> bool:
        """Return a true or false option."""
        value = self._values.get(name, default)
        if not isinstance(value, bool):
            raise self.wrong(name, value, t("cases.allowed_bool"))
        return value

    def count(self, name: str) -> int:
        """Return a whole number of at least 1."""
        value = self._values.get(name)
        if not isinstance(value, int) or isinstance(value, bool) or value < 1:
            raise self.wrong(name, value, t("cases.allowed_count"))
        return value

    def share(self, name: str) -> float:
        """Return a share above 0 and at most 1."""
        value = self._values.get(name)
        if not isinstance(value, int | float) or isinstance(value, bool) or not 0 < value <= 1:
            raise self.wrong(name, value, t("cases.allowed_share"))
        return float(value)

    def wrong(self, name: str, value: Any, allowed: str) -> PlanError:
        """Return the error that an option has a wrong value."""
        found = t("cases.none") if value is None else show(value)
        return self.error(t("cases.step_value", name=name, found=found, allowed=allowed))

    def error(self, problem: str, hint: str | None = None) -> PlanError:
        """Return a PlanError that names the step and its place in the list."""
        message = t("cases.step_error", number=self.number, step=self.step, problem=problem)
        return PlanError(message, hint=hint)
