"""What the page of retrieval says."""

WORDS: dict[str, tuple[str, str]] = {
    "retrieval": ("Retrieval", "检索评估"),
    "retrieval_intro": (
        "Rankings against judgements, with intervals over queries. Files are kept only while "
        "this page is open.",
        "用相关性判定评价检索排序，给出按查询计算的区间。文件仅在本页打开期间保留。",
    ),
    "retrieval_teach": (
        "Give one file of judgements and one or more rankings, then press Evaluate. With several "
        "rankings, each is compared with the first.",
        "提供一个判定文件和一个或多个排序文件，然后点“评估”。有多个排序时，均与第一个比较。",
    ),
    "retrieval_formats": (
        "TREC, CSV, TSV, JSON or Parquet, also .gz; up to {most}",
        "支持 TREC、CSV、TSV、JSON、Parquet 及 .gz，最大 {most}",
    ),
    "qrels": ("Judgements (qrels)", "相关性判定（qrels）"),
    "qrels_hint": (
        "Query, document, grade from 0 to 10. TREC: query 0 document grade.",
        "查询、文档、0–10 的相关等级。TREC 格式：query 0 document grade。",
    ),
    "rankings": ("Rankings (runs)", "检索排序（runs）"),
    "rankings_hint": (
        "Query, document, rank or score. The first file is what others are compared with.",
        "查询、文档、名次或得分。第一个文件作为比较基准。",
    ),
    "choices": ("Choices", "选项"),
    "evaluate": ("Evaluate", "评估"),
    "cutoffs": ("Cutoffs k", "截断位置 k"),
    "gain": ("Gain of nDCG", "nDCG 增益"),
    "gain_exp": ("2^grade − 1", "2^等级 − 1"),
    "gain_linear": ("grade (as trec_eval)", "等级本身（同 trec_eval）"),
    "least": ("Relevant from grade", "相关的最低等级"),
    "least_hint": (
        "Empty: 1 for grades up to 4, 5 for grades up to 10",
        "留空：等级至 4 时取 1，至 10 时取 5",
    ),
    "unretrieved": ("Queries without a ranking", "没有排序的查询"),
    "irrelevant": ("Queries without a relevant document", "没有相关文档的查询"),
    "unretrieved_skip": ("are left out", "不计入"),
    "unretrieved_zero": ("count as 0", "按 0 计"),
    "files_needed": (
        "Give a file of judgements and at least one ranking first.",
        "请先提供判定文件和至少一个排序文件。",
    ),
    "bad_choices": (
        "Cutoffs are whole numbers from 1, set apart by commas; the grade is a number.",
        "截断位置为从 1 起的整数，用逗号分隔；等级为数字。",
    ),
    "metrics": ("Measures", "度量"),
}
