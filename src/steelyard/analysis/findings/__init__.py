"""What stands out in a run, in sentences."""

from steelyard.analysis.findings.content import Finding
from steelyard.analysis.findings.findings import findings
from steelyard.analysis.findings.source import Known

__all__ = ["Finding", "Known", "findings"]
