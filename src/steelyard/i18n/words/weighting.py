"""Sentences of the weighting methods, and of the matrices and weights they are given."""

WORDS: dict[str, tuple[str, str]] = {
    "no_rows": (
        "{id}: the matrix has no rows; give one per agent",
        "{id}：矩阵没有行；每个智能体应有一行",
    ),
    "row": (
        "{id}: row {row} of the matrix is {found}; it must be a list of numbers",
        "{id}：矩阵第 {row} 行为 {found}，应为数值列表",
    ),
    "ragged": (
        "{id}: row {row} of the matrix has {n} numbers, the first row {width}; all must have as many",
        "{id}：矩阵第 {row} 行有 {n} 个数，而第 1 行有 {width} 个；各行长度应相同",
    ),
    "cell": (
        "{id}: the cell at row, column {place} is {found}; it must be a finite number. Leave out agents or indicators without a score, or decide what a missing score counts",
        "{id}：（行，列）为（{place}）的单元格为 {found}，应为有限数值。请去除缺少得分的智能体或指标，或先确定缺失得分如何计",
    ),
    "outside": (
        "{id}: the cell at row, column {place} is {found}; it must be {allowed}",
        "{id}：（行，列）为（{place}）的单元格为 {found}，应{allowed}",
    ),
    "at_least": ("at least {low}", "不小于 {low}"),
    "between": ("between {low} and {high}", "介于 {low} 与 {high} 之间"),
    "count": (
        "{id}: '{name}' has {found}; it must be a list of {n} numbers",
        "{id}：“{name}”为 {found}，应为含 {n} 个数的列表",
    ),
    "weight": (
        "{id}: item {at} of '{name}' is {found}; it must be a number of at least 0",
        "{id}：“{name}”的第 {at} 项为 {found}，应为不小于 0 的数值",
    ),
    "zero": (
        "{id}: '{name}' add up to 0; at least one must be above 0",
        "{id}：“{name}”之和为 0，至少应有一项大于 0",
    ),
    "not_square": (
        "{id}: the matrix of judgements has {rows} rows and {columns} columns; it must have as many of both",
        "{id}：判断矩阵有 {rows} 行 {columns} 列，应为方阵",
    ),
    "too_large": (
        "{id}: {n} items are compared; the consistency of more than {most} cannot be judged. Group them and weigh the groups first",
        "{id}：共比较 {n} 项，超过 {most} 项时无法检验一致性。请先分组，再对各组赋权",
    ),
    "judgement": (
        "{id}: the judgement at row, column {place} is {found}; it must be above 0, from 1/9 (far less important) to 9 (far more)",
        "{id}：（行，列）为（{place}）的判断为 {found}，应为正数，自 1/9（远不重要）至 9（远为重要）",
    ),
    "diagonal": (
        "{id}: the judgement at row, column {place} is {found}; an item is as important as itself: 1",
        "{id}：（行，列）为（{place}）的判断为 {found}；同一项与自身相比应为 1",
    ),
    "reciprocal": (
        "{id}: the judgement at row, column {place} is {found}, but the one at {mirror} is {back}; it must be the reciprocal, {allowed}",
        "{id}：（行，列）为（{place}）的判断为 {found}，而（{mirror}）处为 {back}；两者应互为倒数，即 {allowed}",
    ),
    "rejected": (
        "The judgements contradict each other: the consistency ratio is {cr}, and must be below 0.1. Look again at row {row}, column {column}: it is {found}, while the other judgements together suggest {fits}; with that the ratio would be {after}.",
        "判断相互矛盾：一致性比率为 {cr}，应小于 0.1。请复核第 {row} 行第 {column} 列：现为 {found}，而其余判断合起来得 {fits}；改用该值后比率为 {after}。",
    ),
    "three": (
        "With three items any one of the judgements may be the wrong one; this one would stay inside the scale.",
        "仅比较三项时，三个判断中的任何一个都可能有误；此处所指者修订后仍在标度之内。",
    ),
    "scale": (
        "The largest judgement is {found}; the usual scale ends at 9.",
        "最大的判断值为 {found}；通用标度至 9 为止。",
    ),
    "no_experts": (
        "{id}: there are no judgements; give one matrix per expert",
        "{id}：没有判断矩阵；每位专家应有一个",
    ),
    "expert": ("expert {n}", "专家 {n}"),
    "expert_size": (
        "{id}: compares {found} items, the first expert {n}; all must compare the same",
        "{id}：比较了 {found} 项，而第 1 位专家比较了 {n} 项；各专家应比较相同的项",
    ),
    "expert_off": (
        "The judgements of {expert} contradict each other: consistency ratio {cr}.",
        "{expert}的判断相互矛盾：一致性比率为 {cr}。",
    ),
    "agents": (
        "{id}: {n} agents are too few to read weights from their spread; there must be at least {least}. Set the weights yourself (mcdm.direct) or judge them in pairs (mcdm.ahp)",
        "{id}：仅有 {n} 个智能体，无法由其离散程度求权重，至少应有 {least} 个。请直接赋权（mcdm.direct）或两两判断（mcdm.ahp）",
    ),
    "too_few": (
        "Only {n} agents: such weights need at least {least}. Do not use them to decide.",
        "仅有 {n} 个智能体：此类权重至少需要 {least} 个，不宜据此决策。",
    ),
    "few": (
        "Only {n} agents: with fewer than {enough} such weights are rough.",
        "仅有 {n} 个智能体：少于 {enough} 个时此类权重较粗略。",
    ),
    "no_spread": (
        "The agents do not differ in any indicator; the weights are equal.",
        "各智能体在所有指标上均无差异，权重取相等。",
    ),
    "no_common": (
        "{id}: no item carries weight in every set, so the product is 0 everywhere; combine the sets linearly (mcdm.combine_linear)",
        "{id}：没有任何一项在各组中均有权重，乘积全为 0；请改用线性组合（mcdm.combine_linear）",
    ),
}
