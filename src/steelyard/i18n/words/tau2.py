"""Sentences about results of tau2-bench."""

WORDS: dict[str, tuple[str, str]] = {
    "simulation": ("{file}, simulation {n}", "{file} 第 {n} 次模拟"),
    "wanted_tasks": ("the list of tasks", "任务列表"),
    "skip_no_task": (
        "a simulation of a task that is not in the file",
        "所属任务不在文件中的模拟",
    ),
    "skip_no_reward": (
        "a simulation without a reward: it has no verdict",
        "没有奖励值的模拟：没有判定",
    ),
    "skip_ticks": (
        "the ticks of a spoken conversation: only its reward is taken over",
        "语音对话的时间片：只导入其奖励值",
    ),
}
