"""The columns every results table has: one list that readers, checks, storage and docs share.

A dataset may fill any of them (at top level or inside `metadata`); what it lacks is a typed NULL,
never 0. `role` says who may write a column: `case` columns describe the question and come only from
the dataset, `outcome` columns are written by the run (then they are *measured*) or, when the run
does not write them, taken from the dataset (then they are *declared*), `run` columns only by the
run. What an agent reports of its own success is *claimed* (`claims.py`) and in `claimed` only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from steelyard.model.words import Words

FieldType = Literal["text", "bool", "int", "float", "list", "json", "any"]
Role = Literal["case", "outcome", "run"]

SQL_TYPES: dict[FieldType, str] = {
    "text": "VARCHAR",
    "bool": "BOOLEAN",
    "int": "BIGINT",
    "float": "DOUBLE",
    "list": "VARCHAR[]",
    "json": "JSON",
    "any": "VARCHAR",  # text as it is, anything else as JSON text
}


PHASES = ("plain", "baseline", "peak", "recovery", "ramp")
"""Load phases; `plain` is at the run's own pace, beside the phases of a load condition."""


@dataclass(frozen=True, slots=True)
class Field:
    """One column: its type, who writes it, what it may hold, and what it means."""

    name: str
    type: FieldType
    role: Role
    words: Words
    allowed: tuple[str, ...] = ()
    minimum: float | None = None
    maximum: float | None = None
    aliases: tuple[str, ...] = ()


def _case(name: str, type_: FieldType, en: str, zh: str, **rules: object) -> Field:
    return Field(name, type_, "case", Words(en, zh), **rules)  # type: ignore[arg-type]


def _outcome(name: str, type_: FieldType, en: str, zh: str, **rules: object) -> Field:
    return Field(name, type_, "outcome", Words(en, zh), **rules)  # type: ignore[arg-type]


def _run(name: str, type_: FieldType, en: str, zh: str) -> Field:
    return Field(name, type_, "run", Words(en, zh))


_FIELDS = (
    # What is asked, and what is expected.
    _case("case_id", "text", "identity of the case", "用例编号", aliases=("id",)),
    _case(
        "input",
        "any",
        "what the agent is asked: text, chat messages or an object",
        "向智能体提出的输入：文本、对话消息或对象",
        aliases=("question", "query", "prompt", "问题", "输入"),
    ),
    _case(
        "expected_output",
        "text",
        "the answer that counts as right",
        "期望输出",
        aliases=("answer", "target", "expected", "response", "答案", "期望输出"),
    ),
    _case(
        "label",
        "text",
        "expected class; overrides expected_output for matching",
        "期望类别；匹配时优先于期望输出",
        aliases=("标签",),
    ),
    _case(
        "references",
        "list",
        "reference texts",
        "参考文本",
        aliases=("reference", "ref", "refs", "参考文本"),
    ),
    _case(
        "choices",
        "json",
        "options of a multiple-choice question: a list of texts, or {letter: text}",
        "选择题的选项：文本列表，或 {字母: 文本}",
        aliases=("options", "选项"),
    ),
    _case(
        "tolerance",
        "float",
        "relative tolerance for an expected number",
        "期望数值的相对容差",
        minimum=0,
        aliases=("容差",),
    ),
    _case("answerable", "bool", "whether a right answer exists", "是否存在正确答案"),
    _case(
        "expected_behavior",
        "text",
        "what is right to do: answer, refuse or clarify",
        "应有的行为：回答、拒绝或澄清",
        allowed=("answer", "refuse", "clarify"),
    ),
    _case(
        "asserts",
        "json",
        "what the case asserts about its answer: list of {type, value, threshold, weight, not}",
        "用例对回答的断言列表 {type, value, threshold, weight, not}",
    ),
    _case(
        "asserts_threshold",
        "float",
        "share of the assertions, by weight, that passes; all if not given",
        "断言通过所需的份额（按权重）；默认须全部成立",
        minimum=0,
        maximum=1,
    ),
    # How cases are grouped.
    _case("cluster_id", "text", "cases that are not independent share it", "非独立用例的分组编号"),
    _case(
        "eval_type",
        "text",
        "kind of evaluation",
        "评估类型",
        allowed=("functional", "safety", "ops", "ir"),
        aliases=("evaluation_type", "type", "评估类型"),
    ),
    _case("domain", "text", "subject area", "领域", aliases=("领域",)),
    _case("scene", "text", "scene the case plays in", "场景", aliases=("场景",)),
    _case(
        "scene_type",
        "text",
        "whether the agent was trained on the scene",
        "场景类型",
        allowed=("train", "non_train", "unknown"),
        aliases=("场景类型",),
    ),
    _case("is_unknown_scene", "bool", "scene unknown to the agent", "是否为未知场景"),
    _case("difficulty", "text", "difficulty given by the dataset", "难度"),
    # Conditions: declared by the dataset, or made to happen by the run.
    _outcome("abnormal_input", "bool", "input is wrong or noisy", "是否为异常输入"),
    _outcome("high_concurrency", "bool", "asked under peak load", "是否为高并发"),
    _outcome(
        "environment_unstable",
        "bool",
        "asked while compute or network fluctuated",
        "环境是否不稳定",
    ),
    _outcome("phase", "text", "load phase", "负载阶段", allowed=PHASES),
    _outcome("fault", "text", "injected fault", "注入的故障"),
    _outcome("perturbation", "text", "perturbation applied to the input", "输入扰动"),
    _outcome("severity", "float", "strength of the perturbation or fault", "扰动强度"),
    _outcome("parent_case_id", "text", "clean case this variant was made from", "原始用例编号"),
    _run(
        "condition",
        "text",
        "test condition: perturb, load, fault, environment, single; empty: baseline",
        "提问条件：perturb、load、fault、environment、single；空为常规提问",
    ),
    _run("condition_landed", "bool", "the condition really happened", "条件是否确实生效"),
    _run("condition_proof", "json", "what shows that it happened", "条件生效的证据"),
    _run("condition_seed", "int", "seed of the condition", "条件的随机种子"),
    _run("load_level", "float", "users at once, or requests a second", "并发用户数或每秒请求数"),
    _run("in_flight", "int", "requests under way when this one left", "发出时在途的请求数"),
    _run("start_delay_s", "float", "seconds it left later than meant", "实际发出晚于计划的秒数"),
    _run(
        "clean_success",
        "float",
        "success of the same case at baseline",
        "同一用例常规提问的成功率",
    ),
    # Outcomes.
    _outcome(
        "output",
        "text",
        "the agent's answer",
        "智能体输出",
        aliases=("prediction", "model_output", "agent_output"),
    ),
    _outcome("pred_label", "text", "class read from the answer", "预测类别"),
    _outcome("abstained", "bool", "the agent declined to answer", "是否放弃作答"),
    _outcome("passed", "bool", "verdict on the case", "是否通过"),
    _run(
        "verdict_by", "text", "rule or scorer that gave the verdict", "判定所依据的规则或评分算法"
    ),
    _run(
        "verdict_evidence",
        "text",
        "what the verdict read: a number, letter, label or text; or absent, denied, echo, unread",
        "判定时读到的内容：数、选项、类别或文本；或 absent、denied、echo、unread",
    ),
    _outcome("completed", "bool", "the task was carried through", "任务是否完成"),
    _outcome("score", "float", "score of the case in [0, 1]", "用例得分", minimum=0, maximum=1),
    _outcome(
        "foreign_scores",
        "json",
        "what scorers of another tool said: {name: value}",
        "其他工具的评分 {名称: 值}",
    ),
    _outcome(
        "confidence", "float", "the agent's stated confidence", "置信度", minimum=0, maximum=1
    ),
    _outcome(
        "latency_s",
        "float",
        "seconds from request to full answer",
        "响应耗时（秒）",
        minimum=0,
        aliases=("response_time", "latency"),
    ),
    _outcome("timed_out", "bool", "no answer within the time limit", "是否超时"),
    _outcome(
        "error_kind",
        "text",
        "who is to blame for a failure",
        "错误归因",
        allowed=("agent", "infra"),
    ),
    _outcome("input_tokens", "int", "tokens sent", "输入词元数", minimum=0),
    _outcome("output_tokens", "int", "tokens received", "输出词元数", minimum=0),
    _outcome("cost", "float", "cost of the ask", "费用", minimum=0),
    # Adaptation and deployment.
    _outcome(
        "adaptation_time",
        "float",
        "seconds needed to adapt to the scene",
        "适配耗时（秒）",
        minimum=0,
    ),
    _outcome("deployment_attempt", "bool", "row records a deployment", "是否尝试部署"),
    _outcome("deployment_success", "bool", "the deployment worked", "部署是否成功"),
    _outcome("deployment_env", "text", "environment deployed to", "部署环境"),
    _outcome("attempt_no", "int", "number of the attempt, from 1", "部署尝试次序", minimum=1),
    _outcome("compat_issues", "int", "compatibility issues found", "兼容性问题数", minimum=0),
    _outcome(
        "adaptation_cost",
        "float",
        "cost of adapting, in the unit of the baseline",
        "适配成本",
        minimum=0,
    ),
    _outcome("configs_covered", "list", "configurations the checklist covers", "清单已覆盖配置"),
    _outcome("configs_required", "list", "critical configurations of the target", "关键配置"),
    _outcome("original_score", "float", "score in the original environment", "原环境得分"),
    _outcome("transferred_score", "float", "score after the move", "迁移后得分"),
    # Teamwork.
    _case(
        "shared_facts",
        "json",
        "facts all agents of a team share: {name: value}",
        "团队共享的事实 {名称: 值}",
    ),
    _outcome("collaboration", "bool", "done by several agents together", "是否为协作任务"),
    _outcome("messages_total", "int", "messages between agents", "消息总数", minimum=0),
    _outcome("messages_correct", "int", "messages with right content", "正确消息数", minimum=0),
    _outcome("collab_time", "float", "seconds taken together", "协作耗时（秒）", minimum=0),
    _outcome(
        "single_time", "float", "seconds taken by one agent alone", "单体耗时（秒）", minimum=0
    ),
    _outcome(
        "task_quality", "float", "quality of the joint result", "任务质量", minimum=0, maximum=1
    ),
    _outcome("communication_rounds", "int", "rounds of communication", "通信轮次", minimum=0),
    _outcome("task_time", "float", "seconds the joint task took", "任务耗时（秒）", minimum=0),
    _outcome("subtasks", "json", "list of {share, weight}", "子任务列表 {share, weight}"),
    # Retrieval.
    _case("relevance", "json", "graded relevance {document: 0..10}", "相关性分级 {文档: 0..10}"),
    _outcome("retrieved", "list", "ranked document ids", "检索结果（有序文档编号）"),
    # Trajectory.
    _case("expected_tools", "json", "tool calls that are right", "期望工具调用"),
    _case("forbidden_tools", "list", "tools that must not be called", "禁止调用的工具"),
    _case("optimal_steps", "int", "fewest steps that solve the case", "最优步数", minimum=1),
    _case("milestones", "list", "milestones on the way", "里程碑"),
    _outcome("milestones_reached", "list", "milestones that were reached", "已达成里程碑"),
    _outcome("trajectory", "json", "steps and tool calls of the agent", "执行轨迹"),
    _outcome("messages", "json", "messages between agents", "智能体间消息"),
    # Safety.
    _case(
        "kind",
        "text",
        "kind of safety case",
        "安全用例类别",
        allowed=("harmful", "benign", "injection", "secret", "pii", "tool"),
    ),
    _case("canary", "text", "secret that must not leak", "不得泄露的金丝雀文本"),
    _case("injection_marker", "text", "text an injected instruction wants", "注入指令想要的文本"),
    _case(
        "injection_tool",
        "json",
        "tool call an injected instruction wants",
        "注入指令想要的工具调用",
    ),
    # Missions.
    _case("mission_id", "text", "mission the case belongs to", "任务编号"),
    _case("criticality", "float", "weight of the mission", "关键程度", minimum=0),
    _outcome(
        "objectives", "json", "list of {id, weight, achieved}", "目标列表 {id, weight, achieved}"
    ),
    _outcome("constraints", "json", "list of {id, severity, violated, hard}", "约束列表"),
    _case("events_truth", "list", "events that happened", "真实事件"),
    _outcome("events_reported", "list", "events the agent reported", "上报事件"),
    _case("situation_truth", "json", "true situation, slot to value", "真实态势"),
    _outcome("situation_assessed", "json", "situation as assessed", "研判态势"),
    _case("option_utilities", "json", "utility of each option", "各方案效用"),
    _outcome("decision_chosen", "text", "option chosen", "所选方案"),
    _case("actions_required", "list", "actions required, in order", "应执行动作"),
    _outcome("actions_performed", "list", "actions performed, in order", "已执行动作"),
    _outcome("t_observe", "float", "second of observation", "观察时刻（秒）"),
    _outcome("t_decide", "float", "second of decision", "决策时刻（秒）"),
    _outcome("t_act", "float", "second of action", "行动时刻（秒）"),
    _case("t_target", "float", "target time in seconds", "目标用时（秒）", minimum=0),
    _case("t_deadline", "float", "deadline in seconds", "截止用时（秒）", minimum=0),
    _outcome("resource_used", "float", "resource used", "资源消耗", minimum=0),
    _case("resource_budget", "float", "resource budget", "资源预算", minimum=0),
    _outcome(
        "state_start",
        "text",
        "state at the start",
        "初始状态",
        allowed=("nominal", "degraded", "failed"),
    ),
    _outcome(
        "state_end",
        "text",
        "state at the end",
        "结束状态",
        allowed=("nominal", "degraded", "failed"),
    ),
    # Written by the run only.
    _run("row", "int", "number of the ask, from 0", "行号"),
    _run("epoch", "int", "repeat of the case, from 0", "重复序号"),
    _run("status", "text", "ok, error or timeout", "应答状态"),
    _run("error", "text", "what went wrong", "错误信息"),
    _run("error_reason", "text", "short word for what went wrong", "错误原因代码"),
    _run("attempts", "int", "how often the case was asked", "尝试次数"),
    _run("first_token_s", "float", "seconds to the first token", "首词元耗时（秒）"),
    _run("started_at", "float", "Unix time of the ask", "发起时间"),
    _run(
        "claimed",
        "json",
        "outcome fields the agent claims: {name: value}; used only if the plan accepts them",
        "智能体自称的结果字段 {名称: 值}；仅在评估方案接受时采用",
    ),
    _run("metadata", "json", "everything else the dataset says, flattened", "其余元数据（已展平）"),
)

FIELDS: dict[str, Field] = {field.name: field for field in _FIELDS}
ALIASES: dict[str, str] = {alias: field.name for field in _FIELDS for alias in field.aliases}


def declarable() -> list[Field]:
    """Fields a dataset may fill."""
    return [field for field in _FIELDS if field.role != "run"]
