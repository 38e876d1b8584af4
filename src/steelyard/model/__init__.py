"""The nouns: frozen records without I/O that every stage shares."""

from steelyard.model.algorithm import ALGORITHMS, Algorithm, Example, Param, Port
from steelyard.model.case import Case
from steelyard.model.fields import ALIASES, FIELDS, SQL_TYPES, Field, FieldType, declarable
from steelyard.model.indicator import IndicatorStatus, IndicatorValue, Interval, Provenance
from steelyard.model.normal_form import Origins, nfkc
from steelyard.model.reply import Reply, Status
from steelyard.model.state import RESUMABLE, TRANSITIONS, RunState
from steelyard.model.trial import check_inputs, check_param, check_params, compute
from steelyard.model.words import Words

__all__ = [
    "ALGORITHMS",
    "ALIASES",
    "FIELDS",
    "RESUMABLE",
    "SQL_TYPES",
    "TRANSITIONS",
    "Algorithm",
    "Case",
    "Example",
    "Field",
    "FieldType",
    "IndicatorStatus",
    "IndicatorValue",
    "Interval",
    "Origins",
    "Param",
    "Port",
    "Provenance",
    "Reply",
    "RunState",
    "Status",
    "Words",
    "check_inputs",
    "check_param",
    "check_params",
    "compute",
    "declarable",
    "nfkc",
]
