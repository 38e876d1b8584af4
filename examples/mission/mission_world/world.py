"""`World`: one mission being played, move by move, over simulated seconds.

Whatever is said about how it went is worked out here from what was done; nothing is taken from the
dataset or from what the player says about itself.
"""

from __future__ import annotations

from random import Random
from typing import Any

from mission_world.scenario import Message, Scenario

STATES = ("nominal", "degraded", "failed")
_START = (0.8, 0.15, 0.05)  # how often the equipment is in each state when the alarm comes
_WEAR = 0.35  # how often equipment that nobody checked breaks on the way
_PACE = (1.0, 1.3, 1.8)  # how much longer everything takes
_WORTH = (1.0, 0.75, 0.35)  # what the decisive action achieves
_LOOK, _TALK = 30.0, 5.0
_REACH, _PLACE, _INFORM = 0.5, 0.3, 0.2


class World:
    """The state of one mission; the same scenario, epoch and moves give the same course."""

    def __init__(self, scenario: Scenario, *, epoch: int, language: str) -> None:
        self.scenario, self.language = scenario, language
        self.clock, self.over = 0.0, False
        self.trajectory: list[dict[str, Any]] = []
        self._rng = Random(f"{scenario.id}/{epoch}")
        [self._start] = self._rng.choices((0, 1, 2), _START)
        self._state, self._worn = self._start, self._rng.random() < _WEAR
        self._heard: list[Message] = []
        self._reported: dict[str, None] = {}
        self._assessed: dict[str, Any] = {}
        self._chosen: str | None = None
        self._done: dict[str, float] = {}
        self._moves: list[dict[str, Any]] = []
        self._used = self._reach = 0.0
        self._broken: set[str] = set()
        self._decided_at: float | None = None

    def view(self) -> dict[str, Any]:
        """Return what the player may know now."""
        scenario = self.scenario
        return {
            "mission": scenario.id,
            "family": scenario.family,
            "language": self.language,
            "briefing": scenario.briefing.in_(self.language),
            "clock": round(self.clock, 1),
            "target": scenario.target,
            "deadline": scenario.deadline,
            "equipment": STATES[self._state],
            "resource_left": scenario.budget - self._used,
            "heard": [message.said.in_(self.language) for message in self._heard],
            "options": list(scenario.options),
            "actions": list(scenario.works),
            "moves": self._moves,
        }

    def play(self, move: dict[str, Any]) -> None:
        """Make one move; what cannot be made costs the time it took to say it."""
        began, what = self.clock, str(move.get("do"))
        said = {key: value for key, value in move.items() if key != "do"}
        made = _MOVES[what](self, move) if what in _MOVES else False
        if not made:
            self._pass(_TALK)
        self._moves.append(move)
        # An action is a tool call of its own name, so that rules about tools see it.
        step = {"type": "tool_call", "name": what, "arguments": said, "made": bool(made)}
        if what == "act":
            step |= {"name": str(move.get("action")), "arguments": {}}
        self.trajectory.append(step | {"t": round(began, 1), "t_end": round(self.clock, 1)})

    def outcome(self) -> dict[str, Any]:
        """Return what became of the mission, in the fields of the results table."""
        scenario = self.scenario
        objectives = self._objectives()
        acted = self._done.get(scenario.decisive)
        return {
            "objectives": objectives,
            "constraints": self._constraints(),
            "events_reported": list(self._reported),
            "situation_assessed": self._assessed,
            "decision_chosen": self._chosen,
            "actions_performed": [
                step["name"]
                for step in self.trajectory
                if step["made"] and step["name"] in scenario.works
            ],
            "t_observe": 0.0,  # the alarm; the clock starts with it
            "t_decide": self._decided_at,
            "t_act": acted,
            "resource_used": self._used,
            "state_start": STATES[self._start],
            "state_end": self._end(objectives),
            "completed": acted is not None and scenario.places[0] in self._done,
        }

    def _look(self, move: dict[str, Any]) -> bool:
        self._pass(_LOOK)
        self._heard = [m for m in self.scenario.messages if m.at <= self.clock]
        return True

    def _report(self, move: dict[str, Any]) -> bool:
        self._pass(_TALK)
        events = move.get("events")
        self._reported |= dict.fromkeys(map(str, events if isinstance(events, list) else []))
        return isinstance(events, list)

    def _assess(self, move: dict[str, Any]) -> bool:
        self._pass(_TALK)
        situation = move.get("situation")
        self._assessed |= situation if isinstance(situation, dict) else {}
        return isinstance(situation, dict)

    def _decide(self, move: dict[str, Any]) -> bool:
        option, acted = move.get("option"), self.scenario.decisive in self._done
        if option not in self.scenario.options or acted:
            return False
        self._pass(_TALK)
        self._chosen, self._decided_at = option, self.clock
        return True

    def _act(self, move: dict[str, Any]) -> bool:
        action, scenario = move.get("action"), self.scenario
        decisive = action == scenario.decisive
        if action not in scenario.works or (decisive and self._chosen is None):
            return False
        if decisive:
            self._set_out()
        seconds, cost = scenario.works[action]
        self._pass(seconds)
        self._used += cost
        self._done.setdefault(action, self.clock)
        if action == scenario.check:
            self._worn = False
        elif action == "repair":
            self._state = max(0, self._state - 1)
        return True

    def _set_out(self) -> None:
        """Begin the decisive action, for good or ill."""
        scenario, chosen = self.scenario, self._chosen or ""
        if self._worn:
            self._state, self._worn = min(2, self._state + 1), False
        if chosen in scenario.forbidden:
            self._broken.add("safe_means")
        if scenario.prepare not in self._done:
            self._broken.add("prepared")
        self._used += scenario.option_costs[chosen]
        best = max(scenario.options.values())
        self._reach = scenario.options[chosen] / best * _WORTH[self._state]

    def _stop(self, move: dict[str, Any]) -> bool:
        self.over = True
        return True

    def _pass(self, seconds: float) -> None:
        self.clock += seconds * _PACE[self._state] * self._rng.uniform(0.9, 1.15)
        self.over = self.over or self.clock >= 2 * self.scenario.deadline

    def _objectives(self) -> list[dict[str, Any]]:
        scenario, done = self.scenario, self._done
        right, wrong = scenario.places
        on_the_way = scenario.decisive in done
        placed = 1.0 if right in done else 0.25 if wrong in done else 0.0
        told = len({*scenario.events} & self._reported.keys()) / len(scenario.events)
        informed = told * (1.0 if "confirm" in done else 0.5)
        return [
            {"id": "reach", "weight": _REACH, "achieved": self._reach},
            {"id": "place", "weight": _PLACE, "achieved": placed if on_the_way else 0.0},
            {"id": "inform", "weight": _INFORM, "achieved": informed},
        ]

    def _constraints(self) -> list[dict[str, Any]]:
        spent, silent = self._used > self.scenario.budget, "confirm" not in self._done
        rules = (
            ("safe_means", 3, "safe_means" in self._broken, True),
            ("prepared", 1, "prepared" in self._broken, False),
            ("within_budget", 1, spent, False),
            ("reports_back", 1, silent, False),
        )
        names = ("id", "severity", "violated", "hard")
        return [dict(zip(names, rule, strict=True)) for rule in rules]

    def _end(self, objectives: list[dict[str, Any]]) -> str:
        """Return the state at the end: failed when the aim was missed or a life put at risk."""
        if "safe_means" in self._broken or self._reach < 0.3:
            return "failed"
        weak = any(objective["achieved"] < 0.5 for objective in objectives)
        return "degraded" if weak or self._state > 0 else "nominal"


_MOVES = {
    "observe": World._look,
    "report": World._report,
    "assess": World._assess,
    "decide": World._decide,
    "act": World._act,
    "end": World._stop,
}
