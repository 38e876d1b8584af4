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
    "ratio_of_zero": (
        "No ratio: the second proportion is 0.",
        "无比值：第二个比例为 0。",
    ),
    "least": (
        "{id}: '{name}' is {found}; it must be at least {least}",
        "{id}：“{name}”为 {found}，应不小于 {least}",
    ),
    "power": (
        "{id}: alpha is {alpha} and power {power}; both must lie between 0 and 1, and the power above half of alpha",
        "{id}：alpha 为 {alpha}，power 为 {power}；两者均应介于 0 与 1 之间，且 power 应大于 alpha 的一半",
    ),
    "delta": (
        "{id}: 'delta' is 0; no number of cases shows a difference of 0",
        "{id}：“delta”为 0；无论多少用例都无法检出为 0 的差异",
    ),
    "tiny_delta": (
        "A difference of {delta} is too small: no number of cases that can be counted shows it.",
        "差异 {delta} 过小：所需用例数大到无法计数。",
    ),
    "tries": (
        "No value: {n} tries are fewer than k = {k}.",
        "无取值：尝试 {n} 次，少于 k = {k}。",
    ),
    "p_value": (
        "{id}: item {at} of 'p' is {found}; a p value lies between 0 and 1",
        "{id}：“p”的第 {at} 项为 {found}；p 值应介于 0 与 1 之间",
    ),
    "pairs": (
        "{id}: 'x' has {x} values and 'y' {y}; give pairs",
        "{id}：“x”有 {x} 个值而“y”有 {y} 个，应成对给出",
    ),
    "constant": (
        "No correlation: one side does not vary.",
        "无相关系数：其中一方没有变化。",
    ),
    "few_pairs": (
        "Only {n} pairs; with fewer than 10 a correlation is rough.",
        "仅有 {n} 对；少于 10 对时相关系数较粗略。",
    ),
    "no_corr_interval": (
        "No interval: it needs at least 5 pairs, and a correlation that is not exactly 1 or −1.",
        "无区间：至少需要 5 对，且相关系数不恰为 1 或 −1。",
    ),
    "correlation_range": (
        "{id}: '{name}' is {found}; a correlation lies between −1 and 1",
        "{id}：“{name}”为 {found}；相关系数应介于 −1 与 1 之间",
    ),
    "impossible": (
        "{id}: the correlations {values} cannot all hold at once; take them from the same cases",
        "{id}：相关系数 {values} 不可能同时成立；请取自同一批用例",
    ),
    "determined": (
        "No value: two of the three are perfectly correlated, so nothing is left to tell apart.",
        "无取值：三者中有两者完全相关，无从区分。",
    ),
    "empty_margin": (
        "No correlation: one of the two never varies.",
        "无相关系数：两者之一从不变化。",
    ),
    "count": (
        "{id}: '{name}' is {found}; a number of cases is at least 0",
        "{id}：“{name}”为 {found}；用例数应不小于 0",
    ),
    "share": (
        "{id}: '{name}' is {found}; it must lie between 0 and 1, or be null",
        "{id}：“{name}”为 {found}，应介于 0 与 1 之间，或为 null",
    ),
}
