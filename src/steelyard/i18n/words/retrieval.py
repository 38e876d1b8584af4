"""Sentences about ranked documents and their judgements."""

WORDS: dict[str, tuple[str, str]] = {
    # Scorers
    "not_grades": (
        "{id}: `relevance` is {found}; it must be an object from document to grade",
        "{id}：relevance 为 {found}，应为“文档: 分级”形式的对象",
    ),
    "grade": (
        "{id}: the grade of document '{document}' is {found}; it must be a number from 0 to 10",
        "{id}：文档“{document}”的分级为 {found}，应为 0 至 10 的数值",
    ),
    "cutoff": (
        "{id}: the cutoff {found} is not a whole number of at least 1",
        "{id}：截断位置 {found} 不是不小于 1 的整数",
    ),
    "query": (
        "{id}: query {at}: `{name}` is {found}; every query needs `retrieved` (a list of ids) and `relevance` (document to grade)",
        "{id}：第 {at} 个查询的 {name} 为 {found}；每个查询都需要 retrieved（编号列表）与 relevance（文档到分级的对象）",
    ),
    # Files
    "no_file": ("There is no file {path}.", "找不到文件 {path}。"),
    "folder": (
        "{path} is a folder; a file is needed here.",
        "{path} 是文件夹，此处需要文件。",
    ),
    "bad_gzip": (
        "{path}: the name ends in .gz, but the file is not whole gzip data: {error}",
        "{path}：文件名以 .gz 结尾，但内容不是完整的 gzip 数据：{error}",
    ),
    "utf16": (
        "{path}: the file is saved as UTF-16; save it as UTF-8",
        "{path}：文件以 UTF-16 编码保存，请改存为 UTF-8",
    ),
    "strangers": (
        "{path}: none of its queries is judged ({n}, such as '{found}'); the judgements have others, such as '{judged}'. Ids must be equal, letter by letter",
        "{path}：其中 {n} 个查询（如“{found}”）均没有判定；判定文件中的查询如“{judged}”。编号须逐字相同",
    ),
    "empty": ("{path}: the file has no lines", "{path}：文件中没有数据行"),
    "row": ("{path}, row {number}", "{path} 第 {number} 行"),
    "long_line": (
        "{path}: a line is longer than {limit} MB; this is not a file of judgements or runs",
        "{path}：存在超过 {limit} MB 的行，不是判定或检索结果文件",
    ),
    "line_found": (
        "{place}: found {fields} fields in {found}",
        "{place}：在 {found} 中找到 {fields} 个字段",
    ),
    "line_fields": (
        "{place}: found {found} fields; the header has {wanted}",
        "{place}：有 {found} 个字段，而表头为 {wanted} 个",
    ),
    "columns_trec_qrels": (
        "Allowed: {n} fields between blanks: query iteration document relevance",
        "应为以空白分隔的 {n} 个字段：查询 轮次 文档 相关性",
    ),
    "columns_trec_run": (
        "Allowed: {n} fields between blanks: query Q0 document rank score tag",
        "应为以空白分隔的 {n} 个字段：查询 Q0 文档 名次 分数 标签",
    ),
    "columns_csv_qrels": (
        "Allowed: {n} fields, as the header has",
        "应与表头一致，为 {n} 个字段",
    ),
    "columns_csv_run": (
        "Allowed: {n} fields, as the header has",
        "应与表头一致，为 {n} 个字段",
    ),
    "not_number": (
        "{place}: found {found}; a finite number is needed here",
        "{place}：此处为 {found}，应为有限数值",
    ),
    "grade_range": (
        "{place}: the relevance is {found}; grades go up to 10 (below 0 means: not judged)",
        "{place}：相关性为 {found}；分级最高为 10（小于 0 表示未判定）",
    ),
    "judged_twice": (
        "{place}: document '{document}' is judged a second time, and differently ({grades}); first at {first}. Keep one of the two lines",
        "{place}：文档“{document}”被重复判定且结果不同（{grades}），首次见 {first}。请只保留其中一行",
    ),
    "control": (
        "{place}: an id or value has a control character: {found}",
        "{place}：编号或数值中含控制字符：{found}",
    ),
    "bad_json": ("{path}: not valid JSON: {error}", "{path}：不是有效的 JSON：{error}"),
    "bad_parquet": (
        "{path}: not readable as Parquet: {error}",
        "{path}：无法按 Parquet 读取：{error}",
    ),
    "json_shape": (
        "{path}: found {found}; an object is needed: {{query: {{document: value}}}}, or {{query: [documents, best first]}} for a run",
        "{path}：内容为 {found}；应为对象 {{查询: {{文档: 数值}}}}，检索结果也可为 {{查询: [按名次排列的文档]}}",
    ),
    "json_query": (
        "{place}: found {found}; all queries of a file must be of one form: {{document: value}}, or for a run a list of ids",
        "{place}：内容为 {found}；同一文件的查询须为同一形式：{{文档: 数值}}，检索结果也可为编号列表",
    ),
    "header": (
        "{path}: the columns are: {found}. Needed: query_id, doc_id, {wanted}",
        "{path}：列为 {found}。需要：query_id、doc_id、{wanted}",
    ),
    "header_hint": (
        "Also known: qid, query-id, query; docid, docno, corpus-id, doc; rel, grade; sim. A file without a header must be a TREC file: name it .txt, .trec or .run.",
        "也可写作：qid、query-id、query；docid、docno、corpus-id、doc；rel、grade；sim。无表头的文件须为 TREC 格式，请以 .txt、.trec 或 .run 命名。",
    ),
    # What was done
    "note_small_scale": (
        "relevant means a grade of at least 1, because no grade is above {highest}{how}.",
        "最高分级为 {highest}，故分级不低于 1 即视为相关{how}。",
    ),
    "note_set": (
        "relevant means a grade of at least {threshold}, as was set.",
        "按设定，分级不低于 {threshold} 视为相关。",
    ),
    "nothing_relevant": (
        "no query has a document of grade >= {threshold}; the highest is {highest}",
        "没有查询含分级不低于 {threshold} 的文档；最高分级为 {highest}",
    ),
    "note_scale": (
        "relevant means a grade of at least 5, because grades go up to {highest}{how}.",
        "分级最高为 {highest}，故分级不低于 5 才视为相关{how}。",
    ),
    "note_no_relevant_documents": (
        "{name}: queries without a relevant document, left out: {n}{how}.",
        "{name}：没有相关文档而未计入的查询：{n} 个{how}。",
    ),
    "note_not_in_run": (
        "{name}: judged queries that the run does not have, left out: {n}{how}.",
        "{name}：不在检索结果中而未计入的已判定查询：{n} 个{how}。",
    ),
    # How to have it otherwise, for those who gave a command
    "how_scale": ("; --min-relevance sets it", "；可用 --min-relevance 指定"),
    "how_no_relevant_documents": (
        " (--empty-query zero counts them as 0)",
        "（--empty-query zero 可按 0 计入）",
    ),
    "how_not_in_run": (
        " (--unretrieved zero counts them as 0)",
        "（--unretrieved zero 可按 0 计入）",
    ),
    "note_zero": (
        "{name}: judged queries that the run does not have, counted as 0: {n}.",
        "{name}：{n} 个已判定查询不在检索结果中，按 0 计入。",
    ),
    "note_not_in_qrels": (
        "{name}: queries of the run without judgements, left out: {n}.",
        "{name}：检索结果中有 {n} 个查询没有判定，未计入。",
    ),
    "note_repeated": (
        "{name}: lines that repeat a document of their query: {n}; only its best place counts.",
        "{name}：有 {n} 行重复了同一查询的文档，只计其最高名次。",
    ),
    "note_judged": (
        "{name}: only {share} of the first {k} documents are judged; the others count as not relevant, which may be unfair.",
        "{name}：前 {k} 篇文档中仅 {share} 有判定，其余按不相关计，结果可能偏低。",
    ),
    # Command
    "help": (
        "Evaluate ranked documents (runs) against graded judgements (qrels): precision, recall, nDCG, MAP, MRR, coverage and more, with intervals over queries.",
        "用分级判定（qrels）评估检索结果（run）：精确率、召回率、nDCG、MAP、MRR、覆盖率等，并给出按查询计算的区间。",
    ),
    "epilog": (
        'Files: TREC (qrels: query iteration document relevance; run: query Q0 document rank score tag),\nJSON ({"query": {"document": value}}, or {"query": [documents]} for a run), CSV or TSV with a header,\nParquet. TREC and CSV may be compressed (.gz).\n\nExample:\n  steelyard retrieval --qrels qrels.txt --run bm25.txt --run dense.txt -k 5,10 --compare',
        '文件格式：TREC（qrels：查询 轮次 文档 相关性；run：查询 Q0 文档 名次 分数 标签）、\nJSON（{"查询": {"文档": 数值}}，run 也可为 {"查询": [文档]}）、带表头的 CSV 或 TSV、Parquet。\nTREC 与 CSV 可为 .gz 压缩文件。\n\n示例：\n  steelyard retrieval --qrels qrels.txt --run bm25.txt --run dense.txt -k 5,10 --compare',
    ),
    "qrels_help": ("Graded judgements.", "分级判定文件。"),
    "run_help": ("Ranked documents; may be given several times.", "检索结果文件，可多次给出。"),
    "k_help": (
        "Cutoffs, from 1 (5,10,20; with --trec-eval those of trec_eval, 5 to 1000).",
        "截断位置，从 1 起（默认 5,10,20；用 --trec-eval 时为其默认的 5 至 1000）。",
    ),
    "gain_help": (
        "Gain of a grade in nDCG: 2^grade − 1 (exp, the default) or the grade (linear, as trec_eval).",
        "nDCG 的增益：2^分级 − 1（exp，默认）或分级本身（linear，与 trec_eval 相同）。",
    ),
    "min_relevance_help": (
        "Grade from which a document is relevant (1 if no grade is above 4, else 5).",
        "视为相关的最低分级（最高分级不超过 4 时默认 1，否则 5）。",
    ),
    "ties_help": (
        "Equal scores: as they stand (position), or by document id downwards (trec, the default for TREC files).",
        "同分时：按原有次序（position），或按文档编号降序（trec，TREC 文件的默认值）。",
    ),
    "empty_help": (
        "Queries without a relevant document: left out (skip, the default) or 0.",
        "没有相关文档的查询：不计入（skip，默认）或记 0。",
    ),
    "denominator_help": (
        "Precision is divided by k, or by what was retrieved if that is less.",
        "精确率的分母为 k，或不足 k 时取实际检索数。",
    ),
    "unretrieved_help": (
        "Judged queries that are not in the run: left out, or 0 (trec_eval -c).",
        "不在检索结果中的已判定查询：不计入，或记 0（同 trec_eval -c）。",
    ),
    "trec_eval_help": (
        "trec_eval's conventions: --gain linear --min-relevance 1 --ties trec --empty-query zero and -k 5,10,15,20,30,100,200,500,1000, unless given otherwise.",
        "采用 trec_eval 的约定：--gain linear --min-relevance 1 --ties trec --empty-query zero 及 -k 5,10,15,20,30,100,200,500,1000（另行指定者除外）。",
    ),
    "per_query_help": ("Give the values of every query too.", "同时给出每个查询的值。"),
    "compare_help": (
        "Compare every run with the first: paired differences, and the queries that changed most.",
        "将其余结果与第一个比较：配对差值，以及变化最大的查询。",
    ),
    "json_help": ("Print JSON.", "以 JSON 输出。"),
    "output_help": ("Write the JSON to FILE.", "将 JSON 写入 FILE。"),
    "threshold": (
        "--min-relevance: {found} is outside 0 to 10",
        "--min-relevance：{found} 超出 0 至 10",
    ),
    "cutoff_high": (
        "-k: the cutoff {found} is above {highest}",
        "-k：截断位置 {found} 超过 {highest}",
    ),
    "one_run": (
        "--compare needs at least two runs, and there is one ({found}); give --run again",
        "--compare 至少需要两个检索结果，目前只有一个（{found}）；请再给出 --run",
    ),
    "no_place": (
        "--output: {path} cannot be written: it is a folder, or its folder does not exist",
        "--output：无法写入 {path}：它是文件夹，或所在文件夹不存在",
    ),
    "written": ("Written: {path}", "已写入：{path}"),
    "metric": ("metric", "指标"),
    "interval": ("mean and 95 % interval", "均值与 95 % 区间"),
    "queries": ("{n} queries", "{n} 个查询"),
    "query_column": ("query", "查询"),
    "more_queries": (
        "… and {n} more queries; --json gives all.",
        "……另有 {n} 个查询；--json 可给出全部。",
    ),
    "against": ("{other} less {base}", "{other} 减 {base}"),
    "difference": ("difference and 95 % interval", "差值与 95 % 区间"),
    "n": ("queries", "查询数"),
    "better": ("better", "较好"),
    "worse": ("worse", "较差"),
    "equal": ("equal", "相同"),
    "changed": ("changed most, by {metric}", "变化最大的查询（按 {metric}）"),
}
