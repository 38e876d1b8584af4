"""Data access and processing: files in, checked and processed cases out, one at a time."""

from typing import TYPE_CHECKING

from steelyard.lazy import lazy_exports

if TYPE_CHECKING:
    from steelyard.cases.fingerprint import fingerprint
    from steelyard.cases.head import read_feature_config
    from steelyard.cases.profile import Profile, profile_cases
    from steelyard.cases.readers.base import READERS, Reader, Source
    from steelyard.cases.rows import Reject, RowError
    from steelyard.cases.spec import DatasetSpec, StepSpec
    from steelyard.cases.steps.base import STEPS, Step
    from steelyard.cases.stream import CaseStream, StepLog, read_cases
    from steelyard.cases.warn import DataWarning

__all__ = [
    "READERS",
    "STEPS",
    "CaseStream",
    "DataWarning",
    "DatasetSpec",
    "Profile",
    "Reader",
    "Reject",
    "RowError",
    "Source",
    "Step",
    "StepLog",
    "StepSpec",
    "fingerprint",
    "profile_cases",
    "read_cases",
    "read_feature_config",
]
lazy_exports(
    __name__,
    {
        "fingerprint": ("fingerprint",),
        "head": ("read_feature_config",),
        "profile": ("Profile", "profile_cases"),
        "readers.base": ("READERS", "Reader", "Source"),
        "rows": ("Reject", "RowError"),
        "spec": ("DatasetSpec", "StepSpec"),
        "steps.base": ("STEPS", "Step"),
        "stream": ("CaseStream", "StepLog", "read_cases"),
        "warn": ("DataWarning",),
    },
)
