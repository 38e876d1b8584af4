"""Sentences about asking on a cluster."""

WORDS: dict[str, tuple[str, str]] = {
    "no_ray": (
        "executor: ray needs the package ray: pip install 'steelyard[ray]'",
        "executor: ray 需要 ray 包：pip install 'steelyard[ray]'",
    ),
    "no_fsspec": (
        "A storage URL needs the package fsspec: pip install 'steelyard[s3]' on every node",
        "使用存储 URL 需要 fsspec 包：请在每个节点执行 pip install 'steelyard[s3]'",
    ),
    "no_cluster": (
        "No Ray cluster can be joined at {address}: {error}",
        "无法加入位于 {address} 的 Ray 集群：{error}",
    ),
    "no_cluster_hint": (
        "Start one with `ray start --head --port 6379` and name it as host:6379 under "
        "run.executor.ray.address or in {variable}. The command must run on a node of the cluster "
        "(`ray start --address host:6379` makes this machine one).",
        "请用 `ray start --head --port 6379` 启动集群，并在 run.executor.ray.address 或 {variable} "
        "中写明 host:6379。命令须在集群节点上运行（`ray start --address host:6379` 可使本机加入）。",
    ),
    "no_worker": (
        "No worker could be started on the cluster, {n} times in a row: {error}",
        "在集群上连续 {n} 次无法启动工作进程：{error}",
    ),
    "no_worker_hint": (
        "Every node needs the same Python and the same Steelyard, installed. "
        "Nothing answered is lost; the run can be resumed.",
        "每个节点都需要安装相同的 Python 与 Steelyard。已有应答不会丢失，本次运行可以继续。",
    ),
    "other_version": (
        "The node {node} has Steelyard {there}, this is {here}: install the same one everywhere.",
        "节点 {node} 上的 Steelyard 版本为 {there}，本机为 {here}：请安装相同版本。",
    ),
    "deadly": (
        "{n} workers were lost while they asked the same cases: {cases}",
        "{n} 个工作进程在提问相同用例时丢失：{cases}",
    ),
    "deadly_hint": (
        "The agent or the memory of the node may not stand them. Nothing answered is lost: try "
        "these cases with executor: local, or resume with less concurrency.",
        "可能是智能体或节点内存无法承受这些用例。已有应答不会丢失：请用 executor: local "
        "单独尝试，或降低并发后继续。",
    ),
    "not_sendable": (
        "This agent cannot be sent to the workers of a cluster: {error}. Describe it in the plan, "
        "or use executor: local.",
        "无法将该智能体发送到集群的工作进程：{error}。请在方案中描述它，或使用 executor: local。",
    ),
}
