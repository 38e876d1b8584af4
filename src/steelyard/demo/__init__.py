"""The bundled demo: a bilingual dataset, a plan, and an embedded agent served over HTTP."""

from steelyard.demo.agent import demo_agent
from steelyard.demo.files import DEMO_DIR, cases_path, plan_path

__all__ = ["DEMO_DIR", "cases_path", "demo_agent", "plan_path"]
