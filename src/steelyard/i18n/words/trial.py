"""Sentences of the checks in front of every algorithm."""

WORDS: dict[str, tuple[str, str]] = {
    "input_missing": (
        "{id}: the input '{name}' ({type}) is missing",
        "{id}：缺少输入“{name}”（{type}）",
    ),
    "unknown_input": (
        "{id}: there is no input '{name}'. Its inputs are: {allowed}",
        "{id}：没有名为“{name}”的输入。可用的输入：{allowed}",
    ),
    "unknown_param": (
        "{id}: there is no parameter '{name}'. Its parameters are: {allowed}",
        "{id}：没有名为“{name}”的参数。可用的参数：{allowed}",
    ),
    "beyond_numbers": (
        "{id}: this cannot be computed with numbers as large or as small as these",
        "{id}：数值过大或过小，无法计算",
    ),
    "nothing": ("none", "无"),
    "close": ("Did you mean '{names}'?", "是否想用“{names}”？"),
    "choice": (
        "{id}: the parameter '{name}' cannot be {found}. It may be: {choices}",
        "{id}：参数“{name}”不能取 {found}。可取的值：{choices}",
    ),
    "range": (
        "{id}: the parameter '{name}' is {found}, which is outside {low} to {high}",
        "{id}：参数“{name}”为 {found}，超出允许范围 {low} 至 {high}",
    ),
    "param_problem": (
        "{id}: the parameter '{name}': {problem}",
        "{id}：参数“{name}”：{problem}",
    ),
    "type_of_input": (
        "{id}: the input '{name}' is {found}; it must be {allowed}",
        "{id}：输入“{name}”为 {found}，应为{allowed}",
    ),
    "type_of_param": (
        "{id}: the parameter '{name}' is {found}; it must be {allowed}",
        "{id}：参数“{name}”为 {found}，应为{allowed}",
    ),
    "type_text": ("a text", "文本"),
    "type_bool": ("true or false", "true 或 false"),
    "type_int": ("a whole number", "整数"),
    "type_float": ("a finite number", "有限数值"),
    "type_list": ("a list", "列表"),
    "type_json": ("an object or a list", "对象或列表"),
    "type_rows": ("a list of objects, one per row", "对象列表，每行一个对象"),
}
