"""Sentences about agents: how they are configured, reached and what they answer."""

WORDS: dict[str, tuple[str, str]] = {
    # The plan.
    "nothing": ("nothing", "无"),
    "not_a_mapping": (
        "`agent` is a {found}; it must be a mapping with one adapter ({names}), a Python function or an agent object.",
        "`agent` 的类型是 {found}；应为只含一个适配器的映射（{names}）、Python 函数或智能体对象。",
    ),
    "one_adapter": (
        "`agent` must name exactly one adapter. Found: {found}. Allowed: {names}.",
        "`agent` 下必须恰好写一个适配器。现有：{found}。可用：{names}。",
    ),
    "options_not_a_mapping": (
        "agent.{adapter}: the options must be a mapping of names to values, not {found}.",
        "agent.{adapter}：选项应为“名称: 值”的映射，而不是 {found}。",
    ),
    "unknown_option": (
        "{place}: there is no such option. Allowed: {allowed}.",
        "{place}：没有这个选项。可用：{allowed}。",
    ),
    "unknown_option_close": (
        "{place}: there is no such option. Did you mean `{close}`? Allowed: {allowed}.",
        "{place}：没有这个选项。是否想写 `{close}`？可用：{allowed}。",
    ),
    "missing_option": (
        "{place}: this option is required and missing.",
        "{place}：缺少这个必填选项。",
    ),
    "bad_option": (
        "{place}: found a value of type {found}; {problem}",
        "{place}：现值的类型为 {found}；{problem}",
    ),
    "unknown_placeholder": (
        "{place}: nothing is called `{name}` in a case. Use a known field such as {{{{{close}}}}}, or {{{{metadata.KEY}}}} for anything else the dataset says.",
        "{place}：用例中没有名为 `{name}` 的内容。请使用已知字段（如 {{{{{close}}}}}），数据集中的其他内容请写 {{{{metadata.键名}}}}。",
    ),
    "templated_host": (
        "{place}: the host is part of the agent's identity and cannot hold a placeholder; use them in path and query.",
        "{place}：主机名是智能体身份的一部分，不能含占位符；占位符只能写在路径和查询参数中。",
    ),
    "bad_url": (
        "This is not an address. It must look like http://host:port/path or https://host/path.",
        "这不是有效地址，应形如 http://主机:端口/路径 或 https://主机/路径。",
    ),
    "url_with_secret": (
        "the address holds a user name or password. Take it out and name an environment variable instead (`headers_env`, `api_key_env`).",
        "地址中含有用户名或密码。请删去，改为指定环境变量（`headers_env`、`api_key_env`）。",
    ),
    "header_with_secret": (
        "the header '{name}' carries credentials. Put them in an environment variable and name it: `headers_env: {{{name}: VARIABLE}}`.",
        "请求头“{name}”会携带凭据。请把凭据放进环境变量，并写成 `headers_env: {{{name}: 变量名}}`。",
    ),
    "header_name": (
        "this cannot be the name of a header: letters, digits and - are usual.",
        "这不能作为请求头名称；通常由字母、数字和 - 组成。",
    ),
    "header_line": (
        "the value of the header '{name}' is more than one line.",
        "请求头“{name}”的值不止一行。",
    ),
    "argv_or_cmd": (
        "give the program either as a list (`argv`) or as one line (`cmd`), not both and not empty.",
        "请用列表（`argv`）或单行文本（`cmd`）给出程序，二者取其一，且不能为空。",
    ),
    # Getting ready.
    "unset": (
        "The environment variable {variable}, named in the plan for '{use}', is not set or empty.",
        "方案中为“{use}”指定的环境变量 {variable} 未设置或为空。",
    ),
    "unset_unnamed": (
        "What the plan names for '{use}' is no environment variable or secret that is set. It is not repeated here.",
        "方案中为“{use}”指定的名称不是已设置的环境变量或密钥。此处不再重复显示。",
    ),
    "unset_hint": (
        "Set it before the run, e.g. `export {variable}=...`.",
        "请在运行前设置，例如 `export {variable}=...`。",
    ),
    "pasted": (
        "{place}: there is a key, token or password, or something that cannot be the name of one. It is not repeated here.",
        "{place}：此处是密钥、令牌或口令本身，或不能用作其名称的内容。此处不再重复显示。",
    ),
    "pasted_hint": (
        "Keep the value under a name: `export {name}=...` on your own machine; in the service, as a secret of the project (page Agents, Secrets; or PUT /api/v1/projects/PROJECT/secrets/{name} with the field `value`). Then write the name: `api_key_env: {name}`, or after the header in `headers_env`, or after the variable in `env_from`. Replace a key that was in a file.",
        "请用一个名称保存该值：在自己的机器上执行 `export {name}=...`；在服务中保存为项目密钥（“智能体”页面的“密钥”，或 PUT /api/v1/projects/项目/secrets/{name}，字段为 `value`）。此处只写名称：`api_key_env: {name}`，或写在 `headers_env` 的请求头之后、`env_from` 的变量之后。曾写进文件的密钥应当更换。",
    ),
    "no_variable": (
        "{place}: no environment variable of that name is set here, and it is not written like one. It is not repeated here.",
        "{place}：没有设置该名称的环境变量，而且写法不像变量名。此处不再重复显示。",
    ),
    "no_variable_hint": (
        "Write the name of a variable, such as {name}; if it is the key itself, keep it as one: `export {name}=...`.",
        "请写变量名，例如 {name}；如果这里写的是密钥本身，请保存为变量：`export {name}=...`。",
    ),
    "no_secret": (
        "{place}: the project has no secret of that name, and no variable of that name is allowed. It is not repeated here.",
        "{place}：项目中没有该名称的密钥，也没有允许使用的同名变量。此处不再重复显示。",
    ),
    "no_secret_hint": (
        "A manager keeps the value as a secret first (page Agents, Secrets; or PUT /api/v1/projects/PROJECT/secrets/{name} with the field `value`); then write its name here.",
        "请先由管理者把值保存为密钥（“智能体”页面的“密钥”，或 PUT /api/v1/projects/项目/secrets/{name}，字段为 `value`），再在此处写其名称。",
    ),
    "unprintable": (
        "The environment variable {variable}, used for '{use}', holds a line break or a control character.",
        "用于“{use}”的环境变量 {variable} 含有换行符或控制字符。",
    ),
    "bad_ca_file": (
        "The certificate file {file} cannot be used: {problem}.",
        "证书文件 {file} 无法使用：{problem}。",
    ),
    "no_folder": (
        "There is no folder {folder} to run the command in.",
        "命令的运行目录 {folder} 不存在。",
    ),
    "no_program": (
        "The program '{program}' was not found or may not be executed (looked in {folder} and on PATH).",
        "找不到程序“{program}”，或没有执行权限（已查找 {folder} 和 PATH）。",
    ),
    "no_program_hint": (
        "Check the spelling, give a full path, or install it. A relative path starts at `cwd`.",
        "请检查拼写、写完整路径或先安装该程序。相对路径从 `cwd` 算起。",
    ),
    "target_form": (
        "The function '{target}' must be written as module:callable or path/to/file.py:callable.",
        "函数“{target}”应写成 模块名:函数名 或 路径/文件.py:函数名。",
    ),
    "target_file": ("There is no Python file {file}.", "Python 文件 {file} 不存在。"),
    "target_import": (
        "'{target}' cannot be imported: {problem}",
        "无法导入“{target}”：{problem}",
    ),
    "target_missing": (
        "{source} has nothing called '{name}'. It has: {names}.",
        "{source} 中没有“{name}”。其中有：{names}。",
    ),
    "target_not_callable": ("'{target}' is not a function.", "“{target}”不是函数。"),
    "function_signature": (
        "{target}{signature} cannot be called with one argument.",
        "{target}{signature} 不能只用一个参数调用。",
    ),
    "function_hint": (
        "It is called with the input; name a parameter `case` to get the whole case. Give other parameters defaults.",
        "调用时传入 input；若要取得整个用例，请把参数命名为 `case`。其余参数须有默认值。",
    ),
    "no_file": (
        "The recording {file} cannot be read: {problem}.",
        "无法读取录制文件 {file}：{problem}。",
    ),
    "bad_line": (
        "{place}: this line is not JSON: {problem}.",
        "{place}：该行不是 JSON：{problem}。",
    ),
    "line_without_case": (
        "{place}: a recorded answer must be an object with a `case_id`.",
        "{place}：每条录制的应答应为带 `case_id` 的对象。",
    ),
    "bad_epoch": (
        "{place}: `epoch` must be a whole number from 0, found {found}.",
        "{place}：`epoch` 应为从 0 起的整数，实际为 {found}。",
    ),
    "recorded_twice": (
        "{place}: there are two answers for case '{case}', epoch {epoch}. Keep one, or number them with `epoch`.",
        "{place}：用例“{case}”（epoch {epoch}）有两条应答。请只保留一条，或用 `epoch` 区分。",
    ),
    # Asking over HTTP.
    "status": ("{place} answered {status}: {excerpt}", "{place} 返回 {status}：{excerpt}"),
    "check_key": (
        "Check the value of the environment variable {variables}.",
        "请检查环境变量 {variables} 的值。",
    ),
    "no_key": (
        "The plan names no key: set `api_key_env` or `headers_env` to the name of an environment variable.",
        "方案未指定密钥：请用 `api_key_env` 或 `headers_env` 指定环境变量名。",
    ),
    "unreachable": ("{place} cannot be reached: {problem}", "无法连接 {place}：{problem}"),
    "connection": ("{place}: the connection broke: {problem}", "{place}：连接中断：{problem}"),
    "certificate": (
        "{place}: the certificate cannot be trusted: {problem}. If the authority is your own, name it with `ca_file`.",
        "{place}：证书不可信：{problem}。如为自建证书机构，请用 `ca_file` 指定。",
    ),
    "redirect_loop": (
        "{place}: more than {limit} redirects in a row; none was followed further.",
        "{place}：连续重定向超过 {limit} 次，已停止跟随。",
    ),
    "redirect_away": (
        "{place} redirects to another place, {target}. It was not followed, to keep credentials here; if it is right, put it in the plan.",
        "{place} 重定向到另一地址 {target}。为避免泄露凭据未予跟随；如确为正确地址，请写入方案。",
    ),
    "too_large": (
        "The answer is larger than {limit} bytes (`max_bytes`); reading stopped there.",
        "应答超过 {limit} 字节（`max_bytes`），已停止读取。",
    ),
    # What came back.
    "bad_json": (
        "The answer ({size} bytes) is not JSON: {problem}.",
        "应答（{size} 字节）不是 JSON：{problem}。",
    ),
    "bad_encoding": (
        "The answer is not {charset} text: wrong byte at {at}.",
        "应答不是有效的 {charset} 文本：第 {at} 字节有误。",
    ),
    "unknown_charset": (
        "The answer is in an unknown character set, '{charset}'.",
        "应答使用了未知字符集“{charset}”。",
    ),
    "not_in_reply": (
        "The answer has no '{path}' to take `{name}` from. It has: {found}.",
        "应答中没有“{path}”，无法取得 `{name}`。其中有：{found}。",
    ),
    "says_nothing": (
        "The answer is an object without any known key. Known: {known}.",
        "应答是一个不含任何已知键的对象。已知键：{known}。",
    ),
    "unknown_key": (
        "The answer holds '{name}', which is not a known key. Known: {known}.",
        "应答中的“{name}”不是已知键。已知键：{known}。",
    ),
    "unknown_key_close": (
        "The answer holds '{name}', which is not a known key. Did you mean `{close}`?",
        "应答中的“{name}”不是已知键。是否想写 `{close}`？",
    ),
    "not_records": (
        "`{name}` must be a list of objects, found {found}.",
        "`{name}` 应为对象列表，实际为 {found}。",
    ),
    "not_an_object": (
        "`{name}` must be an object, found {found}.",
        "`{name}` 应为对象，实际为 {found}。",
    ),
    "bad_field": (
        "`{name}` must be {wanted}, found {found}.",
        "`{name}` 应为 {wanted}，实际为 {found}。",
    ),
    "not_a_completion": (
        "The answer is not a chat completion: there is no choices[0].message. Found: {found}.",
        "应答不是对话补全：缺少 choices[0].message。实际为：{found}。",
    ),
    "bad_tool_call": (
        "A tool call in the answer has no `function` object.",
        "应答中的工具调用缺少 `function` 对象。",
    ),
    "arguments_not_object": ("not an object", "不是对象"),
    "not_a_stream": (
        "A stream was asked for, but the answer is '{found}'. Set `stream: false` if the server cannot stream.",
        "请求的是流式输出，但返回类型为“{found}”。如服务端不支持流式，请设 `stream: false`。",
    ),
    "stream_error": (
        "The server reported an error inside the stream: {found}",
        "服务端在流中报告错误：{found}",
    ),
    "stream_cut": (
        "the stream stopped before the answer was finished",
        "流在应答结束前中断",
    ),
    # Functions.
    "raised": ("The function raised {error} ({where})", "函数抛出异常 {error}（{where}）"),
    "function_returned": (
        "The function returned {found}; it must return text, a dict with `output`, or a Reply.",
        "函数返回了 {found}；应返回文本、含 `output` 的字典或 Reply。",
    ),
    "not_json": (
        "What the function returned cannot be stored as JSON: {problem}.",
        "函数的返回值无法存为 JSON：{problem}。",
    ),
    # Commands.
    "cannot_start": (
        "The program '{program}' could not be started: {problem}.",
        "程序“{program}”无法启动：{problem}。",
    ),
    "exit_code": ("ended with exit code {code}", "以退出码 {code} 结束"),
    "killed": ("was ended by signal {number}", "被信号 {number} 终止"),
    "closed_stdout": ("closed its output without answering", "未作答就关闭了输出"),
    "crashed": (
        "The command {how}. Its last words: {stderr}",
        "命令{how}。最后的错误输出：{stderr}",
    ),
    "out_of_step": (
        "The command answered request {found!r} when {asked} was asked; every line must repeat the `id` of its request. It was restarted.",
        "命令回答的请求编号为 {found!r}，而所问为 {asked}；每行应答须带回请求的 `id`。命令已重启。",
    ),
    # Recordings.
    "no_output": (
        "Case '{case}' has no `output` in the dataset to replay.",
        "用例“{case}”在数据集中没有可回放的 `output`。",
    ),
    "not_recorded": (
        "{file} has no answer for case '{case}', epoch {epoch}.",
        "{file} 中没有用例“{case}”（epoch {epoch}）的应答。",
    ),
}
