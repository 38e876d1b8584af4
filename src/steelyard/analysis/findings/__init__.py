"""What stands out in a run, in sentences, and the comparisons behind them."""

from steelyard.analysis.findings.content import Finding, Findings
from steelyard.analysis.findings.difference_test import DifferenceTest, EffectFloor
from steelyard.analysis.findings.findings import findings
from steelyard.analysis.findings.source import Known

__all__ = ["DifferenceTest", "EffectFloor", "Finding", "Findings", "Known", "findings"]
