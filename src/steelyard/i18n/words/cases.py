"""Sentences about datasets: reading, checking, processing."""

WORDS: dict[str, tuple[str, str]] = {
    "head_differs": (
        "{file}: feature_config says {key}: {found}, another file of the dataset says {before}. Make them agree, or set the value under `params` in the plan and remove it from the files.",
        "{file}：feature_config 中 {key} 为 {found}，数据集的另一文件为 {before}。请统一取值，或写入评估方案的 params 并从文件中删除。",
    ),
    "none": ("nothing", "无"),
    "did_you_mean": ("Did you mean: {names}?", "是否想用：{names}？"),
    # Finding files.
    "no_path": ("The dataset names no file.", "数据集未指定任何文件。"),
    "no_file": (
        "There is no file or folder '{file}' (looked from {base}).",
        "找不到文件或文件夹“{file}”（起始目录：{base}）。",
    ),
    "no_folder": ("The folder {folder} does not exist either.", "文件夹 {folder} 也不存在。"),
    "neighbours": ("{folder} holds: {names}", "{folder} 中现有：{names}"),
    "no_match": (
        "No file matches '{pattern}' (looked from {base}).",
        "没有文件与“{pattern}”匹配（起始目录：{base}）。",
    ),
    "empty_folder": (
        "The folder '{folder}' holds no file that can be read.",
        "文件夹“{folder}”中没有可读取的文件。",
    ),
    "empty_folder_hint": (
        "Files with these extensions are read, also with .gz: {extensions}",
        "可读取以下扩展名的文件（也可带 .gz）：{extensions}",
    ),
    "no_split": (
        "The folder '{folder}' has no split '{split}'. It has: {splits}",
        "文件夹“{folder}”中没有名为“{split}”的划分。现有：{splits}",
    ),
    "many_splits": (
        "The folder '{folder}' holds several splits: {splits}. Which one is to be asked?",
        "文件夹“{folder}”中有多个划分：{splits}，不知该用哪一个。",
    ),
    "many_splits_hint": (
        "Choose one in the dataset, for example `split: {split}`.",
        "请在 dataset 中选定一个，例如 `split: {split}`。",
    ),
    "unknown_extension": (
        "{file}: the extension '{extension}' is of no known format.",
        "{file}：扩展名“{extension}”不属于任何已知格式。",
    ),
    "unknown_extension_hint": (
        "Known: {extensions} (also with .gz). Or name the format: `format: jsonl`.",
        "可用：{extensions}（也可带 .gz）。也可用 `format: jsonl` 指明格式。",
    ),
    # Opening files.
    "cannot_open": ("{file} cannot be opened: {reason}", "无法打开 {file}：{reason}"),
    "empty_file": ("{file} is empty (0 bytes).", "{file} 是空文件（0 字节）。"),
    "no_rows": ("{file} holds no case.", "{file} 中没有任何用例。"),
    "bad_gzip": (
        "{file} is damaged: its gzip data cannot be unpacked ({reason}).",
        "{file} 已损坏：gzip 数据无法解压（{reason}）。",
    ),
    "not_text": (
        "{file} is not a text file: its first bytes are those of {kind}.",
        "{file} 不是文本文件：开头字节表明它是 {kind}。",
    ),
    "not_text_hint": (
        "Give it its own extension, or name the format in the dataset: `format: xlsx`.",
        "请改用正确的扩展名，或在 dataset 中指明格式，例如 `format: xlsx`。",
    ),
    "magic_zip": ("an XLSX or ZIP file", "XLSX 或 ZIP 文件"),
    "magic_parquet": ("a Parquet file", "Parquet 文件"),
    "magic_ole": ("an old Excel (.xls) file", "旧版 Excel（.xls）文件"),
    "magic_pdf": ("a PDF file", "PDF 文件"),
    "magic_sqlite": ("an SQLite database", "SQLite 数据库"),
    "magic_arrow": ("an Arrow file", "Arrow 文件"),
    "nul_file": (
        "{file} is not a text file in a known encoding: there is a zero byte at offset {offset}.",
        "{file} 不是已知编码的文本文件：偏移 {offset} 处有零字节。",
    ),
    "nul_file_hint": (
        "If it is text, save it as UTF-8, or name its encoding: `encoding: utf-16-le`.",
        "若确为文本，请另存为 UTF-8，或指明编码，例如 `encoding: utf-16-le`。",
    ),
    "unknown_encoding": ("There is no encoding '{name}'.", "没有名为“{name}”的编码。"),
    "unknown_encoding_hint": (
        "Usual ones: utf-8, gb18030, utf-16, big5, latin-1.",
        "常用编码：utf-8、gb18030、utf-16、big5、latin-1。",
    ),
    "bad_wide": (
        "{file} is not {encoding} all through: it breaks before byte {offset}.",
        "{file} 并非全文为 {encoding} 编码：在第 {offset} 字节之前出错。",
    ),
    # JSON.
    "json_big": (
        "{file} is larger than {limit}, and a .json file must be read whole.",
        "{file} 超过 {limit}，而 .json 文件须整体读入。",
    ),
    "json_big_hint": (
        "Write it as JSON Lines (one object per line, .jsonl), which has no limit: jq -c '.[]' big.json > big.jsonl",
        "请转为 JSON Lines（每行一个对象，.jsonl），大小不限：jq -c '.[]' big.json > big.jsonl",
    ),
    "json_encoding": (
        "{file}, line {line}: the byte at offset {offset} is not {encoding}.",
        "{file} 第 {line} 行：偏移 {offset} 处的字节不是 {encoding} 编码。",
    ),
    "encoding_hint": (
        "If it is a Chinese encoding, say so in the dataset: `encoding: gb18030`.",
        "若为中文编码，请在 dataset 中写明：`encoding: gb18030`。",
    ),
    "json_syntax": (
        "{file}, line {line}, column {column}: not JSON ({reason}), near: {found}",
        "{file} 第 {line} 行第 {column} 列：不是合法的 JSON（{reason}），附近内容：{found}",
    ),
    "json_top": (
        "{file} holds {found} at the top; a list of objects was expected.",
        "{file} 的顶层是 {found}，应为对象列表。",
    ),
    "json_keys": (
        "{file} is an object with {count} lists in it, and it is unclear which holds the cases. Keys: {keys}",
        "{file} 是一个含 {count} 个列表的对象，无法判断哪个是用例。键：{keys}",
    ),
    "json_top_hint": (
        'Allowed: [{"input": ...}, ...], or an object with one such list, such as {"cases": [...]}.',
        '允许：[{"input": ...}, ...]，或只含一个此类列表的对象，例如 {"cases": [...]}。',
    ),
    # Tables.
    "bad_delimiter": (
        "The delimiter {delimiter!r} is not one character that can stand between cells.",
        "分隔符 {delimiter!r} 不是可用的单个字符。",
    ),
    "bad_header": (
        "{file}: the header cannot be read: {reason}",
        "{file}：表头无法读取：{reason}",
    ),
    "one_column": (
        "{file} has one column only: '{header}'.",
        "{file} 只有一列：“{header}”。",
    ),
    "one_column_hint": (
        "It seems to be cut at {delimiter}: set `delimiter: {delimiter}` in the dataset.",
        "看起来是以 {delimiter} 分隔的，请在 dataset 中设置 `delimiter: {delimiter}`。",
    ),
    "header_empty": (
        "{file}: the header has no name for column {columns}.",
        "{file}：表头第 {columns} 列没有名称。",
    ),
    "header_twice": (
        "{file}: the header names a column twice: {columns}",
        "{file}：表头中有重复的列名：{columns}",
    ),
    "header_hint": (
        "Every column needs a name of its own; delete columns that are not needed.",
        "每一列都须有唯一的名称；不需要的列请删除。",
    ),
    "no_input_column": (
        "{file} has no column that can be asked. Columns found: {columns}",
        "{file} 中没有可作为输入的列。现有列：{columns}",
    ),
    "no_input_column_hint": (
        "Name one `input` (or question, query, prompt, 问题, 输入), or map it in the plan: `dataset: {{path: {file}, map: {{{column}: input}}}}`.",
        "请将其中一列命名为 `input`（或 question、query、prompt、问题、输入），或在评测计划中指定：`dataset: {{path: {file}, map: {{{column}: input}}}}`。",
    ),
    "xlsx_corrupt": (
        "{file} is damaged: it cannot be read as a workbook ({reason}).",
        "{file} 已损坏：无法作为工作簿读取（{reason}）。",
    ),
    "xlsx_not": (
        "{file} is not an XLSX workbook ({reason}).",
        "{file} 不是 XLSX 工作簿（{reason}）。",
    ),
    "wide_sheet": (
        "A sheet of {file} spans {cells} cells, of which {filled} are filled; it may span at most {most}.",
        "{file} 的某个工作表跨越 {cells} 个单元格，其中仅 {filled} 个有内容；最多允许跨越 {most} 个。",
    ),
    "workbook_ended": (
        "{file} could not be read: the process that reads it crashed or needed more than {memory} of memory.",
        "无法读取 {file}：读取进程崩溃，或所需内存超过 {memory}。",
    ),
    "xlsx_hint": (
        "Open it in a spreadsheet program and save it again as .xlsx, or export it as CSV.",
        "请用表格软件打开后重新另存为 .xlsx，或导出为 CSV。",
    ),
    "no_sheet": (
        "{file} has no sheet {sheet!r}. Sheets: {sheets}",
        "{file} 中没有工作表 {sheet!r}。现有：{sheets}",
    ),
    "parquet_not": (
        "{file} is not a Parquet file: it does not begin with PAR1.",
        "{file} 不是 Parquet 文件：开头不是 PAR1。",
    ),
    "parquet_corrupt": (
        "{file} is damaged: it cannot be read as Parquet after row {row} ({reason}).",
        "{file} 已损坏：第 {row} 行之后无法作为 Parquet 读取（{reason}）。",
    ),
    # Mapping.
    "map_target": (
        "map: '{source}' goes to '{target}', which is no field.",
        "map：“{source}”映射到“{target}”，但没有这个字段。",
    ),
    "map_run_field": (
        "map: '{source}' goes to '{target}', which only the run may write.",
        "map：“{source}”映射到“{target}”，但该字段只能由运行写入。",
    ),
    "map_target_hint": (
        "To keep it as metadata write `{source}: metadata.{target}`.",
        "若要保留为元数据，请写 `{source}: metadata.{target}`。",
    ),
    "map_unmatched": (
        "map: none of the {rows} rows has {sources}.",
        "map：{rows} 行数据中都没有 {sources}。",
    ),
    "map_unmatched_hint": (
        "Names on the left of `map` are those in the file, spelt as there; dots reach into objects.",
        "`map` 左侧应为文件中的名称，须拼写一致；用点号可取对象内的值。",
    ),
    # What is wrong with a row.
    "row_half_result": (
        "{found} is there without {allowed}; the result needs all of them",
        "有 {found} 而缺少 {allowed}；计算该结果需要全部字段",
    ),
    "row_misplaced_head": (
        "feature_config holds for all cases and belongs in the first row, or in the plan",
        "feature_config 适用于所有用例，应写在第一行或评估方案中",
    ),
    "row_wrong_type": (
        "{field}: found {found}; allowed: {allowed}",
        "{field}：实际为 {found}；允许：{allowed}",
    ),
    "row_not_allowed": (
        "{field}: found {found}; allowed: {allowed}",
        "{field}：实际为 {found}；允许：{allowed}",
    ),
    "row_out_of_range": (
        "{field}: found {found}, which is out of range; allowed: {allowed}",
        "{field}：实际为 {found}，超出范围；允许：{allowed}",
    ),
    "row_bad_item": (
        "{field}: item {number} is {found}; allowed: {allowed}",
        "{field}：第 {number} 项为 {found}；允许：{allowed}",
    ),
    "row_bad_shape": (
        "{field}: found {found}; allowed: {allowed}",
        "{field}：实际为 {found}；允许：{allowed}",
    ),
    "row_metadata_type": (
        "metadata: found {found}; allowed: {allowed}. To keep it, map it: `map: {{metadata: metadata.note}}`",
        "metadata：实际为 {found}；允许：{allowed}。若要保留，可映射：`map: {{metadata: metadata.note}}`",
    ),
    "row_no_input": (
        "input is missing or empty; the row has: {found}; allowed: {allowed}",
        "缺少 input 或其为空；该行现有：{found}；允许：{allowed}",
    ),
    "row_emptied": (
        "input: a processing step left {found}; allowed: {allowed}",
        "input：处理步骤之后为{found}；允许：{allowed}",
    ),
    "row_duplicate_id": (
        "case_id: '{found}' was used by an earlier row; allowed: {allowed}",
        "case_id：“{found}”已被前面的行使用；允许：{allowed}",
    ),
    "row_bad_json": (
        "not JSON at column {column} ({reason}), near: {found}; allowed: {allowed}",
        "第 {column} 列起不是合法的 JSON（{reason}），附近内容：{found}；允许：{allowed}",
    ),
    "row_not_object": (
        "found {found} instead of an object; allowed: {allowed}",
        "实际为 {found}，不是对象；允许：{allowed}",
    ),
    "row_too_deep": (
        "{found} is nested too deeply; allowed: {allowed}",
        "{found} 嵌套过深；允许：{allowed}",
    ),
    "allowed_levels": ("{most} levels", "{most} 层"),
    "row_too_long": (
        "the line is too long: {found} (it starts at byte {offset} of the file); allowed: {allowed}, see `max_line_bytes`",
        "该行过长：{found}（起于文件第 {offset} 字节）；允许：{allowed}，参见 `max_line_bytes`",
    ),
    "row_bad_encoding": (
        "the bytes {found} at offset {offset} of the file are not {allowed}; if the whole file is in another encoding, name it: `encoding: {other}`",
        "文件偏移 {offset} 处的字节 {found} 不是 {allowed} 编码；若整个文件为其他编码，请写明：`encoding: {other}`",
    ),
    "row_nul": (
        "the line holds a zero byte; allowed: {allowed}",
        "该行含有零字节；允许：{allowed}",
    ),
    "row_ragged": (
        "the row has {found}, the header has {allowed}; check for missing or unquoted delimiters",
        "该行有{found}，表头有{allowed}；请检查是否缺少分隔符或引号",
    ),
    "row_bad_csv": (
        "the quotes do not match ({found}); allowed: {allowed}",
        "引号不配对（{found}）；允许：{allowed}",
    ),
    "cells": ("{count} cells", " {count} 个单元格"),
    "size_bytes": ("{size} bytes", "{size} 字节"),
    "size_at_most": ("at most {size} bytes", "不超过 {size} 字节"),
    # What is allowed.
    "allowed_text": ("text", "文本"),
    "allowed_texts": ("a text or a list of texts", "文本或文本列表"),
    "allowed_bool": (
        "true or false (also yes/no, 1/0, 是/否)",
        "true 或 false（也可用 是/否、yes/no、1/0）",
    ),
    "allowed_int": ("a whole number", "整数"),
    "allowed_float": ("a number", "数值"),
    "allowed_list": ('a list of texts, such as ["a", "b"]', '文本列表，例如 ["a", "b"]'),
    "allowed_json": ("an object or a list", "对象或列表"),
    "allowed_any": (
        "text, a list of messages with a role, or an object; not empty",
        "文本、带 role 的消息列表或对象，且不为空",
    ),
    "allowed_choice": ("one of {choices}", "{choices} 之一"),
    "allowed_between": ("{what} from {low} to {high}", "{low} 到 {high} 之间的{what}"),
    "allowed_from": ("{what} of at least {low}", "不小于 {low} 的{what}"),
    "allowed_unique": ("a case_id of its own", "不重复的 case_id"),
    "allowed_results": (
        'a list such as [{"score": 0.85, "domain": "law"}], a score from 0 to 1 in every entry',
        '列表，例如 [{"score": 0.85, "domain": "法律"}]，每项都有 0 到 1 之间的 score',
    ),
    "allowed_first_row": ("the first row", "第一行"),
    "head_form": (
        '{file}: feature_config must be an object such as {{"ground_truth_total": 120}}; found {found}.',
        '{file}：feature_config 应为对象，例如 {{"ground_truth_total": 120}}；实际为 {found}。',
    ),
    "allowed_json_object": ("a JSON object", "JSON 对象"),
    "allowed_csv": (
        'cells in "double quotes", a quote inside as ""',
        '用 "双引号" 括起单元格，其中的引号写作 ""',
    ),
    "allowed_count": ("a whole number of at least 1", "不小于 1 的整数"),
    "allowed_share": ("a number above 0 and at most 1", "大于 0 且不超过 1 的数"),
    "shape_object": ("an object", "对象"),
    "shape_list": ("a list of objects", "对象列表"),
    "shape_objects": ("a list of objects with {members}", "含 {members} 的对象列表"),
    "shape_numbers": ("an object from names to {number}", "名称到{number}的对象"),
    "shape_tools": ("names, or objects with a name", "名称，或带 name 的对象"),
    # Ends of the stream.
    "strict_stop": ("{file}, line {line}: {message}", "{file} 第 {line} 行：{message}"),
    "strict_more": (" ({count} errors in this row)", "（该行共有 {count} 处错误）"),
    "strict_hint": (
        "`strict: true` stops here. Without it, bad rows are set aside with their reasons and the rest goes on.",
        "因 `strict: true` 而停止。去掉后，错误行会连同原因另行存放，其余照常进行。",
    ),
    "all_rejected": (
        "None of the {rows} rows can be used. The first: {file}, line {line}: {message}",
        "{rows} 行数据全部不可用。第一处：{file} 第 {line} 行：{message}",
    ),
    # Warnings.
    "warn_alias_beside": (
        "{count} rows have '{alias}' beside a better source of {field}; '{alias}' was kept as metadata.",
        "{count} 行中“{alias}”与 {field} 的更优来源并存；“{alias}”已作为元数据保留。",
    ),
    "warn_alias_not_field": (
        "{count} rows have a '{alias}' that is no {field}; it was kept as metadata.",
        "{count} 行的“{alias}”不是合法的 {field}，已作为元数据保留。",
    ),
    "warn_metadata_beside": (
        "{count} rows say '{name}' in metadata differently from {field}; the metadata was kept as metadata.",
        "{count} 行的 metadata 中“{name}”与 {field} 不一致，仍作为元数据保留。",
    ),
    "warn_unknown_but_train": (
        "{count} rows are of an unknown scene (is_unknown_scene) and of scene_type train; they count as unknown.",
        "{count} 行既是未知场景（is_unknown_scene）又标为 scene_type=train，按未知场景计。",
    ),
    "warn_empty_file": ("{file} is empty and was passed over.", "{file} 为空文件，已跳过。"),
    "warn_filter_unseen": (
        "filter: no row has '{name}'.",
        "filter：没有任何一行含有“{name}”。",
    ),
    # Steps.
    "step_error": (
        "steps, number {number} ({step}): {problem}",
        "steps 第 {number} 项（{step}）：{problem}",
    ),
    "step_not_mapping": ("found {found}; options are a mapping", "实际为 {found}，选项应为键值对"),
    "step_option": ("there is no option '{name}'.", "没有选项“{name}”。"),
    "step_options": ("Options: {names}", "可用选项：{names}"),
    "step_empty": ("it needs at least one entry.", "至少需要一项。"),
    "step_value": (
        "{name}: found {found}; allowed: {allowed}",
        "{name}：实际为 {found}；允许：{allowed}",
    ),
    "step_target": (
        "'{name}' may not be written by a step; `map` can fill case_id.",
        "处理步骤不能写入“{name}”；case_id 可用 `map` 指定。",
    ),
    "step_source": ("'{name}' may not be moved away.", "不能移走“{name}”。"),
    "sample_one": ("give either n or share.", "须给出 n 或 share 之一。"),
    "split_sum": ("the shares add up to {total} instead of 1.", "各份比例之和为 {total}，应为 1。"),
    "many_groups": (
        "stratified_sample: {by} has more than {limit} different values, too many to sample from each.",
        "stratified_sample：{by} 的不同取值超过 {limit} 个，无法逐层抽样。",
    ),
    "derive_allowed": (
        'a template such as "{domain}-{scene}", or {value: ...} for a constant',
        '模板，例如 "{domain}-{scene}"；常量请写 {value: ...}',
    ),
    "derive_names": (
        "only names of fields in braces, such as {domain}; {{ and }} for braces themselves",
        "花括号内只能是字段名，例如 {domain}；花括号本身写作 {{ 与 }}",
    ),
    "derive_syntax": ("{name}: not a template: {reason}", "{name}：模板有误：{reason}"),
    "redact_names": (
        "one of {names}, or a regular expression",
        "{names} 之一，或正则表达式",
    ),
    "redact_pattern": (
        "'{pattern}' is not a regular expression: {reason}",
        "“{pattern}”不是合法的正则表达式：{reason}",
    ),
    # Filter expressions.
    "filter_at": ("at character {at}: {problem}", "第 {at} 个字符处：{problem}"),
    "filter_char": ("'{char}' cannot stand here.", "此处不能出现“{char}”。"),
    "filter_expected": ("expected {wanted}, found '{found}'.", "应为{wanted}，实际为“{found}”。"),
    "filter_end": ("the end", "结尾"),
    "filter_deep": ("nested deeper than {depth}.", "嵌套超过 {depth} 层。"),
    "filter_want_join": ("and, or, or the end", "and、or 或结尾"),
    "filter_want_close": ("a closing parenthesis", "右括号"),
    "filter_want_open": ("an opening parenthesis", "左括号"),
    "filter_want_name": ("the name of a field", "字段名"),
    "filter_want_sign": (
        "one of = != < <= > >= in, not in, contains, is null, is not null",
        " = != < <= > >= in、not in、contains、is null、is not null 之一",
    ),
    "filter_want_null": ("null", " null"),
    "filter_want_literal": ("a number, a 'text', true or false", "数值、'文本'、true 或 false"),
    "filter_type": (
        "{name} is compared with {wanted}, not with {found}.",
        "{name} 应与{wanted}比较，而不是 {found}。",
    ),
    "filter_choice": (
        "{name} is never {found}; it is one of {choices}.",
        "{name} 不可能为 {found}，只能是 {choices} 之一。",
    ),
    "literal_text": ("a text in quotes", "引号内的文本"),
    "literal_bool": ("true or false", " true 或 false"),
    "literal_int": ("a number", "数值"),
    "literal_float": ("a number", "数值"),
    "too_many_rows": (
        "{file} has more than {most} rows, which is the most allowed here.",
        "{file} 超过 {most} 行，这是此处允许的上限。",
    ),
}
