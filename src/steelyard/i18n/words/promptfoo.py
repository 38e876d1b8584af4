"""Sentences about promptfoo: its results, and its configuration made into a plan."""

WORDS: dict[str, tuple[str, str]] = {
    # Results.
    "result": ("{file}, result {n}", "{file} 第 {n} 条结果"),
    "wanted_results": (
        "what `promptfoo eval -o results.json` writes there",
        "`promptfoo eval -o results.json` 写出的内容",
    ),
    "several_agents": (
        "{file} holds the answers of {n} agents: each provider with each prompt is one, and a run is of one. Choose with --set provider=... and --set prompt=...:",
        "{file} 含有 {n} 个智能体的应答：每个模型与每个提示词的组合各为一个，而一次运行只对应一个。请用 --set provider=… 与 --set prompt=… 选择：",
    ),
    "no_agent": (
        "{file} holds no such provider and prompt. It holds {n}:",
        "{file} 中没有这样的模型与提示词组合。现有 {n} 个：",
    ),
    "is_config": (
        "{file} is a configuration of promptfoo, not its results.",
        "{file} 是 promptfoo 的配置，而不是结果。",
    ),
    "is_config_hint": (
        "Make a plan of it: steelyard init my-eval --from {file}. Or run promptfoo eval -o results.json and import that.",
        "可由它生成方案：steelyard init my-eval --from {file}；或先运行 promptfoo eval -o results.json，再导入结果。",
    ),
    "bad_yaml": ("{file} is not YAML: {problem}.", "{file} 不是 YAML：{problem}。"),
    "skip_no_test": ("a result that does not say which test it is of", "未说明属于哪个测试的结果"),
    "skip_cached": (
        "the latency of an answer from promptfoo's cache: nobody waited for it",
        "取自 promptfoo 缓存的应答的耗时：并未真正等待",
    ),
    # A configuration made into plans.
    "no_config": (
        "{file} is not a configuration of promptfoo: it names no providers.",
        "{file} 不是 promptfoo 配置：其中没有 providers。",
    ),
    "no_config_hint": (
        "A configuration has `prompts`, `providers` and `tests`; one written in JavaScript or Python cannot be read.",
        "配置应含 `prompts`、`providers` 与 `tests`；用 JavaScript 或 Python 编写的配置无法读取。",
    ),
    "no_prompts": (
        "{file} has no prompt that can be taken over.",
        "{file} 中没有可以转换的提示词。",
    ),
    "no_providers": (
        "{file} has no provider that one of our adapters can ask.",
        "{file} 中没有可由现有适配器提问的模型。",
    ),
    "no_cases": (
        "{file} leaves no case to ask: it has no tests, or none with a prompt that can be filled in.",
        "{file} 中没有可提问的用例：没有测试，或没有可填充的提示词。",
    ),
    "no_pairs": (
        "{file} leaves nothing to ask: no provider is given a prompt that has cases.",
        "{file} 中没有可提问的内容：没有模型对应到有用例的提示词。",
    ),
    "from_help": (
        "make plans and cases of a promptfoo configuration instead (promptfooconfig.yaml)",
        "改由 promptfoo 配置（promptfooconfig.yaml）生成方案与用例",
    ),
    "plan_head": (
        "Made from a promptfoo configuration: {agent}\nRun it: steelyard run THIS-FILE",
        "由 promptfoo 配置生成：{agent}\n运行：steelyard run 本文件",
    ),
    "made": (
        "Made {plans} plan(s) of {cases} cases in {path}: {names}",
        "已在 {path} 生成 {plans} 个方案，各 {cases} 个用例：{names}",
    ),
    "made_hint": (
        "Check and run one: steelyard validate {path}/{name} && steelyard run {path}/{name}",
        "检查并运行：steelyard validate {path}/{name} && steelyard run {path}/{name}",
    ),
    "left_out_head": (
        "Left out, or not quite the same:",
        "未能转换或含义略有不同的内容：",
    ),
    "left_out": ("  {what} ({n}): {why} [{places}]", "  {what}（{n}）：{why}［{places}］"),
    "near_equals": (
        "full width and outer blanks are no difference here",
        "此处不区分全半角与首尾空白",
    ),
    "near_refusal": (
        "the phrases looked for are those of safety.refused",
        "所用拒答短语为 safety.refused 的短语",
    ),
    "near_resembles": (
        "measured as our scorer of that name does, Chinese by character",
        "按同名评分算法计算，中文按字切分",
    ),
    "near_rubric": (
        "graded by judge.rubric beside the verdict, which looks at the other assertions",
        "由 judge.rubric 另行评分；判定只看其余断言",
    ),
    "near_tools": (
        "measured by agent.tool_f1 but not decided: such a case fails or stays open",
        "由 agent.tool_f1 度量但不据以判定：此类用例只会不通过或未定",
    ),
    "why_no_scorer": (
        "no scorer of ours checks this; a scorer of your own can (see CONTRIBUTING.md)",
        "没有对应的评分算法；可以自行编写（见 CONTRIBUTING.md）",
    ),
    "why_code": ("code is not run", "不执行代码"),
    "why_set": (
        "a set of assertions with a threshold or weight of its own",
        "断言组带有自己的阈值或权重",
    ),
    "why_transform": (
        "the answer would be transformed by code first, which is not run",
        "判定前需用代码变换回答，而代码不会执行",
    ),
    "why_value_file": ("values in files are not read", "不读取文件中的 value"),
    "why_schema": ("JSON schemas are not checked", "不检查 JSON 模式"),
    "why_pattern": (
        "RE2 has no lookaround, backreferences or \\u",
        "RE2 不支持环视、反向引用与 \\u",
    ),
    "why_graded": (
        "no scorer of ours grades so; judge.rubric is the nearest",
        "没有这种评分方式；最接近的是 judge.rubric",
    ),
    "why_rubric": (
        "a plan has one rubric for all cases, and these differ from test to test",
        "方案对所有用例只有一份评分标准，而各测试的标准不同",
    ),
    "why_grader": (
        "no grader that can be asked is named in defaultTest.options.provider",
        "defaultTest.options.provider 中没有可以提问的评分模型",
    ),
    "why_environment": (
        "it reads an environment variable that is not set; set it and do this again",
        "所用环境变量未设置；请设置后重试",
    ),
    "why_provider": (
        "no adapter asks it; one with an OpenAI-compatible address can be named as openai:chat:MODEL with apiBaseUrl",
        "没有对应的适配器；若有兼容 OpenAI 的地址，可写成 openai:chat:模型 并给出 apiBaseUrl",
    ),
    "why_python": (
        "a provider in code is called otherwise here; see `function` in docs/guide/agents.md",
        "以代码编写的模型在此调用方式不同；见 docs/guide/agents.md 中的 `function`",
    ),
    "why_http": (
        "its raw request, body or transformResponse is more than a JSON template and a path",
        "其原始请求、请求体或 transformResponse 超出 JSON 模板与路径的范围",
    ),
    "why_secret": (
        "secrets are not copied into a plan; they come from the environment",
        "密钥不写入方案，应取自环境变量",
    ),
    "why_shape": ("its shape is not known", "写法无法识别"),
    "why_prompt_file": ("prompts in code or tables are not read", "不读取代码或表格中的提示词"),
    "why_scenarios": ("scenarios are not read", "不读取 scenarios"),
    "why_tests": (
        "tests come from YAML, JSON, JSON lines or CSV files",
        "测试只从 YAML、JSON、JSON Lines 或 CSV 文件读取",
    ),
    "why_template": ("the template cannot be filled in", "模板无法填充"),
    "why_count": ("a whole number from 1 on is wanted", "应为不小于 1 的整数"),
    "why_no_prompt": (
        "none of the prompts it names is there and has cases",
        "其指定的提示词不存在，或没有用例",
    ),
    "why_empty": ("there is nothing to ask", "没有可提问的内容"),
}
