"""Sentences of the aggregation methods and the sensitivity analysis."""

WORDS: dict[str, tuple[str, str]] = {
    "no_difference": (
        "No score: the agents do not differ in any indicator that carries weight.",
        "无得分：各智能体在所有有权重的指标上均无差异。",
    ),
    "compromise": (
        "Agents {agents} cannot be told apart: together they are the compromise.",
        "智能体 {agents} 难分高下，共同构成折衷解。",
    ),
    "no_scores": (
        "{id}: there are no scores; give at least one",
        "{id}：没有得分，至少应有一项",
    ),
    "centres": (
        "they must be at least two numbers from 0 to 1 that fall, such as [1, 0.5, 0]",
        "应为至少两个介于 0 与 1 之间且递减的数，例如 [1, 0.5, 0]",
    ),
    "method": (
        "{id}: there is no method '{found}'. It may be: {allowed}",
        "{id}：没有名为“{found}”的方法。可取：{allowed}",
    ),
    "errors_shape": (
        "{id}: 'errors' is {found}, the matrix {wanted}; give one standard error per score",
        "{id}：“errors”为 {found}，而矩阵为 {wanted}；每个得分应有一个标准误",
    ),
    "stable": (
        "The ranking is stable: agent {agent} is first in {share} of the draws of weights and scores.",
        "排名稳定：在权重与得分的抽样中，智能体 {agent} 有 {share} 居首。",
    ),
    "stable_weights": (
        "Agent {agent} is first in {share} of the draws of weights; whether the ranking is stable also depends on the errors of the scores, which were not given.",
        "在权重抽样中，智能体 {agent} 有 {share} 居首；排名是否稳定还取决于得分的误差，而误差未给出。",
    ),
    "not_stable": (
        "The ranking is not stable: agent {agent} comes first most often, but only in {share} of the draws ({limit} are needed).",
        "排名不稳定：智能体 {agent} 居首最多，但仅占抽样的 {share}（需达到 {limit}）。",
    ),
}
