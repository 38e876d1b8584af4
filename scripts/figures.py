"""Draw every figure to look at: both languages, light and dark, wide and narrow, little and much.

    .venv/bin/python scripts/figures.py build/figures [--size 6] [--hostile] [--pictures]

writes a page per kind of content (run, comparison, leaderboard, correlation); with `--pictures`,
also a PNG of each page in every language and theme at 900 and 400 pixels (needs Chromium); with
`--measure`, it prints what drawing costs instead.
"""

from __future__ import annotations

import argparse
import base64
import gzip
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
CHROMIUM = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"]


def main() -> None:
    """Write the pages, and the pictures when asked."""
    from steelyard.report.figures import figures_of
    from steelyard.report.figures.sheet import sheet
    from tests.report.figures.samples import CONTENTS

    options = _options()
    if options.measure:
        _measure()
        return
    options.out.mkdir(parents=True, exist_ok=True)
    pages = []
    for kind, make in CONTENTS.items():
        content = make(options.size, hostile=options.hostile, missing=options.missing)
        page = options.out / f"{kind}.html"
        page.write_text(sheet(figures_of(content), kind), encoding="utf-8")
        pages.append(page)
    if options.pictures:
        _photograph(pages, options.out, options)


def _photograph(pages: list[Path], out: Path, options: argparse.Namespace) -> None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as browsers:
        browser = browsers.chromium.launch(executable_path="/usr/bin/chromium", args=CHROMIUM)
        for page in pages:
            for width in options.widths:
                tab = browser.new_page(viewport={"width": width, "height": 800})
                tab.goto(page.as_uri())
                for language in options.languages:
                    for theme in options.themes:
                        tab.evaluate(
                            "([l, t]) => { const r = document.documentElement;"
                            " r.lang = l; r.dataset.theme = t; }",
                            [language, theme],
                        )
                        tab.evaluate("window.figuresDrawn?.()")
                        tab.wait_for_timeout(300)
                        name = f"{page.stem}-{language[:2]}-{theme}-{width}.png"
                        tab.screenshot(path=str(out / name), full_page=True)
                tab.close()
        browser.close()


def _measure() -> None:
    """Print the seconds (of the processor) and bytes that the documents speak of."""
    from steelyard.report.figures import embed, figures_of
    from steelyard.report.figures.sheet import sheet
    from tests.report.figures.samples import run_report

    report = run_report(20)
    lines = [f"draw every figure of a run: {_best(lambda: figures_of(report)):.3f} s"]
    code = "import time; t = time.process_time(); import plotly.graph_objects as g; g.Figure();"
    code += "print(time.process_time() - t)"
    runs = [float(subprocess.check_output([sys.executable, "-c", code])) for _ in range(5)]
    lines.append(f"import plotly.graph_objects: {min(runs):.3f} s")
    script = gzip.decompress(base64.b64decode(embed.library().packed))
    for level in (1, 3, 6, 9):
        size = len(gzip.compress(script, level)) * 4 / 3 / 1e6
        seconds = _best(lambda level=level: gzip.compress(script, level))
        lines.append(f"pack the library at level {level}: {seconds:.3f} s, {size:.2f} MB")
    figures = figures_of(report)
    page, data = sheet(figures, "run"), embed.drawings(figures)
    sizes = f"{len(page.encode()) / 1e6:.2f} MB, of which drawings {len(data) / 1e6:.2f} MB"
    lines.append(f"page of {len(figures)} figures: {sizes}")
    sys.stdout.write("\n".join(lines) + "\n")


def _best(work: Callable[[], object]) -> float:
    taken = []
    for _ in range(5):
        begun = time.process_time()
        work()
        taken.append(time.process_time() - begun)
    return min(taken)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path, nargs="?", default=Path("build/figures"))
    parser.add_argument("--size", type=int, default=6)
    parser.add_argument("--hostile", action="store_true")
    parser.add_argument("--missing", action="store_true")
    parser.add_argument("--pictures", action="store_true")
    parser.add_argument("--measure", action="store_true")
    parser.add_argument("--widths", type=int, nargs="+", default=[900, 400])
    parser.add_argument("--languages", nargs="+", default=["en", "zh-CN"])
    parser.add_argument("--themes", nargs="+", default=["light", "dark"])
    return parser.parse_args()


if __name__ == "__main__":
    main()
