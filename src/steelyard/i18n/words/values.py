"""What is needed of a value, by the kind of error that pydantic gives to one that is not so."""

_WHOLE = ("a whole number is needed", "应为整数")
_NUMBER = ("a number is needed", "应为数字")
_TEXT = ("text is needed", "应为文本")
_BOOLEAN = ("true or false is needed", "应为 true 或 false")
_LIST = ("a list is needed", "应为列表")
_MAPPING = ("a mapping is needed", "应为映射")
_MOMENT = (
    "a date and time is needed, such as 2026-01-31T08:00:00Z",
    "应为日期时间，例如 2026-01-31T08:00:00Z",
)

WORDS: dict[str, tuple[str, str]] = {
    "found": ("found {found}; {needed}", "现为 {found}；{needed}"),
    "found_otherwise": ("found {found}: {needed}", "现为 {found}：{needed}"),
    "missing": ("this field is needed", "缺少此字段"),
    "extra_forbidden": ("no such field", "没有这个字段"),
    "int_parsing": _WHOLE,
    "int_parsing_size": ("the number is too large", "数值过大"),
    "int_type": _WHOLE,
    "int_from_float": _WHOLE,
    "float_parsing": _NUMBER,
    "float_type": _NUMBER,
    "finite_number": ("a finite number is needed", "应为有限的数字"),
    "string_type": _TEXT,
    "string_too_short": (
        "at least {min_length} characters are needed",
        "至少需要 {min_length} 个字符",
    ),
    "string_too_long": (
        "at most {max_length} characters are allowed",
        "最多允许 {max_length} 个字符",
    ),
    "string_pattern_mismatch": ("text of the form {pattern} is needed", "应符合格式 {pattern}"),
    "bool_parsing": _BOOLEAN,
    "bool_type": _BOOLEAN,
    "list_type": _LIST,
    "dict_type": _MAPPING,
    "model_type": _MAPPING,
    "model_attributes_type": _MAPPING,
    "greater_than_equal": ("{ge} or more is needed", "应不小于 {ge}"),
    "greater_than": ("more than {gt} is needed", "应大于 {gt}"),
    "less_than_equal": ("{le} or less is needed", "应不大于 {le}"),
    "less_than": ("less than {lt} is needed", "应小于 {lt}"),
    "literal_error": ("allowed: {expected}", "可用：{expected}"),
    "enum": ("allowed: {expected}", "可用：{expected}"),
    "too_long": (
        "found {actual_length} entries; this version allows {max_length}",
        "现有 {actual_length} 项；当前版本允许 {max_length} 项",
    ),
    "too_short": (
        "found {actual_length} entries; at least {min_length} are needed",
        "现有 {actual_length} 项；至少需要 {min_length} 项",
    ),
    "datetime_type": _MOMENT,
    "datetime_from_date_parsing": _MOMENT,
    "timezone_aware": ("the time zone is missing", "缺少时区"),
    "json_invalid": ("not valid JSON: {error}", "不是合法的 JSON：{error}"),
}
