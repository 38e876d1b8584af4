"""Sentences about judges and judging."""

WORDS: dict[str, tuple[str, str]] = {
    "none": (
        "{id} needs a judge, and the plan names none under `judges`.",
        "{id} 需要评审，但方案的 judges 中没有指定任何评审。",
    ),
    "none_hint": (
        "Name one there; it is described like an agent, for example with openai, base_url and model.",
        "请在其中指定一个；写法与智能体相同，例如 openai 加 base_url 与 model。",
    ),
    "unknown": (
        "{id}: there is no judge '{name}' in the plan; there is: {known}",
        "{id}：方案中没有名为“{name}”的评审；现有：{known}",
    ),
    "close": ("Did you mean '{name}'?", "是否想写“{name}”？"),
    "setup": ("judges.{name}: {error}", "judges.{name}：{error}"),
    "setup_hint": (
        "Check the address, the key and that the judge is running. The replies of the agent and every answer so far are kept: `steelyard resume` (or `score`) goes on.",
        "请检查地址、密钥以及评审是否在运行。智能体的应答与已得到的评审意见均已保存，可用 `steelyard resume`（或 `score`）继续。",
    ),
    "interrupted": (
        "Stopped while judging. Every answer so far is on disk.",
        "评审途中已停止。已得到的评审意见均已写入磁盘。",
    ),
    "interrupted_hint": (
        "Go on with `steelyard resume DIR` for a run, or give the same command again; nothing that was answered is asked twice.",
        "运行可用 `steelyard resume 目录` 继续，其他情形请再次执行同一命令；已答复的问题不会重复提问。",
    ),
    "no_rubric": ("There is no rubric at {path}.", "找不到评分标准 {path}。"),
    "no_rubric_hint": (
        "A rubric that is one word ending in .md or .txt is taken as a file beside the plan; anything else is the rubric itself.",
        "以 .md 或 .txt 结尾的单个词视为方案旁的文件；其余内容视为评分标准本身。",
    ),
    "bad_rubric": (
        "The rubric at {path} cannot be read: {error}",
        "评分标准 {path} 无法读取：{error}",
    ),
    "empty_rubric": (
        "The rubric at {path} is empty; say what is good and what is bad.",
        "评分标准 {path} 是空的；请写明何为好、何为差。",
    ),
    # Graded relevance: steelyard judge
    "cmd_help": (
        "Grade how relevant documents are to queries, from 0 to 10, with an LLM as the judge. Writes TREC qrels and the reasons; with --human, how far the judge can be trusted.",
        "以大模型为评审，按 0 至 10 分评定文档与查询的相关程度。输出 TREC qrels 与评审理由；加 --human 可检验评审是否可信。",
    ),
    "cmd_epilog": (
        "Examples:\n  steelyard judge --queries queries.jsonl --docs docs.jsonl --pairs bm25.run --agent judge.yaml --out grades\n  steelyard judge --pairs pairs.csv --plan plan.yaml --out grades --human labels.csv\n\nA command that was stopped or killed goes on with --resume; nothing answered is asked twice.",
        "示例：\n  steelyard judge --queries queries.jsonl --docs docs.jsonl --pairs bm25.run --agent judge.yaml --out grades\n  steelyard judge --pairs pairs.csv --plan plan.yaml --out grades --human labels.csv\n\n中断或被强制结束后加 --resume 继续；已答复的问题不会重复提问。",
    ),
    "queries_help": ("Queries with id and text.", "查询：编号与文本。"),
    "docs_help": ("Documents with id and text.", "文档：编号与文本。"),
    "pairs_help": (
        "Pairs to judge: a table with query_id and doc_id, or a TREC run or qrels file. Without it every query goes with every document.",
        "要评定的配对：含 query_id 与 doc_id 的表，或 TREC run、qrels 文件。不给出时所有查询与所有文档两两配对。",
    ),
    "plan_help": (
        "Plan whose judges (and run settings) to use.",
        "使用该方案的评审（及运行设置）。",
    ),
    "agent_help": (
        "YAML file with one judge: an adapter and its options.",
        "含一个评审的 YAML 文件：适配器及其选项。",
    ),
    "rubric_help": (
        "Text file that says what is relevant; a general one if not given.",
        "说明何为相关的文本文件；不给出时用通用标准。",
    ),
    "out_help": ("Directory for the grades.", "评定结果的目录。"),
    "resume_help": ("Go on in a directory that holds answers.", "在已有答复的目录中继续。"),
    "human_help": (
        "Grades by people for some of the pairs: a table with query_id, doc_id, relevance, or qrels.",
        "部分配对的人工评分：含 query_id、doc_id、relevance 的表，或 qrels。",
    ),
    "min_relevance_help": (
        "Grade from which on a document is relevant.",
        "判为相关的最低分。",
    ),
    "one_source": (
        "give either --plan or --agent: who is the judge?",
        "请在 --plan 与 --agent 中给出且只给出一个：由谁评审？",
    ),
    "no_file": ("There is no file {path}.", "找不到文件 {path}。"),
    "not_a_judge": (
        "{path} must hold one adapter with its options, such as openai with base_url and model.",
        "{path} 应包含一个适配器及其选项，例如 openai 加 base_url 与 model。",
    ),
    "bad_trec_line": (
        "{place}: {found} columns; a TREC run has six (query Q0 document rank score tag), qrels have four (query 0 document relevance). A table needs a name ending in .csv, .tsv or .jsonl.",
        "{place}：有 {found} 列；TREC run 应有六列（query Q0 document rank score tag），qrels 应有四列（query 0 document relevance）。表格文件名应以 .csv、.tsv 或 .jsonl 结尾。",
    ),
    "bad_text_line": (
        "{place}: no tab; a file without a header holds an id, a tab and the text on each line. A table needs a name ending in .csv, .tsv or .jsonl. Parts found: {found}",
        "{place}：没有制表符；无表头的文件每行应为编号、制表符、文本。表格文件名应以 .csv、.tsv 或 .jsonl 结尾。现有部分数：{found}",
    ),
    "no_id": ("{place}: no id; give one of: {names}", "{place}：缺少编号；请提供其一：{names}"),
    "blank_id": (
        "{place}: the id {found} is empty or holds blanks, which TREC files cannot carry",
        "{place}：编号 {found} 为空或含空白，TREC 文件无法表示",
    ),
    "no_text": ("{place}: no text; give one of: {names}", "{place}：缺少文本；请提供其一：{names}"),
    "no_query_text": (
        "{place}: there is no text for query '{id}'; it must be in --queries, or as `query` in the pair",
        "{place}：查询“{id}”没有文本；应在 --queries 文件中给出，或在配对中以 query 给出",
    ),
    "no_doc_text": (
        "{place}: there is no text for document '{id}'; it must be in --docs, or as `document` in the pair",
        "{place}：文档“{id}”没有文本；应在 --docs 文件中给出，或在配对中以 document 给出",
    ),
    "bad_label": (
        "{place}: the relevance is {found}; it must be a number from {low:g} to {high:g}",
        "{place}：相关度为 {found}，应为 {low:g} 至 {high:g} 之间的数",
    ),
    "two_labels": (
        "{place}: a second, different grade for query '{query}' and document '{doc}'; keep one",
        "{place}：查询“{query}”与文档“{doc}”有两个不同的评分；请只保留一个",
    ),
    "no_pairs": (
        "Nothing to judge: give --pairs, or both --queries and --docs.",
        "没有可评定的内容：请给出 --pairs，或同时给出 --queries 与 --docs。",
    ),
    "too_many": (
        "Every query with every document makes {n} pairs, more than {most}; name those to judge with --pairs",
        "查询与文档两两配对共 {n} 对，超过 {most}；请用 --pairs 指明要评定的配对",
    ),
    "empty": ("There is no pair to judge.", "没有可评定的配对。"),
    "exists": ("{path} already holds something.", "{path} 中已有内容。"),
    "exists_hint": (
        "Go on there with --resume, or choose another directory.",
        "请加 --resume 在原处继续，或换一个目录。",
    ),
    "pairs_unanswered": (
        "{n} pairs got no answer from a judge and are not graded; --resume asks for them again.",
        "有 {n} 对未得到评审答复，未评分；可加 --resume 重新提问。",
    ),
    "pairs_uncertain": (
        "{n} pairs are uncertain (unreadable, or the judges differ too much) and are left out of the qrels; look at them yourself.",
        "有 {n} 对结论不确定（评审意见无法读取，或评审间分歧过大），未写入 qrels；请人工查看。",
    ),
    "damaged": (
        "{n} damaged lines of the answers were moved aside and asked again.",
        "答复文件中有 {n} 行损坏，已移到一旁并重新提问。",
    ),
    "degenerate": (
        "degenerate: κ is below {good}, so the judge does not see relevance as people do. Do not rely on these grades: sharpen the rubric with examples, try another judge, or use the human labels alone.",
        "degenerate：κ 低于 {good}，评审与人对相关性的看法不一致。请勿采信这些评分：可在评分标准中补充示例、更换评审，或只用人工标注。",
    ),
    "no_kappa": (
        "κ cannot be computed: the labels share no pair with the grades, or all fall into one class. Label pairs of every kind.",
        "无法计算 κ：人工标注与评定结果没有共同的配对，或全部落在同一类。请标注各类配对。",
    ),
    "all_labelled": (
        "Every graded pair has a human label: there is nothing to correct, use the human mean.",
        "所有配对均有人工标注：无需修正，直接采用人工均值。",
    ),
    "shown_pairs": (
        "{graded} of {pairs} pairs graded, {relevant} relevant (from {floor:g} on), over {queries} queries",
        "{pairs} 对中已评定 {graded} 对，其中 {relevant} 对相关（不低于 {floor:g} 分），共 {queries} 个查询",
    ),
    "shown_grade": ("grade", "评分"),
    "shown_count": ("pairs", "对数"),
    "shown_people": ("people \\ judge", "人工 \\ 评审"),
    "shown_kappa_relevant": ("κ, relevant or not", "κ（相关与否）"),
    "shown_kappa_graded": ("κ, four grades, quadratic", "κ（四档，二次加权）"),
    "shown_mean_judge": ("mean relevance, judge", "平均相关度（评审）"),
    "shown_mean_human": ("mean relevance, people ({n} labels)", "平均相关度（人工，{n} 条标注）"),
    "shown_mean_corrected": ("mean relevance, corrected", "平均相关度（修正后）"),
    "written": ("Wrote {qrels} and {judgements}.", "已写入 {qrels} 与 {judgements}。"),
    "scale": (
        "{id}: the scale is {found}; it must be two numbers, the lower one first, such as [0, 10]",
        "{id}：分值范围为 {found}，应为两个数且小者在前，例如 [0, 10]",
    ),
    "against": (
        "{id}: 'against' is '{found}'; it must be expected_output, references or metadata.KEY",
        "{id}：against 为“{found}”，应为 expected_output、references 或 metadata.键",
    ),
    "both_orders": (
        "{id}: {found} judgements; each comparison has two, one for each order",
        "{id}：共有 {found} 条评审意见；每次比较应有两条，两种顺序各一条",
    ),
}
