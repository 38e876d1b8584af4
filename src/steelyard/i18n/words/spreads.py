"""What is said of a scorecard that is tried on several runs."""

WORDS: dict[str, tuple[str, str]] = {
    "too_few": (
        "At least {n} runs are needed to compare. Choose more.",
        "至少需要 {n} 次运行才能比较，请再选择一些。",
    ),
    "no_score": (
        "Without a score in every chosen run: {names}. Choose other runs, or take these parts out.",
        "以下部分并非在每次所选运行中都有得分：{names}。请更换运行，或移除这些部分。",
    ),
    "nothing_common": (
        "No part has a score in all chosen runs. Choose runs of the same data and conditions.",
        "没有在所有所选运行中都有得分的部分。请选择数据与条件相同的运行。",
    ),
    "no_node": (
        "The scorecard has no part {id} any more.",
        "指标体系中已没有部分 {id}。",
    ),
}
