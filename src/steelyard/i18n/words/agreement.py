"""Sentences of the statistics of agreement."""

WORDS: dict[str, tuple[str, str]] = {
    "lengths": (
        "{id}: 'a' has {a} items and 'b' has {b}; both must be about the same items",
        "{id}：a 有 {a} 项，b 有 {b} 项；两者应对应同一批对象",
    ),
    "label": (
        "{id}: item {at} of '{name}' is {found}; it must be a text, a number or null",
        "{id}：“{name}”的第 {at} 项为 {found}，应为文本、数值或 null",
    ),
    "unordered": (
        "stat.kappa: weights '{weights}' need ordered categories, but these have no place: {found}; give them in 'order' from lowest to highest",
        "stat.kappa：“{weights}”权重要求类别有序，但以下类别无次序：{found}；请在 order 中由低到高列出",
    ),
    "rating": (
        "{id}: item {at} of 'ratings' holds {found}; at level {level} it must be a list of numbers (or texts, if nominal) and null",
        "{id}：“ratings”的第 {at} 项含有 {found}；在 {level} 层次下应为数值（nominal 时也可为文本）与 null 的列表",
    ),
    "labelled": (
        "{id}: {human} human scores but {judge} of the judge on the same items; there must be one for one",
        "{id}：人工得分 {human} 个，同一批对象的评审得分却有 {judge} 个，两者应一一对应",
    ),
    "count": (
        "{id}: '{name}' is {found}; it is a number of cases, 0 or more",
        "{id}：“{name}”为 {found}，应为不小于 0 的用例数",
    ),
    "few_labels": (
        "Only {n} human labels; with fewer than {enough} the agreement is a guess. Label more before relying on the judge.",
        "人工标注仅 {n} 条；少于 {enough} 条时一致性只是粗估。采信评审前请增加标注。",
    ),
}
