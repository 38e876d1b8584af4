"""Sentences about a user's own indicators: what is wrong with a record, and what stopped it."""

WORDS: dict[str, tuple[str, str]] = {
    "problem": ("{place}: {id}, {field}: {message}", "{place}：{id} 的 {field}：{message}"),
    "no_file": ("There is no file of indicators {path}", "找不到指标文件 {path}"),
    "not_file": (
        "{source} is not a file of indicators; it needs `indicators`, a mapping of ids to records (keys: {keys})",
        "{source} 不是指标文件；须有 indicators，即标识到记录的映射（可用的键：{keys}）",
    ),
    "file_key": (
        "{place}: there is no key {key} in a file of indicators. Allowed: {allowed}",
        "{place}：指标文件中没有键 {key}。可用：{allowed}",
    ),
    "item": (
        "{place}: {found} is neither the path of a file of indicators nor a record with an `id`",
        "{place}：{found} 既不是指标文件的路径，也不是带 id 的指标记录",
    ),
    "empty_record": (
        "{place}: the indicator {id} has no content; write at least `sql` below it, indented",
        "{place}：指标 {id} 没有内容；请在其下缩进填写，至少包含 sql",
    ),
    "not_record": (
        "{place}: {id} is {found}; a record is a mapping with at least `sql`",
        "{place}：{id} 为 {found}；指标记录应为映射，且至少包含 sql",
    ),
    "id": (
        "{place}: {id} cannot be an id; write lower-case words joined by dots, such as mine.quick_share",
        "{place}：{id} 不能作为标识；应为以点号连接的小写英文，例如 mine.quick_share",
    ),
    "lacks": ("{place}: {id}: '{key}' is missing", "{place}：{id}：缺少“{key}”"),
    "key": (
        "{place}: {id}: there is no key {key}. Allowed: {allowed}",
        "{place}：{id}：没有键 {key}。可用：{allowed}",
    ),
    "shape": (
        "{place}: {id}: '{key}' is {found}; it must be {allowed}",
        "{place}：{id}：“{key}”为 {found}，应为{allowed}",
    ),
    "shape_version": ("a whole number from 1", "不小于 1 的整数"),
    "shape_name": ("a text, or a text for each of en and zh", "文本，或 en 与 zh 各一段文本"),
    "shape_meaning": ("a text, or a text for each of en and zh", "文本，或 en 与 zh 各一段文本"),
    "shape_undefined": ("a text, or a text for each of en and zh", "文本，或 en 与 zh 各一段文本"),
    "shape_sql": ("a text, the expression", "表达式文本"),
    "shape_where": ("a text, the condition", "条件表达式文本"),
    "shape_let": (
        "a mapping of new lower-case names, none of them a column, to expressions",
        "名称到表达式的映射；名称为小写英文，且不得与列同名",
    ),
    "shape_by": (
        "a column, or one name with the expression or expressions that group the rows",
        "列名，或一个名称及其分组表达式",
    ),
    "shape_each": (
        "a mapping of new lower-case names, none of them a column, to expressions",
        "名称到表达式的映射；名称为小写英文，且不得与列同名",
    ),
    "shape_interval": ("the name of a method", "区间方法的名称"),
    "shape_flags": (
        "a list of remarks, each with `when` (a condition), `note` (a text) and perhaps `status`",
        "提示列表，每项含 when（条件）与 note（文本），可含 status",
    ),
    "shape_score": (
        "the name of a rule, or one rule with its references, such as {goalpost: [2, 10]}",
        "规则名，或一条规则及其参照值，例如 {goalpost: [2, 10]}",
    ),
    "shape_direction": ("up or down", "up 或 down"),
    "shape_range": (
        "two numbers, the least and the greatest value (null for none)",
        "两个数：最小值与最大值（无则为 null）",
    ),
    "shape_repeats": ("averaged or counted", "averaged 或 counted"),
    "shape_needs": ("a list of columns", "列名列表"),
    "shape_variants": (
        "a mapping of `parameter=value` to what changes then",
        "“参数=取值”到相应改动的映射",
    ),
    "shape_params": (
        "a list of parameter names, or a mapping of names to their facts",
        "参数名列表，或参数名到其说明的映射",
    ),
    "shape_unit": ("a short text", "简短文本"),
    "param": (
        "{place}: {id}: a parameter is a mapping of: {allowed}",
        "{place}：{id}：参数应为映射，可用的键：{allowed}",
    ),
    "param_facts": (
        "{place}: {id}: type is one of {types}; choices is a list; minimum and maximum are numbers; scope is run",
        "{place}：{id}：type 可取 {types}；choices 为列表；minimum 与 maximum 为数；scope 只能是 run",
    ),
    "score_references": (
        "The score '{rule}' takes {allowed} references; {found} are given",
        "得分规则“{rule}”需要 {allowed} 个参照值，现有 {found} 个",
    ),
    "shadows": (
        "{place}: {id} is an indicator of the catalog; choose another id, such as mine.{id}",
        "{place}：{id} 是内置指标，请改用其他标识，例如 mine.{id}",
    ),
    "taken_twice": (
        "{place}: there are two indicators {id}; give one of them another id",
        "{place}：有两个指标同名 {id}，请更改其一的标识",
    ),
    "many": (
        "{source}: at most {allowed} indicators of one's own are allowed",
        "{source}：自定义指标至多 {allowed} 个",
    ),
    "reference_inside": (
        "'{name}' aggregates rows, and another indicator is a finished number; use it outside",
        "“{name}”对行聚合，而被引用的指标已是结果值，应置于聚合函数之外",
    ),
    "no_reference": (
        "There is no indicator '{id}' to refer to; `steelyard indicators list` shows those there are",
        "没有可引用的指标“{id}”；可用 steelyard indicators list 查看全部指标",
    ),
    "references": (
        "{id} grows too large when its references are followed; at most {allowed} parts are allowed",
        "{id} 展开引用后过大，至多允许 {allowed} 个组成部分",
    ),
    "printed": (
        "{id} grows too large: functions such as ln, sqrt, least and greatest are nested too deeply",
        "{id} 展开后过大：ln、sqrt、least、greatest 等函数嵌套过深",
    ),
    # What stopped a computation.
    "stopped_time": (
        "{ids}: stopped after {seconds:g} seconds, the time an indicator of one's own may take",
        "{ids}：已在 {seconds:g} 秒后停止，达到自定义指标的时间上限",
    ),
    "stopped_memory": (
        "{ids}: stopped because it needed more than {memory} MB beside the data",
        "{ids}：所需内存超过数据之外的 {memory} MB，已停止",
    ),
    "stopped_load": (
        "{ids}: the data was not loaded within {load:g} seconds",
        "{ids}：{load:g} 秒内未能载入数据",
    ),
    "stopped_crash": (
        "{ids}: its process ended without an answer",
        "{ids}：计算进程异常结束，未返回结果",
    ),
    "stopped_failed": (
        "{ids}: it could not be computed on this data",
        "{ids}：无法在该数据上计算",
    ),
    "no_source": (
        "{path} is neither a run nor a file of rows (.jsonl)",
        "{path} 既不是运行目录，也不是行数据文件（.jsonl）",
    ),
    "row": (
        '{place}: a row is a JSON object of fields, such as {{"passed": true}}',
        '{place}：每行应为字段的 JSON 对象，例如 {{"passed": true}}',
    ),
}
