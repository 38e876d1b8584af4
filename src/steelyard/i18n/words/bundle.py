"""Sentences about bundles: runs on disk."""

WORDS: dict[str, tuple[str, str]] = {
    "bad_overrides": (
        "{path} does not hold verdicts of people, one with `row` and `passed` per line.",
        "{path} 的内容不是人工判定（每行须含 `row` 与 `passed`）。",
    ),
    "no_journal": (
        "{path}: this run has not kept its journal, so its failed cases cannot be asked again.",
        "{path}：该运行未保留日志，无法仅重试失败的用例。",
    ),
    "no_journal_hint": ("Run the plan again.", "请重新运行该评估方案。"),
    "locked": (
        "{path} is being written by another process.",
        "{path} 正被另一个进程写入。",
    ),
    "locked_hint": (
        "Wait for it to end, or stop it, then try again.",
        "请等待其结束或将其停止后再试。",
    ),
    "not_a_bundle": (
        "{path} is not a run: it has no manifest.json.",
        "{path} 不是运行包：其中没有 manifest.json。",
    ),
    "not_a_bundle_hint": (
        "Give the directory that `steelyard run` wrote, for example runs/<time>-<name>.",
        "请给出 `steelyard run` 写出的目录，例如 runs/<时间>-<名称>。",
    ),
    "is_file": (
        "{path} is a file, not the directory of a run.",
        "{path} 是文件，不是运行所在的目录。",
    ),
    "is_file_hint": (
        "Give the directory that `steelyard run` wrote; a run that was packed must be unpacked first.",
        "请给出 `steelyard run` 写出的目录；已打包的运行须先解包。",
    ),
    "bad_manifest": (
        "{path} cannot be read as a manifest: {error}",
        "{path} 无法作为运行清单读取：{error}",
    ),
    "checksum_differs": (
        "its checksum does not match its content",
        "校验和与内容不符",
    ),
    "file_missing": ("the file is missing", "文件缺失"),
    "manifest_damaged": (
        "{path} is damaged: {error}. Nothing was changed; the replies in the journal and the results table are safe.",
        "{path} 已损坏：{error}。未做任何改动；日志中的应答和结果表不受影响。",
    ),
    "manifest_damaged_hint": (
        "`steelyard resume {path} --drop-damaged` restores it from manifest.backup.json and continues the run.",
        "可用 `steelyard resume {path} --drop-damaged`：将由 manifest.backup.json 恢复清单并继续运行。",
    ),
    "backup_damaged": (
        "{path} is damaged, and so is {backup}: {error}. Nothing was changed.",
        "{path} 已损坏，{backup} 也已损坏：{error}。未做任何改动。",
    ),
    "backup_damaged_hint": (
        "Restore manifest.json from a backup of yours, or run the plan again in another directory: `steelyard run PLAN --out DIR`.",
        "请用自己的备份恢复 manifest.json，或在新目录中重新运行评估方案：`steelyard run PLAN --out DIR`。",
    ),
    "summary_damaged": (
        "{path} is damaged: {error}. Nothing was changed; the results table is safe.",
        "{path} 已损坏：{error}。未做任何改动；结果表不受影响。",
    ),
    "summary_damaged_hint": (
        "`steelyard resume {path}` makes it again from the results table.",
        "可用 `steelyard resume {path}` 由结果表重新生成。",
    ),
    "part_damaged": (
        "{path} is damaged or missing: its checksum differs from the one in the manifest. Nothing was changed.",
        "{path} 已损坏或缺失：校验和与清单中记录的不符。未做任何改动。",
    ),
    "part_damaged_resume_hint": (
        "The replies in the journal are safe: `steelyard resume {path}` makes the results table again.",
        "日志中的应答不受影响：可用 `steelyard resume {path}` 重新生成结果表。",
    ),
    "part_damaged_hint": (
        "Restore the file from a backup, or run the plan again in another directory: `steelyard run PLAN --out DIR`.",
        "请从备份恢复该文件，或在新目录中重新运行评估方案：`steelyard run PLAN --out DIR`。",
    ),
    "overrides_damaged": (
        "{path} is damaged: its SHA-256 differs from the one in the manifest. Nothing was changed.",
        "{path} 已损坏：SHA-256 与清单中记录的不符。未做任何改动。",
    ),
    "overrides_damaged_hint": (
        "Restore the file from a backup, or apply the reviews to the original run again.",
        "请从备份恢复该文件，或对原运行重新应用人工复核。",
    ),
    "newer_format": (
        "{path} has format {found}, which is newer than this version of Steelyard understands. Upgrade Steelyard to open it.",
        "{path} 的格式版本为 {found}，高于当前 Steelyard 所支持的版本。请升级 Steelyard 后再打开。",
    ),
    "bad_move": ("A run cannot go from {old} to {new}.", "运行不能从 {old} 变为 {new}。"),
    "exists": (
        "{path} already holds a run (state: {state}).",
        "{path} 中已有一次运行（状态：{state}）。",
    ),
    "exists_hint": (
        "Continue it with `steelyard resume {path}`, or choose another directory with --out.",
        "可用 `steelyard resume {path}` 继续，或用 --out 另选目录。",
    ),
    "not_empty": (
        "{path} exists and is not empty; a run is written into a directory of its own.",
        "{path} 已存在且不为空；每次运行需要独立的目录。",
    ),
    "other_plan": (
        "{path} was written by another plan: another agent, dataset, seed or number of epochs.",
        "{path} 由另一个评估方案写成：智能体、数据集、随机种子或重复次数不同。",
    ),
    "other_plan_hint": (
        "Replies of two plans are never mixed. Start a new run in another directory.",
        "不同方案的应答绝不混用。请在新目录中重新运行。",
    ),
    "damaged": (
        "{path} is damaged at line {line} (byte {offset}): its checksum does not match what stands there. Nothing was changed.",
        "{path} 第 {line} 行（第 {offset} 字节处）已损坏：校验和与内容不符。未做任何改动。",
    ),
    "damaged_hint": (
        "If the file came from a backup or a copy, restore it. To go on without the damaged lines, `steelyard resume DIR --drop-damaged` moves them aside and asks those cases again.",
        "如有备份请先恢复该文件。若要舍弃损坏的行继续，可用 `steelyard resume DIR --drop-damaged`：损坏行会被移到一旁，对应用例将重新提问。",
    ),
    "requests_damaged": (
        "{path} is damaged: its checksum differs from the one in the manifest. Nothing was changed.",
        "{path} 已损坏：校验和与清单中记录的不符。未做任何改动。",
    ),
    "requests_damaged_hint": (
        "If you have a backup, restore the file. Otherwise `steelyard resume DIR --drop-damaged` makes it again from the dataset; replies already received are kept.",
        "如有备份请先恢复该文件。否则可用 `steelyard resume DIR --drop-damaged` 由数据集重新生成；已收到的应答会保留。",
    ),
    "requests_differ": (
        "{path} is damaged, and the dataset gives other requests now. Nothing was changed.",
        "{path} 已损坏，而数据集现在会生成不同的请求。未做任何改动。",
    ),
    "requests_differ_hint": (
        "Restore the dataset as it was, or start a new run in another directory.",
        "请恢复当时的数据集，或在新目录中重新运行。",
    ),
    "duplicate_row": (
        "{path} answers row {row} twice (again on line {second}); it was not written by one run alone.",
        "{path} 中第 {row} 行有两份应答（第 {second} 行重复），不是由同一次运行写成。",
    ),
    "unknown_row": (
        "{path} line {line} answers row {row}, but the run has only {rows} rows.",
        "{path} 第 {line} 行对应第 {row} 行用例，但本次运行只有 {rows} 行。",
    ),
    "missing_file": (
        "{path} is missing, and a run in state {state} needs it.",
        "缺少 {path}，而处于 {state} 状态的运行需要它。",
    ),
    "not_finished": (
        "The run at {path} has no results table yet (state: {state}).",
        "{path} 的运行尚无结果表（状态：{state}）。",
    ),
    "not_finished_hint": (
        "Finish it with `steelyard resume {path}`.",
        "请用 `steelyard resume {path}` 继续完成。",
    ),
    "mixed": (
        "Column {column} holds values measured by the run and {n} declared by the data; it counts as declared.",
        "列 {column} 同时包含实测值与 {n} 条数据申报值；按申报处理。",
    ),
    "claims_used": (
        "Claimed by the agent in up to {n} replies and accepted by the plan: {fields}. What rests on them counts as claimed.",
        "智能体在至多 {n} 条应答中自称、且评估方案接受的字段：{fields}。依据这些字段的结果均标为“自称”。",
    ),
    "claims_unused": (
        "Claimed by the agent in up to {n} replies and not used: {fields}. A claim counts only if the plan lists the field under `accept`.",
        "智能体在至多 {n} 条应答中自称、未予采用的字段：{fields}。只有评估方案在 accept 中列出的字段才会采用。",
    ),
    "misfit": (
        "The agent reported `{field}` {n} times in a form that does not fit its type ({type}); left out.",
        "智能体上报的 {field} 有 {n} 次与其类型（{type}）不符，已略去。",
    ),
    "unknown_field": (
        "The agent reported `{field}` {n} times; there is no outcome field of that name, so it was left out.",
        "智能体上报了 {n} 次 {field}；没有这个结果字段，已略去。",
    ),
    "no_column": (
        "there is no column '{column}'; there are: {known}",
        "没有列“{column}”；现有：{known}",
    ),
    "needs_package": (
        "This needs the package {package}: pip install 'steelyard[frames]' or pip install {package}",
        "此功能需要软件包 {package}：pip install 'steelyard[frames]' 或 pip install {package}",
    ),
    "write_failed": (
        "The journal at {path} cannot be written: {error}. Replies already written are safe.",
        "运行日志 {path} 无法写入：{error}。已写入的应答不受影响。",
    ),
}
