"""A2A logs: tasks with their histories, messages, streamed events, whole JSON-RPC exchanges.

Requests are matched with responses by their JSON-RPC id, events with tasks by the task's id. An
agent card in the file names the agent of what follows.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from steelyard.agents.a2a_task import Exchange, kind_of
from steelyard.errors import AskError, DataError
from steelyard.i18n import t
from steelyard.interop.traces.records import Record
from steelyard.scorers.collaboration import Message, read_messages


def read_a2a(records: Iterable[Record]) -> list[Message]:
    """Return the messages of tasks and exchanges, task by task."""
    log = _Log()
    for record in records:
        try:
            log.add(record.value)
        except AskError as error:
            message = t("trace.a2a", place=record.place, problem=error.message)
            raise DataError(message) from None
    return log.messages()


class _Log:
    def __init__(self) -> None:
        self._agent = "agent"
        self._exchanges: dict[str, tuple[Exchange, str]] = {}
        self._asked: dict[Any, dict[str, Any]] = {}

    def add(self, value: dict[str, Any]) -> None:
        if _is_card(value):
            self._agent = str(value["name"])
        elif "tasks" in value and isinstance(value["tasks"], list):
            for task in value["tasks"]:
                self._add_result(task)
        elif "jsonrpc" in value:
            self._add_rpc(value)
        else:
            self._add_result(value)

    def messages(self) -> list[Message]:
        """Return all that was said; a question nobody answered counts too."""
        for number in list(self._asked):
            self._ask(self._exchange(f"unanswered {number}"), number)
        found = []
        for exchange, agent in self._exchanges.values():
            found += read_messages(exchange.messages(agent))
        return found

    def _add_rpc(self, value: dict[str, Any]) -> None:
        number = str(value.get("id"))
        params = value.get("params")
        if isinstance(params, dict) and isinstance(params.get("message"), dict):
            self._asked[number] = params["message"]
        elif "result" in value and isinstance(value["result"], dict):
            self._add_result(value["result"], number)

    def _add_result(self, result: Any, number: str | None = None) -> None:
        if isinstance(result, dict) and isinstance(result.get("tasks"), list):
            for task in result["tasks"]:
                self._add_result(task)
            return
        exchange = self._exchange(_key(result, number))
        self._ask(exchange, number)
        exchange.add(result)

    def _ask(self, exchange: Exchange, number: str | None) -> None:
        if number in self._asked:
            exchange.asked(self._asked.pop(number))

    def _exchange(self, key: str) -> Exchange:
        return self._exchanges.setdefault(key, (Exchange(), self._agent))[0]


def _key(result: Any, number: str | None) -> str:
    """Return which exchange a result belongs to: its task's, else its context's."""
    kind, body = kind_of(result)
    task = body.get("id") if kind == "task" else body.get("taskId")
    return str(task or body.get("contextId") or f"exchange {number}")


def _is_card(value: dict[str, Any]) -> bool:
    named = isinstance(value.get("name"), str)
    return named and ("supportedInterfaces" in value or ("url" in value and "skills" in value))
