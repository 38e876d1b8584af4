"""How large and how fast the report of a large run is.

python benchmarks/report_size.py            writes docs/benchmarks/reports.md
python benchmarks/report_size.py --quick    small runs, prints only
"""

from __future__ import annotations

import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

PAGE = Path(__file__).resolve().parents[1] / "docs" / "benchmarks" / "reports.md"
SIZES = (1_000, 100_000)
HEAD = """# Reports of large runs

Made by `benchmarks/report_size.py` on {cores} cores: runs with answers of 400 characters, six
scenes, a fifth of them wrong. Seconds of processor time are of collecting what a report shows
(indicators are computed before) and of writing the file; memory is the peak of the process that did
it. *Opens* is the time until the page is loaded in headless Chromium; figures are drawn as they are
scrolled to.

| cases | format | collect | write | peak memory | file | opens |
|---|---|---|---|---|---|---|
"""


def main() -> None:
    """Measure every size and format, each in a process of its own."""
    if "--one" in sys.argv:
        cases, form, folder = sys.argv[2:]
        print(one(Path(folder), form))
        return
    quick = "--quick" in sys.argv
    rows = []
    with TemporaryDirectory() as scratch:
        for cases in (500, 2_000) if quick else SIZES:
            folder = Path(scratch) / str(cases)
            make_run(folder, cases)
            for form in ("html", "xlsx"):
                if form == "xlsx" and cases > 100_000:
                    continue  # minutes; the sheet takes 1,048,570 rows
                command = [sys.executable, __file__, "--one", str(cases), form, str(folder)]
                said = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
                rows.append(f"| {cases:,} | {form} | {said.strip()} |")
                print(rows[-1], flush=True)
            shutil.rmtree(folder)
    if not quick:
        import os

        PAGE.write_text(HEAD.format(cores=os.cpu_count()) + "\n".join(rows) + "\n", "utf-8")


def make_run(folder: Path, cases: int) -> None:
    """Make a run from a recording; nobody is asked."""
    import steelyard

    scenes = ("fire", "flood", "quake", "storm", "heat", "fog")

    def rows() -> object:
        for at in range(cases):
            wrong = (at * 7919) % 5 == 0
            answer = (
                f"The answer to question {at} is {at * 3}. " + "It follows from the table. " * 14
            )
            yield {
                "case_id": f"case-{at}",
                "input": f"Question {at}: how much is three times {at}? " + "Explain it. " * 20,
                "expected_output": answer,
                "output": "I do not know." if wrong else answer,
                "passed": not wrong,
                "scene": scenes[at % 6],
                "latency_s": 0.01 + (at * 104729 % 1000) / 500,
            }

    steelyard.evaluate(
        {"replay": {}}, rows(), out=folder, name="large", scorers=["text.exact_match"]
    )


def one(folder: Path, form: str) -> str:
    """Measure one format of one run."""
    from steelyard.bundle import Bundle, connect
    from steelyard.report import collect, write_report

    bundle = Bundle(folder)
    started = time.process_time()
    connection = connect(bundle.results_path)
    report = collect(bundle.manifest.values, bundle.summary(), connection)
    connection.close()
    collected = time.process_time()
    path = write_report(report, form, folder / f"r.{form}", results=bundle.results_path)
    written = time.process_time()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    size = path.stat().st_size / 1e6
    opens = f"{opening(path):.1f} s" if form == "html" else ""
    return (
        f"{collected - started:.1f} s | {written - collected:.1f} s | {peak:.0f} MB"
        f" | {size:.1f} MB | {opens}"
    )


def opening(path: Path) -> float:
    """Seconds until the page is loaded."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page()
        started = time.perf_counter()
        page.goto(path.as_uri(), wait_until="load")
        taken = time.perf_counter() - started
        browser.close()
    return taken


if __name__ == "__main__":
    main()
