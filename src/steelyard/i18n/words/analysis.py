"""Sentences of the statistics."""

WORDS: dict[str, tuple[str, str]] = {
    "confidence": (
        "{id}: the confidence is {found}; it must lie between 0 and 1, such as 0.95",
        "{id}：置信水平为 {found}，应介于 0 与 1 之间，例如 0.95",
    ),
    "trials": (
        "{id}: there are {found} trials; there must be more than 0",
        "{id}：试验次数为 {found}，应大于 0",
    ),
    "successes": (
        "{id}: {found} successes in {trials} trials; there must be from 0 to {trials}",
        "{id}：{trials} 次试验中成功 {found} 次，应在 0 至 {trials} 之间",
    ),
    "number": (
        "{id}: item {at} of '{name}' is {found}; it must be a number",
        "{id}：“{name}”的第 {at} 项为 {found}，应为数值",
    ),
    "lengths": (
        "{id}: {values} values but {clusters} clusters; give one cluster per value",
        "{id}：共 {values} 个观测值，却有 {clusters} 个聚类标识，两者应一一对应",
    ),
    "few_clusters": (
        "Only {n} clusters; with fewer than 20 the standard error is rough.",
        "仅有 {n} 个聚类；少于 20 个时标准误较粗略。",
    ),
}
