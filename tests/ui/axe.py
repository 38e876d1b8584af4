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
# Contrast is judged for the first and the last text of each look: it depends on the style of the
# text and on what is behind it. Rows of a table look alike, and this rule takes most of the time.
_RUN = """async () => {
  const looks = new WeakMap();
  const behind = one => {
    if (!one) return '';
    if (!looks.has(one)) {
      const style = getComputedStyle(one);
      const own = [style.backgroundColor, style.backgroundImage, style.opacity, style.filter,
        style.mixBlendMode, style.position, one.className];
      looks.set(one, behind(one.parentElement) + '>' + own.join('|'));
    }
    return looks.get(one);
  };
  const texts = new Map();
  for (const one of document.querySelectorAll('body *')) {
    const speaks = [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim());
    const shown = one.getClientRects().length && (speaks || one.matches('input, select, textarea'));
    if (!shown) continue;
    const style = getComputedStyle(one);
    const look = [behind(one), one.tagName, style.color, style.fontSize, style.fontWeight,
      style.textShadow, style.visibility, one.closest('[aria-disabled=true], :disabled') !== null];
    texts.set(look.join('|'), [...(texts.get(look.join('|')) || []), one]);
  }
  for (const alike of texts.values())
    for (const one of [alike[0], alike.at(-1)]) one.dataset.axeLook = '';
  axe.configure({rules: [{id: 'color-contrast', selector: '[data-axe-look]'}]});
  const found = await axe.run(document, {resultTypes: ['violations'], preload: false});
  for (const one of document.querySelectorAll('[data-axe-look]')) delete one.dataset.axeLook;
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
