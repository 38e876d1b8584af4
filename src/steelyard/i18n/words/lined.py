"""Sentences about YAML and JSON files as such."""

WORDS: dict[str, tuple[str, str]] = {
    "unreadable": ("{path} cannot be read: {reason}", "无法读取 {path}：{reason}"),
    "long": (
        "{source} has {n} characters; at most {allowed} are read",
        "{source} 共 {n} 个字符，至多允许 {allowed} 个",
    ),
    "not_yaml": ("{place}: not YAML: {problem}", "{place}：不是有效的 YAML：{problem}"),
    "not_plain": (
        "{source}: not YAML that can be used: nested too deeply, or a number or date that is none",
        "{source}：YAML 内容不可用：嵌套过深，或含有无效的数字或日期",
    ),
    "half": (
        "\\uD800 to \\uDFFF are halves of a character; write the character itself",
        "\\uD800 至 \\uDFFF 只是半个字符，请直接写出该字符",
    ),
    "cycle": (
        "{place}: what stands here contains itself (an anchor inside what it names)",
        "{place}：此处内容自我包含（锚点出现在其所指内容之内）",
    ),
    "big": (
        "{place}: with its anchors written out this has more than {allowed} parts",
        "{place}：展开锚点后超过 {allowed} 个组成部分",
    ),
    "twice": (
        "{place}: the key '{key}' stands here for the second time; remove one of them",
        "{place}：键“{key}”在此重复出现，请删去其一",
    ),
}
