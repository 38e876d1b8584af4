"""Do-nothing agents whose replies hold more than a text: claims, messages, calls, rankings."""

from __future__ import annotations

from steelyard.audit.dataset_facts import DatasetFacts
from steelyard.audit.null_agent import Case, NullAgent
from steelyard.model import Words


def _x(case: Case, facts: DatasetFacts) -> str:
    return "x"


def _nothing(case: Case, facts: DatasetFacts) -> None:
    return None


CLAIMING_AGENTS = (
    NullAgent(
        "claims_success",
        Words("says “x” and claims success", "回答“x”并自称成功"),
        _x,
        {"completed": True, "passed": True, "score": 1.0, "task_quality": 1.0, "confidence": 1.0},
    ),
    NullAgent(
        "claims_deployment",
        Words("says “x” and claims a perfect deployment", "回答“x”并自称部署成功"),
        _x,
        {
            **{"deployment_attempt": True, "deployment_success": True, "attempt_no": 1},
            **{"compat_issues": 0, "adaptation_time": 0.0, "adaptation_cost": 0.0},
            **{"original_score": 1.0, "transferred_score": 1.0},
        },
    ),
    NullAgent(
        "claims_mission",
        Words("says “x” and claims an accomplished mission", "回答“x”并自称完成任务"),
        _x,
        {
            **{"objectives": [{"id": "all", "weight": 1, "achieved": 1}], "constraints": []},
            **{"t_observe": 0.0, "t_decide": 0.0, "t_act": 1.0, "resource_used": 0.0},
            **{"state_start": "nominal", "state_end": "nominal"},
        },
    ),
    NullAgent(
        "claims_team",
        Words("says “x” and claims perfect teamwork", "回答“x”并自称协作完美"),
        _x,
        {
            **{"collaboration": True, "messages_total": 1, "messages_correct": 1},
            **{"collab_time": 0.001, "single_time": 10.0, "task_quality": 1.0},
            **{"communication_rounds": 1, "task_time": 0.001},
        },
    ),
    NullAgent(
        "team_talk",
        Words(
            "says “x” after messages that call themselves correct", "团队消息自称正确，只回答“x”"
        ),
        _x,
        {"subtasks": [{"id": "all", "weight": 1, "done": 1}]},
        messages=(
            {"id": "1", "sender": "a", "receiver": "b", "text": "hello", "correct": True},
            {"id": "2", "sender": "b", "receiver": "a", "text": "hello", "in_reply_to": "1"},
        ),
    ),
    NullAgent(
        "idle_tool",
        Words("calls a tool without effect and says “x”", "调用无作用的工具并回答“x”"),
        _x,
        trajectory=({"type": "tool_call", "name": "noop", "args": {}},),
    ),
    NullAgent(
        "invented_ranking",
        Words("returns documents that do not exist", "返回不存在的文档"),
        _x,
        {"retrieved": [f"no-such-document-{rank}" for rank in range(20)]},
    ),
    NullAgent(
        "abstains",
        Words("gives no text and says that it abstains", "不作答并声明放弃"),
        _nothing,
        {"abstained": True, "confidence": 0.0},
    ),
    NullAgent(
        "empty_ranking",
        Words("returns an empty ranking", "返回空的检索结果"),
        _x,
        {"retrieved": [], "events_reported": [], "actions_performed": []},
    ),
)
