"""Sentences of the mission scorers."""

WORDS: dict[str, tuple[str, str]] = {
    "unknown_part": (
        "there is no part '{part}'; the parts are: {allowed}",
        "没有名为“{part}”的部分；可用：{allowed}",
    ),
    "weight": (
        "the weight of '{part}' is {found}; it must be a number of at least 0",
        "“{part}”的权重为 {found}，应为不小于 0 的数值",
    ),
    "all_zero": (
        "all weights are 0; at least one must be above 0",
        "全部权重为 0；至少一个应大于 0",
    ),
    "unknown_score": (
        "{id}: there is no '{name}'; the names are: {allowed}",
        "{id}：没有名为“{name}”的项；可用：{allowed}",
    ),
    "score": (
        "{id}: the score of '{name}' is {found}; it must lie between 0 and 1, or be null",
        "{id}：“{name}”的得分为 {found}，应在 0 到 1 之间或为 null",
    ),
    "requirements": (
        'it must name at least one field, such as {"t": ["<=", 60]}',
        '至少要有一个字段，例如 {"t": ["<=", 60]}',
    ),
    "requirement": (
        "'{field}' is {found}; it must be [operator, number] with one of {allowed}",
        "“{field}”为 {found}，应为 [运算符, 数值]，运算符可取 {allowed}",
    ),
    "adc_rows": (
        "{id}: D has {n} rows and A {states} start states; give one row per start state",
        "{id}：D 有 {n} 行而 A 有 {states} 个初始状态；每个初始状态应有一行",
    ),
    "adc_columns": (
        "{id}: D[{at}] has {n} values and C {states} end states; give one value per end state",
        "{id}：D[{at}] 有 {n} 个值而 C 有 {states} 个结束状态；每个结束状态应有一个值",
    ),
    "adc_shares": (
        "{id}: {name} is {found}; probabilities are at least 0 and sum to at most 1",
        "{id}：{name} 为 {found}；概率不小于 0，其和不大于 1",
    ),
    "adc_numbers": (
        "{id}: {name} is {found}; it must be a list of numbers",
        "{id}：{name} 为 {found}，应为数值列表",
    ),
}
