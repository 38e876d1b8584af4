"""What the page of operational capability says."""

WORDS: dict[str, tuple[str, str]] = {
    "capability": ("Operational capability", "能力评估"),
    "capability_intro": (
        "What an agent is worth in a mission: objectives, the stages of the loop, time, rules, "
        "resources.",
        "智能体在任务中的效能：目标达成、各环节质量、时效、约束遵循与资源使用。",
    ),
    "templates": ("Templates", "任务模板"),
    "stages": ("By stage", "分环节"),
    "missions": ("Missions", "任务列表"),
    "mission": ("Mission", "任务"),
    "no_missions": (
        "{run} holds no missions: no case was scored by ops.mission. The template below shows "
        "what a mission tells.",
        "{run} 中没有任务用例：未使用 ops.mission 评分。下面的模板说明任务用例需要哪些内容。",
    ),
    "no_adc": (
        "No case tells its state at the start and at the end (state_start, state_end), so "
        "effectiveness cannot be taken apart into availability, dependability and capability.",
        "用例未给出初始状态与结束状态（state_start、state_end），"
        "无法将效能分解为可用性、可信性与能力。",
    ),
    "no_scene_breakdown": (
        "The plan does not break results down by scenario. With `scene` under `breakdowns`, stages "
        "are shown scenario by scenario.",
        "评估方案未按场景分组统计。在 `breakdowns` 中加入 `scene` 后可按场景查看各环节得分。",
    ),
    "no_scenes": (
        "The cases name no scenario. With a `scene` on each case, stages are shown scenario by "
        "scenario.",
        "用例没有标明场景。标明后可按场景查看各环节得分。",
    ),
    "ops_effectiveness": ("Effectiveness", "效能"),
    "ops_objectives": ("Objectives", "目标"),
    "ops_observe": ("Observe", "观察"),
    "ops_orient": ("Orient", "判断"),
    "ops_decide": ("Decide", "决策"),
    "ops_act": ("Act", "行动"),
    "ops_timeliness": ("In time", "时效"),
    "ops_compliance": ("Rules", "约束"),
    "ops_resource": ("Resources", "资源"),
    "ops_veto": ("Veto", "否决"),
    "vetoed": ("vetoed", "一票否决"),
    "whole_sample": ("See the whole sample", "查看完整样本"),
    # the timeline
    "timeline": ("Events and actions", "事件与行动"),
    "events_truth": ("Happened", "发生的事件"),
    "events_reported": ("Reported", "上报的事件"),
    "seen": ("Seen", "发现"),
    "missed": ("Missed", "漏报"),
    "invented": ("Not there", "误报"),
    "situation": ("Assessed", "态势研判"),
    "truly": ("truly", "实为"),
    "decision": ("Decided", "决策"),
    "actions": ("Done", "执行的动作"),
    "not_asked": ("not required", "非必需"),
    "left_out": ("Left out", "遗漏"),
    "t_target": ("Target time", "目标时刻"),
    "t_deadline": ("Deadline", "截止时刻"),
    "late": ("too late", "已超时"),
    "in_time": ("in time", "按时"),
    "objectives": ("Objectives", "目标达成"),
    "constraints": ("Constraints", "约束"),
    "violated": ("violated", "违反"),
    "obeyed": ("kept", "遵守"),
    "hard": ("hard", "硬约束"),
    # the template
    "how_to": ("How to evaluate missions", "如何评估任务效能"),
    "how_to_1": (
        "1. Upload cases that tell what happened and what was required (fields of the case), and "
        "let the agent answer what it saw, decided and did (fields of the agent).",
        "1. 上传用例，写明真实情况与要求（用例字段）；由智能体给出观察、决策与行动（智能体字段）。",
    ),
    "how_to_2": (
        "2. In the plan, score by ops.mission and weigh by the scorecard 'mission'.",
        "2. 在方案中使用 ops.mission 评分，指标体系选 mission。",
    ),
    "how_to_3": (
        "3. Open the result here: by stage, by scene, mission by mission.",
        "3. 在本页查看结果：按环节、按场景、逐个任务。",
    ),
    "example_file": ("Example file", "示例文件"),
    "fields": ("What a mission tells", "任务用例的字段"),
    "field": ("Field", "字段"),
    "type": ("Type", "类型"),
    "told_by": ("Told by", "由谁给出"),
    "by_case": ("the case", "用例"),
    "by_outcome": ("the agent", "智能体"),
    "by_run": ("the run", "运行"),
    "card": ("The scorecard 'mission'", "指标体系 mission"),
    "card_hint": (
        "Weights are a proposal; set them with experts of the domain.",
        "权重仅为建议值，请与领域专家共同确定。",
    ),
    "plan_hint": ("In the plan:", "方案中写："),
}
