"""Audit of a plan: what agents that do nothing get on its own cases and scorecard."""

from steelyard.audit.audit import MOST, MOST_CASES, AgentResult, Audit, audit_plan
from steelyard.audit.contamination import Contamination, find_contamination
from steelyard.audit.dataset_facts import DatasetFacts
from steelyard.audit.null_agent import NullAgent
from steelyard.audit.oracle import oracle_reply
from steelyard.audit.problems import ORACLE_LEAST, Problem
from steelyard.audit.zoo import NULL_AGENTS, null_agents

__all__ = [
    "MOST",
    "MOST_CASES",
    "NULL_AGENTS",
    "ORACLE_LEAST",
    "AgentResult",
    "Audit",
    "Contamination",
    "DatasetFacts",
    "NullAgent",
    "Problem",
    "audit_plan",
    "find_contamination",
    "null_agents",
    "oracle_reply",
]
