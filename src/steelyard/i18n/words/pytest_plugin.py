"""Sentences of the pytest plugin."""

WORDS: dict[str, tuple[str, str]] = {
    "group": ("Steelyard: gates in tests", "Steelyard：测试中的门槛"),
    "dir_help": (
        "directory in which the runs of tests are kept; default: pytest's cache",
        "保存测试所产生运行的目录；默认在 pytest 的缓存中",
    ),
    "update_help": (
        "write each run as the new baseline of its test instead of comparing with the old one",
        "将每次运行写为该测试的新基线，而不与旧基线比较",
    ),
    "mark_help": (
        "run this plan and fail the test when a gate is not met",
        "执行该方案，门槛未通过时令测试失败",
    ),
    "section": ("steelyard", "steelyard"),
    "marker": (
        "@pytest.mark.steelyard does not know {found}. It takes: {allowed}; for example @pytest.mark.steelyard(plan='plan.yaml', gates=['overall: ci_low >= 0.7'])",
        "@pytest.mark.steelyard 不接受 {found}。可用：{allowed}；例如 @pytest.mark.steelyard(plan='plan.yaml', gates=['overall: ci_low >= 0.7'])",
    ),
    "no_plan": (
        "@pytest.mark.steelyard needs the path of a plan, relative to the test file: @pytest.mark.steelyard(plan='plan.yaml'). For an agent and cases in Python use the fixture steelyard_evaluate.",
        "@pytest.mark.steelyard 需要方案文件的路径（相对于测试文件）：@pytest.mark.steelyard(plan='plan.yaml')。智能体与用例写在 Python 中时，请用 steelyard_evaluate。",
    ),
    "texts": (
        "@pytest.mark.steelyard: {name} is {found}; it must be a list of texts such as ['overall: ci_low >= 0.7']",
        "@pytest.mark.steelyard：{name} 为 {found}，应为文本列表，例如 ['overall: ci_low >= 0.7']",
    ),
    "number": (
        "@pytest.mark.steelyard: {name} is {found}; it must be a whole number from 1",
        "@pytest.mark.steelyard：{name} 为 {found}，应为不小于 1 的整数",
    ),
    "no_baseline_given": (
        "@pytest.mark.steelyard: fail_on speaks of what changed, so it needs baseline='DIR' too; what must hold of the run itself goes into gates",
        "@pytest.mark.steelyard：fail_on 针对变化，须同时给出 baseline='目录'；针对本次运行本身的条件请写入 gates",
    ),
    "not_marked": (
        "The fixture {fixture} needs a plan: mark the test with @pytest.mark.steelyard(plan='plan.yaml').",
        "使用 {fixture} 须先指定方案：请为测试加上 @pytest.mark.steelyard(plan='plan.yaml')。",
    ),
    "no_baseline": (
        "The fixture steelyard_comparison needs a baseline: @pytest.mark.steelyard(plan=..., baseline='DIR').",
        "使用 steelyard_comparison 须给出基线：@pytest.mark.steelyard(plan=..., baseline='目录')。",
    ),
    "no_run_there": (
        "{path} is to become the baseline, but what is there is no run; it was left alone. Name a directory of its own for the baseline, such as baseline='golden', or remove what is there.",
        "{path} 要写为基线，但该处已有的内容不是运行，未作改动。请为基线指定单独的目录，例如 baseline='golden'，或先移走原有内容。",
    ),
    "failed": (
        "{n} of {total} gates of '{run}' failed:",
        "“{run}”的 {total} 项门槛中有 {n} 项未通过：",
    ),
    "gate_met": ("  ✓ {text} · observed {seen}", "  ✓ {text} · 取值 {seen}"),
    "gate_not_met": ("  ✗ {text} · observed {seen}", "  ✗ {text} · 取值 {seen}"),
    "score": ("{name} {score}, {n} requests", "{name} {score}，{n} 次提问"),
    "sourced": ("{value} ({source})", "{value}（{source}）"),
    "value": ("{id} {value}, n = {n}", "{id} {value}，n = {n}"),
    "failing": ("First failing cases:", "最先失败的用例："),
    "broken": (
        "{n} cases passed in the baseline and fail now, among them:",
        "{n} 条用例在基线中通过而本次失败，例如：",
    ),
    "flip": (
        "{id}: asked '{input}', said '{before}', now '{now}'",
        "{id}：输入“{input}”，原答“{before}”，现答“{now}”",
    ),
    "case": (
        "{id}: asked '{input}', expected '{expected}', got '{output}'",
        "{id}：输入“{input}”，期望“{expected}”，实得“{output}”",
    ),
    "look": ("Report: {path}", "报告：{path}"),
}
