"""Sentences about exports: a run written for other tools, and `steelyard export`."""

WORDS: dict[str, tuple[str, str]] = {
    # Mistakes.
    "exists": ("{path} is there already.", "{path} 已存在。"),
    "exists_hint": (
        "Give another name with -o, or replace it with --force.",
        "用 -o 另取名称，或用 --force 覆盖。",
    ),
    "cannot_write": ("{path} cannot be written: {why}.", "无法写入 {path}：{why}。"),
    "no_folder": ("there is no folder {folder}", "文件夹 {folder} 不存在"),
    "cannot_write_hint": (
        "Choose a folder that exists and that you may write to, with -o.",
        "用 -o 指定一个已存在且可写的文件夹。",
    ),
    "no_file": (
        "--to {to} writes no file, so -o has no meaning; --tracking-uri says where it goes.",
        "--to {to} 不写文件，-o 无意义；写到哪里由 --tracking-uri 决定。",
    ),
    "nothing_retrieved": (
        "No case of this run has `retrieved`, so there is no ranking to write.",
        "本次运行中没有用例带有 `retrieved`，没有检索排序可写。",
    ),
    "nothing_retrieved_hint": (
        "A TREC run file holds ranked document ids; an agent reports them as `retrieved` (see docs/guide/retrieval.md).",
        "TREC 结果文件记录有序的文档编号，由智能体在 `retrieved` 中给出（见 docs/guide/retrieval.md）。",
    ),
    "needs_mlflow": (
        "Exporting to MLflow needs the package mlflow (or mlflow-skinny). Install it: pip install 'steelyard[mlflow]'",
        "导出到 MLflow 需要 mlflow（或 mlflow-skinny）。安装：pip install 'steelyard[mlflow]'",
    ),
    "mlflow_refused": ("MLflow refuses: {error}", "MLflow 拒绝写入：{error}"),
    # What was left out or written otherwise.
    "note_empty_columns": (
        "columns without any value, left out: {n}",
        "没有任何值的列未写出：{n} 列",
    ),
    "note_formulas": (
        "cells that a spreadsheet would run as a formula, written with a ' in front: {n} (--raw leaves them as they are)",
        "会被电子表格当作公式执行的单元格已在开头加 '：{n} 个（--raw 可原样写出）",
    ),
    "note_trec_repeats": (
        "rows of later epochs or of conditions, left out because a run names a query once: {n}",
        "重复提问或评测条件下的行未写出，因为一个查询只能出现一次：{n} 行",
    ),
    "note_trec_not_retrieved": (
        "rows without `retrieved`, left out: {n}",
        "没有 `retrieved` 的行未写出：{n} 行",
    ),
    "note_trec_duplicates": (
        "documents named again in the same ranking, left out: {n}",
        "同一排序中重复出现的文档未写出：{n} 个",
    ),
    "note_trec_changed": (
        "ids with blanks, written with %20 and the like: {n}",
        "含空白的编号已改写为 %20 等形式：{n} 个",
    ),
    "note_trec_ungraded": (
        "queries in run.txt without judgements: {n}",
        "run.txt 中没有相关性判定的查询：{n} 个",
    ),
    "note_inspect_no_verdict": (
        "samples without a verdict, which have no mark: {n}",
        "没有判定的样本不带得分：{n} 个",
    ),
    "note_inspect_steps": (
        "steps of trajectories that are not tool calls, left out: {n}",
        "轨迹中不是工具调用的步骤未写出：{n} 步",
    ),
    "note_inspect_team_messages": (
        "rows with messages between agents, left out: {n}",
        "智能体之间的消息未写出：{n} 行",
    ),
    "note_otel_no_verdict": (
        "rows without a verdict, which have no event for it: {n}",
        "没有判定的行不产生判定事件：{n} 行",
    ),
    "note_undefined": (
        "indicators that are undefined, left out: {n} ({names}, ...)",
        "无定义的指标未写出：{n} 个（{names} 等）",
    ),
    "note_declared_columns": (
        "columns declared by the dataset, not measured: {names}",
        "数据集申报、并非实测的列：{names}",
    ),
    "note_claimed_columns": (
        "columns claimed by the agent, not measured: {names}",
        "智能体自称、并非实测的列：{names}",
    ),
    # The command.
    "help": (
        "Write a finished run for another tool.\n\nDIRECTORY is a run. --to says which tool: csv, parquet and jsonl hold the results table; inspect is a log that Inspect AI opens; trec is a run file with judgements; otel holds OpenTelemetry evaluation events; mlflow logs indicators, parameters and reports. What could not be written is said at the end.",
        "将已完成的运行导出给其他工具。\n\nDIRECTORY 为一次运行。--to 指定格式：csv、parquet、jsonl 为结果表；inspect 为 Inspect AI 可打开的日志；trec 为检索结果与相关性判定；otel 为 OpenTelemetry 评测事件；mlflow 记录指标、参数与报告。未能写出的内容会在最后说明。",
    ),
    "epilog": (
        "Examples:\n  steelyard export runs/demo --to csv --bom -o results.csv\n  steelyard export runs/demo --to inspect -o log.json\n  steelyard export runs/demo --to mlflow --tracking-uri sqlite:///mlflow.db",
        "示例：\n  steelyard export runs/demo --to csv --bom -o results.csv\n  steelyard export runs/demo --to inspect -o log.json\n  steelyard export runs/demo --to mlflow --tracking-uri sqlite:///mlflow.db",
    ),
    "to_help": ("what to write", "导出格式"),
    "output_help": (
        "file or folder to write; by default one of the usual name inside DIRECTORY",
        "要写入的文件或文件夹；默认写在 DIRECTORY 内",
    ),
    "force_help": ("replace what is there", "覆盖已有文件"),
    "bom_help": (
        "csv: begin with a byte order mark, so that Excel reads Chinese",
        "csv：以字节顺序标记开头，便于 Excel 正确显示中文",
    ),
    "raw_help": (
        "csv: leave cells as they are, also those a spreadsheet would run as a formula",
        "csv：单元格原样写出，包括会被当作公式执行的内容",
    ),
    "uri_help": (
        "mlflow: where its runs are, such as sqlite:///mlflow.db or http://host:5000",
        "mlflow：跟踪存储的位置，如 sqlite:///mlflow.db 或 http://host:5000",
    ),
    "experiment_help": (
        "mlflow: experiment to write to; by default the name of the run",
        "mlflow：写入的实验；默认用运行名称",
    ),
    "json_help": ("print what was written as JSON", "以 JSON 输出导出结果"),
    "so_far": ("  {n} rows written", "  已写出 {n} 行"),
    "written": ("Written: {path} · rows: {n}", "已写入：{path} · 行数：{n}"),
    "note": ("note: {text}", "说明：{text}"),
}
