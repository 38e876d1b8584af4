"""What is said about single sign-on."""

WORDS: dict[str, tuple[str, str]] = {
    "needs_public_url": (
        "single sign-on (sso) needs public_url: the provider sends people back there",
        "单点登录（sso）需要 public_url：登录后身份提供方会跳转回该地址",
    ),
    "bad_issuer": (
        "an issuer is an https address without user, query or fragment; http only on this machine",
        "issuer 须为不含用户名、查询和片段的 https 地址；仅本机可用 http",
    ),
    "needs_package": (
        "Single sign-on needs a package that is not installed: pip install 'steelyard[sso]'.",
        "单点登录需要安装额外的包：pip install 'steelyard[sso]'。",
    ),
    "off": ("Single sign-on is not set up here.", "本服务未配置单点登录。"),
    "bad_next": (
        "'{found}' is no path of this service; it begins with a single /.",
        "“{found}”不是本服务的路径；路径应以单个 / 开头。",
    ),
    "late": ("no answer within {seconds} s", "{seconds} 秒内无应答"),
    "too_large": ("the answer is larger than {most} bytes", "应答超过 {most} 字节"),
    "unreachable": (
        "The sign-on provider cannot be asked ({url}): {problem}.",
        "无法访问身份提供方（{url}）：{problem}。",
    ),
    "hint": (
        "Try again in a moment. Administrators can sign in with a password meanwhile; a provider in a private network is named by the settings sso.issuer and allow_hosts.",
        "请稍后重试。其间系统管理员可用密码登录；位于内网的身份提供方通过 sso.issuer 与 allow_hosts 设置放行。",
    ),
    "odd_answer": (
        "The sign-on provider answered {status} without what was asked for ({url}).",
        "身份提供方返回 {status}，未给出所需内容（{url}）。",
    ),
    "other_issuer": (
        "The sign-on provider calls itself '{found}'; sso.issuer says '{wanted}'. They must be equal, to the last /.",
        "身份提供方自称“{found}”，而 sso.issuer 为“{wanted}”；二者须完全一致，包括末尾的 /。",
    ),
    "bad_endpoint": (
        "The sign-on provider gives '{found}' as its {name}, which is no address to be trusted.",
        "身份提供方给出的 {name} 为“{found}”，不是可信的地址。",
    ),
    "no_keys": ("The sign-on provider shows no keys.", "身份提供方未公布密钥。"),
    "refuses_us": (
        "The sign-on provider does not accept this service ({status}, {error}); check sso.client_id and sso.client_secret.",
        "身份提供方不接受本服务（{status}，{error}）；请检查 sso.client_id 与 sso.client_secret。",
    ),
    "provider_said": (
        "The sign-on provider let nobody in: {error}.",
        "身份提供方未允许登录：{error}。",
    ),
    "refused": (
        "You were not signed in: {reason}. Begin again from the sign-in page.",
        "未能登录：{reason}。请从登录页重新开始。",
    ),
    "because_browser": (
        "this browser has not begun this sign-on",
        "该登录并非由此浏览器发起",
    ),
    "because_late": ("the sign-on took too long", "登录耗时过长"),
    "because_code": (
        "the provider does not accept the code it gave",
        "身份提供方不接受其给出的授权码",
    ),
    "because_token": (
        "the provider's token cannot be read",
        "无法读取身份提供方的令牌",
    ),
    "because_algorithm": (
        "the provider's token is signed in a way that is not accepted (RS256 and ES256 are)",
        "身份提供方令牌的签名算法不被接受（仅接受 RS256 与 ES256）",
    ),
    "because_signature": (
        "the provider's token is not signed by one of its keys",
        "身份提供方的令牌未由其密钥签名",
    ),
    "because_issuer": (
        "the answer is of another provider",
        "应答来自其他身份提供方",
    ),
    "because_audience": (
        "the provider's token was made for another service",
        "身份提供方的令牌是为其他服务签发的",
    ),
    "because_time": (
        "the provider's token is not valid now; are both clocks right?",
        "身份提供方的令牌不在有效期内；请检查双方时钟",
    ),
    "because_nonce": (
        "the provider's token belongs to another sign-on",
        "身份提供方的令牌属于另一次登录",
    ),
    "because_subject": (
        "the provider does not say clearly who you are",
        "身份提供方未明确您的身份",
    ),
    "unknown": (
        "No account here is linked to you yet. Ask an administrator to link '{subject}' of {issuer} to your account.",
        "尚无账号与您的身份关联。请联系系统管理员，将 {issuer} 的“{subject}”关联到您的账号。",
    ),
    "taken": (
        "There is an account '{login}' already, and it is not linked to you. Ask an administrator to link '{subject}' to it if it is yours.",
        "登录名“{login}”已存在，且未与您关联。若属于您，请联系系统管理员将“{subject}”关联到该账号。",
    ),
    "disabled": (
        "Your account is disabled here; ask an administrator.",
        "您的账号已被停用；请联系系统管理员。",
    ),
    "linked_already": (
        "This identity is linked to another account.",
        "该身份已关联到其他账号。",
    ),
    "bad_subject": (
        "A subject is 1 to 255 plain characters, as the provider writes it.",
        "subject 须为 1 至 255 个 ASCII 字符，与身份提供方所写一致。",
    ),
    "local_off": (
        "Only administrators sign in with a password here; use single sign-on.",
        "此处仅系统管理员可用密码登录；请使用单点登录。",
    ),
}
