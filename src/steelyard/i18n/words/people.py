"""What is said about accounts, sessions, tokens and projects."""

WORDS: dict[str, tuple[str, str]] = {
    "password_length": (
        "A password has {shortest} to {longest} characters.",
        "密码长度须为 {shortest} 至 {longest} 个字符。",
    ),
    "password_weak": (
        "This password is too easy to guess: it is the login, or repeats a few characters.",
        "该密码过于简单：与登录名相同，或只由少数字符重复组成。",
    ),
    "login_form": (
        "'{found}' cannot be a login: 2 to 100 letters, digits or . @ + - _ are allowed.",
        "“{found}”不能用作登录名：须为 2 至 100 个字母、数字或 . @ + - _。",
    ),
    "login_taken": ("There is an account '{login}' already.", "登录名“{login}”已存在。"),
    "last_admin": (
        "This is the last administrator; make another one first.",
        "这是最后一名系统管理员，请先指定另一名。",
    ),
    "locked": (
        "Too many wrong passwords for this login. Try again in {minutes} minutes.",
        "该登录名的密码错误次数过多。请在 {minutes} 分钟后重试。",
    ),
    "wrong_login": (
        "Login or password is wrong. After several wrong passwords an account is locked for a while.",
        "登录名或密码错误。连续多次输错后账号会被暂时锁定。",
    ),
    "no_user": ("There is no account {id}.", "没有账号 {id}。"),
    "no_session": ("You have no session {id}.", "您没有会话 {id}。"),
    "by_token": (
        "A token cannot do this; sign in instead.",
        "令牌不能执行此操作，请登录后进行。",
    ),
    "no_token": ("You have no token {id}.", "您没有令牌 {id}。"),
    "token_by_token": (
        "A token cannot make tokens; sign in to make one.",
        "不能用令牌创建令牌，请登录后创建。",
    ),
    "token_expired": ("A token must end in the future.", "令牌的有效期须在将来。"),
    "slug_form": (
        "'{found}' cannot name a project in addresses: use lower-case letters, digits and hyphens.",
        "“{found}”不能用作项目标识：只能使用小写字母、数字和连字符。",
    ),
    "slug_taken": ("There is a project '{slug}' already.", "项目标识“{slug}”已存在。"),
    "no_project": ("There is no project {id}.", "没有项目 {id}。"),
    "admin_is_global": (
        "Administrators are of the whole service; in a project one is viewer, evaluator or manager.",
        "系统管理员面向整个服务；项目内的角色为查看者、评估员或管理者。",
    ),
    "already_set_up": ("The service has its administrator already.", "服务已完成初始设置。"),
    "setup_code": (
        "This is not the setup code; the service printed it when it was started.",
        "设置码不正确；服务启动时已将其打印出来。",
    ),
    "too_many": (
        "Too many tries; wait {seconds} seconds.",
        "尝试过于频繁，请 {seconds} 秒后再试。",
    ),
    "no_preference": (
        "There is no choice {value!r} for {name!r}.",
        "{name!r} 没有 {value!r} 这个选项。",
    ),
}
