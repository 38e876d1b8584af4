"""What stands out in a run, in sentences, and the comparisons behind them."""

from typing import TYPE_CHECKING

from steelyard.lazy import lazy_exports

if TYPE_CHECKING:
    from steelyard.analysis.findings.content import Finding, Findings
    from steelyard.analysis.findings.difference_test import DifferenceTest, EffectFloor
    from steelyard.analysis.findings.findings import findings
    from steelyard.analysis.findings.source import Known

__all__ = ["DifferenceTest", "EffectFloor", "Finding", "Findings", "Known", "findings"]
lazy_exports(
    __name__,
    {
        "content": ("Finding", "Findings"),
        "difference_test": ("DifferenceTest", "EffectFloor"),
        "findings": ("findings",),
        "source": ("Known",),
    },
)
