"""Faults: what a network and a busy machine do to an agent, done on purpose, with proof."""

from steelyard.conditions.faults.call import FaultyAgent, disturb_call, key_of
from steelyard.conditions.faults.choose import choose_faults, fill_params, read_rules
from steelyard.conditions.faults.disturb import DisturbedAgent, check_faults, disturbed
from steelyard.conditions.faults.events import writing_events
from steelyard.conditions.faults.fault import FAULTS, Event, Fault, Planned, Shot, add_fault
from steelyard.conditions.faults.proxy import ASK_HEADER, Counts, FaultProxy
from steelyard.conditions.faults.schedule import Rule, Schedule, Seen
from steelyard.conditions.faults.throttle import throttle
from steelyard.conditions.faults.upstream import Upstream

__all__ = [
    "ASK_HEADER",
    "FAULTS",
    "Counts",
    "DisturbedAgent",
    "Event",
    "Fault",
    "FaultProxy",
    "FaultyAgent",
    "Planned",
    "Rule",
    "Schedule",
    "Seen",
    "Shot",
    "Upstream",
    "add_fault",
    "check_faults",
    "choose_faults",
    "disturb_call",
    "disturbed",
    "fill_params",
    "key_of",
    "read_rules",
    "throttle",
    "writing_events",
]
