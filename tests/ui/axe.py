"""axe-core on a page: what people who do not see it, or use no mouse, would stumble over.

The script comes with the package axe-playwright-python of the test extras, so that nothing is
fetched when tests run. Where it is missing, the tests are skipped and say so.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

GRAVE = ("serious", "critical")
_RUN = """async () => {
  const found = await axe.run(document, {resultTypes: ['violations']});
  return found.violations.map(one => ({
    id: one.id, impact: one.impact, help: one.help,
    nodes: one.nodes.slice(0, 5).map(node => node.html.slice(0, 200) + ' | ' +
      node.any.concat(node.all, node.none).map(check => check.message).join('; ').slice(0, 200)),
  }));
}"""


@cache
def script() -> str | None:
    """Return axe-core, or None when it is not installed."""
    found = find_spec("axe_playwright_python")
    if found is None or found.origin is None:
        return None
    return (Path(found.origin).parent / "axe.min.js").read_text("utf-8")


def violations(page) -> list[dict]:
    """Return the grave violations of a page as it is shown now."""
    source = script()
    if source is None:
        pytest.skip("axe-core is not installed: pip install axe-playwright-python")
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(source)
    return [one for one in page.evaluate(_RUN) if one["impact"] in GRAVE]
