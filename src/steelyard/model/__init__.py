"""The nouns: frozen records without I/O that every stage shares."""

from typing import TYPE_CHECKING

from steelyard.lazy import lazy_exports

if TYPE_CHECKING:
    from steelyard.model.algorithm import ALGORITHMS, Algorithm, Example, Param, Port
    from steelyard.model.assertion import ASSERTIONS, Assertion, WrongAssertion, read_assertion
    from steelyard.model.case import NOT_ASKED, Case, clean_case
    from steelyard.model.claims import (
        ACCEPTABLE,
        ANSWERS,
        DECIDES_SUCCESS,
        NEVER_ACCEPTED,
        NOT_WITNESSED,
    )
    from steelyard.model.credentials import (
        MASK,
        assigns_credential,
        holds_credential,
        is_credential,
        is_credential_after,
        is_credential_field,
        is_opaque,
        is_secret_name,
        is_usual_name,
        redact,
        redact_assigned,
    )
    from steelyard.model.fields import ALIASES, FIELDS, SQL_TYPES, Field, FieldType, declarable
    from steelyard.model.indicator import (
        IndicatorStatus,
        IndicatorValue,
        Interval,
        Provenance,
        weakest,
    )
    from steelyard.model.normal_form import Origins, nfkc
    from steelyard.model.outside import (
        Outside,
        inherited_variables,
        open_port,
        outside,
        secret_value,
        using_outside,
    )
    from steelyard.model.register import Registering
    from steelyard.model.relevance import HIGHEST_GRADE, relevance_threshold
    from steelyard.model.reply import Reply, Status
    from steelyard.model.spread import Sent, Spread, here
    from steelyard.model.state import RESUMABLE, TRANSITIONS, RunState
    from steelyard.model.trial import check_inputs, check_param, check_params, compute
    from steelyard.model.words import Words

__all__ = [
    "ACCEPTABLE",
    "ALGORITHMS",
    "ALIASES",
    "ANSWERS",
    "ASSERTIONS",
    "DECIDES_SUCCESS",
    "FIELDS",
    "HIGHEST_GRADE",
    "MASK",
    "NEVER_ACCEPTED",
    "NOT_ASKED",
    "NOT_WITNESSED",
    "RESUMABLE",
    "SQL_TYPES",
    "TRANSITIONS",
    "Algorithm",
    "Assertion",
    "Case",
    "Example",
    "Field",
    "FieldType",
    "IndicatorStatus",
    "IndicatorValue",
    "Interval",
    "Origins",
    "Outside",
    "Param",
    "Port",
    "Provenance",
    "Registering",
    "Reply",
    "RunState",
    "Sent",
    "Spread",
    "Status",
    "Words",
    "WrongAssertion",
    "assigns_credential",
    "check_inputs",
    "check_param",
    "check_params",
    "clean_case",
    "compute",
    "declarable",
    "here",
    "holds_credential",
    "inherited_variables",
    "is_credential",
    "is_credential_after",
    "is_credential_field",
    "is_opaque",
    "is_secret_name",
    "is_usual_name",
    "nfkc",
    "open_port",
    "outside",
    "read_assertion",
    "redact",
    "redact_assigned",
    "relevance_threshold",
    "secret_value",
    "using_outside",
    "weakest",
]
lazy_exports(
    __name__,
    {
        "algorithm": ("ALGORITHMS", "Algorithm", "Example", "Param", "Port"),
        "assertion": ("ASSERTIONS", "Assertion", "WrongAssertion", "read_assertion"),
        "case": ("NOT_ASKED", "Case", "clean_case"),
        "claims": ("ACCEPTABLE", "ANSWERS", "DECIDES_SUCCESS", "NEVER_ACCEPTED", "NOT_WITNESSED"),
        "credentials": (
            "MASK",
            "assigns_credential",
            "holds_credential",
            "is_credential",
            "is_credential_after",
            "is_credential_field",
            "is_opaque",
            "is_secret_name",
            "is_usual_name",
            "redact",
            "redact_assigned",
        ),
        "fields": ("ALIASES", "FIELDS", "SQL_TYPES", "Field", "FieldType", "declarable"),
        "indicator": ("IndicatorStatus", "IndicatorValue", "Interval", "Provenance", "weakest"),
        "normal_form": ("Origins", "nfkc"),
        "outside": (
            "Outside",
            "inherited_variables",
            "open_port",
            "outside",
            "secret_value",
            "using_outside",
        ),
        "register": ("Registering",),
        "relevance": ("HIGHEST_GRADE", "relevance_threshold"),
        "reply": ("Reply", "Status"),
        "spread": ("Sent", "Spread", "here"),
        "state": ("RESUMABLE", "TRANSITIONS", "RunState"),
        "trial": ("check_inputs", "check_param", "check_params", "compute"),
        "words": ("Words",),
    },
)
