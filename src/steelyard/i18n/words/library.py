"""What is said about datasets, agents, secrets, documents and algorithms of a project."""

WORDS: dict[str, tuple[str, str]] = {
    "name_taken": ("There is one called '{name}' already.", "名称“{name}”已存在。"),
    "no_dataset": ("There is no dataset {id} in this project.", "本项目中没有数据集 {id}。"),
    "no_agent": ("There is no agent {id} in this project.", "本项目中没有智能体 {id}。"),
    "no_document": ("There is no document {id} in this project.", "本项目中没有文档 {id}。"),
    "no_run": ("There is no run {id} in this project.", "本项目中没有运行 {id}。"),
    "no_version": ("'{name}' has no version {number}.", "“{name}”没有版本 {number}。"),
    "not_published": ("'{name}' is not published in this project.", "“{name}”在本项目中尚未发布。"),
    "newest": ("yet", "（尚无版本）"),
    "no_cases": (
        "{file} has {rows} rows and not one case that can be asked.",
        "{file} 共 {rows} 行，没有一条可用的用例。",
    ),
    "nothing_left": ("After these steps no case is left.", "经过这些处理步骤后没有剩余用例。"),
    "reading": (
        "'{found}' cannot be said about an upload; allowed: {allowed}.",
        "上传时不能指定“{found}”；可指定：{allowed}。",
    ),
    "bad_spec": ("How to read the data is wrong: {problems}.", "数据读取方式有误：{problems}。"),
    "bad_key": (
        "{variable} or the file {file} in data_dir holds something that is no key.",
        "{variable} 或 data_dir 中的 {file} 包含无效的加密密钥。",
    ),
    "no_key": (
        "A secret was encrypted with a key that {variable} or the file {file} no longer has.",
        "某个密钥的加密密钥已不在 {variable} 或文件 {file} 中。",
    ),
    "key_in_variable": (
        "The keys are in {variable}: put the new one in front of the old ones there and restart.",
        "加密密钥由 {variable} 提供：请将新的放在旧的之前并重启服务。",
    ),
    "secret_name": (
        "This cannot be the name of a secret: letters, digits and _ are allowed, as in AGENT_KEY; a key is its value.",
        "这不能用作密钥名称：只允许字母、数字与 _，例如 AGENT_KEY；密钥本身应作为值保存。",
    ),
    "secret_value": (
        "The value of a secret is one line of 1 to {longest} characters.",
        "密钥值须为一行，1 至 {longest} 个字符。",
    ),
    "no_secret": ("There is no secret of that name in this project.", "本项目中没有该名称的密钥。"),
    "secret_used": (
        "The secret '{name}' is used by: {agents}.",
        "密钥“{name}”正被以下智能体使用：{agents}。",
    ),
    "secret_moved": (
        "The secret '{name}' was not made for this project; set it again.",
        "密钥“{name}”并非为本项目创建，请重新设置。",
    ),
    "secret_elsewhere": (
        "The plan sends the secret '{name}' to {place}, where no agent of the project sends it; a manager may allow that by making such an agent.",
        "方案会把密钥“{name}”发送到 {place}，而项目中没有智能体这样使用它；可由管理者创建这样的智能体来允许。",
    ),
    "own_agent": (
        "In this project, plans of evaluators use the agents of the library: an agent, judge or command of one's own is a matter of managers.",
        "本项目中，评估员的方案只能使用资源库中的智能体；自行填写智能体、评审模型或命令须由管理者决定。",
    ),
    "own_environment": (
        "In this project, environments that start programs are a matter of managers.",
        "本项目中，启动程序的环境须由管理者决定。",
    ),
    "own_agent_hint": (
        "A manager adds the agent to the library, or allows evaluators to write agents of their own (project settings, `own_agents`).",
        "请由管理者把该智能体加入资源库，或在项目设置中允许评估员自行填写智能体（`own_agents`）。",
    ),
    "in_line": ("line {line}", "第 {line} 行"),
    "no_commands": (
        "Agents of the kind '{adapter}' run programs on the service's machines; the setting allow_commands permits that.",
        "“{adapter}”类智能体会在服务所在机器上运行程序；须由 allow_commands 设置允许。",
    ),
    "no_environments": (
        "Environments start programs on the service's machines; the setting allow_commands permits that.",
        "环境会在服务所在机器上启动程序；须由 allow_commands 设置允许。",
    ),
    "no_files": (
        "{option} names a file on the service's machines; the setting allow_commands permits that.",
        "{option} 指向服务所在机器上的文件；须由 allow_commands 设置允许。",
    ),
    "no_proxy": (
        "{option} cannot be used in the service: a proxy would reach what the service does not.",
        "服务中不能使用 {option}：代理会访问本服务不应访问的地址。",
    ),
    "test_timeout": ("No answer within {seconds} seconds.", "{seconds} 秒内没有应答。"),
    "test_empty": ("The agent answered without any text.", "智能体的应答没有文本。"),
    "no_kind": (
        "'{found}' is no kind of document; allowed: {allowed}.",
        "没有“{found}”类文档；可用：{allowed}。",
    ),
    "document_name": (
        "'{found}' cannot be the name of a document: it is also a file name, of up to 100 letters, digits, blanks or . - _",
        "“{found}”不能用作文档名称：它同时是文件名，最多 100 个字母、数字、空格或 . - _。",
    ),
    "names_too_much": (
        "The documents named here have {found} characters together; at most {most} are allowed.",
        "此处引用的文档共 {found} 个字符；最多允许 {most} 个。",
    ),
    "many_documents": (
        "The project already has {most} documents, which is the most allowed. Remove some that are not used.",
        "项目已有 {most} 个文档，达到上限。请移除不再使用的文档。",
    ),
    "long_documents": (
        "The documents of the project would have {found} characters together; at most {most} are allowed. Remove some that are not used.",
        "项目的文档合计将达 {found} 个字符；最多允许 {most} 个。请移除不再使用的文档。",
    ),
    "long_text": (
        "{found} characters; at most {most} are allowed.",
        "共 {found} 个字符；最多允许 {most} 个。",
    ),
    "stale": (
        "'{name}' was changed by someone else meanwhile; read it again.",
        "“{name}”已被他人修改，请重新读取。",
    ),
    "outside_path": (
        "'{found}' lies outside the project; a plan names documents such as scorecards/NAME.yaml.",
        "“{found}”在项目之外；方案中应引用项目文档，例如 scorecards/名称.yaml。",
    ),
    "disabled": (
        "This project has disabled: {ids}.",
        "本项目已停用：{ids}。",
    ),
    "trial_long": (
        "The inputs have {found} bytes; the bench takes at most {most}.",
        "输入共 {found} 字节；试算台最多接受 {most} 字节。",
    ),
    "trial_slow": ("It was not done within {seconds} seconds.", "未能在 {seconds} 秒内完成。"),
    "trial_ended": (
        "It took more memory or time than the bench allows.",
        "占用的内存或时间超过试算台的限制。",
    ),
    "not_ours": (
        "This is no file of a library: plans, scorecards/, indicators/, environments/, requirements/, agents/, datasets/.",
        "这不是资源库文件：方案、scorecards/、indicators/、environments/、requirements/、agents/、datasets/。",
    ),
    "bad_index": ("{file} in the archive is damaged.", "压缩包中的 {file} 已损坏。"),
    "twice_in_archive": (
        "The archive has '{name}' more than once; the first is taken. Rename the others.",
        "压缩包中“{name}”出现多次，仅取第一个；请为其余的改名。",
    ),
    "indicator_taken": (
        "{place}: the published document '{name}' has an indicator {id} already; give this one another id",
        "{place}：已发布的文档“{name}”中已有指标 {id}，请更改此处的标识",
    ),
    "not_utf8": ("The text is not UTF-8.", "文本不是 UTF-8 编码。"),
    "no_template": ("There is no built-in scorecard '{name}'.", "没有内置指标体系“{name}”。"),
    "not_plain": ("A value cannot be kept: {problem}.", "有一个值无法保存：{problem}。"),
    "no_trial": (
        "Only indicators and scorecards can be tried on a run.",
        "只有指标与指标体系可以在运行上试算。",
    ),
    "row_not_json": ("This is not JSON: {problem}.", "这不是 JSON：{problem}。"),
    "row_not_object": (
        'A row is an object, such as {"input": "…", "expected_output": "…"}.',
        '一行应是一个对象，例如 {"input": "…", "expected_output": "…"}。',
    ),
    "row_no_input": (
        "The row still has no input; nothing could be asked.",
        "该行仍没有 input，无法提问。",
    ),
}
