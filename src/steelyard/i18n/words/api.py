"""What the REST interface says."""

WORDS: dict[str, tuple[str, str]] = {
    "key_used": (
        "This Idempotency-Key was used for another request; a new request needs a new key.",
        "该 Idempotency-Key 已用于另一请求；新的请求请使用新的键。",
    ),
    "key_under_way": (
        "A request with this Idempotency-Key is under way; send it again in a moment.",
        "使用该 Idempotency-Key 的请求正在处理，请稍后再试。",
    ),
    "database_away": (
        "The database does not answer now; try again in a moment.",
        "数据库暂时没有响应，请稍后再试。",
    ),
    "fault": (
        "Something went wrong in the service; its log knows more under this request id.",
        "服务内部出错；可凭此请求编号在日志中查到详情。",
    ),
    "host": (
        "This service is not reached as {host}; set public_url if it should be.",
        "不能通过 {host} 访问本服务；如需允许，请设置 public_url。",
    ),
    "no_route": (
        "There is nothing at {path}; /api/v1/openapi.json describes what there is.",
        "{path} 不存在；接口说明见 /api/v1/openapi.json。",
    ),
    "no_method": (
        "{path} does not take {method}; it takes {allowed}.",
        "{path} 不支持 {method}，可用方法：{allowed}。",
    ),
    "no_text": (
        "The body of the request cannot be read; send JSON in UTF-8.",
        "无法读取请求体；请以 UTF-8 编码发送 JSON。",
    ),
    "invalid": ("The request is not as described.", "请求不符合接口说明。"),
    "unauthenticated": (
        "Sign in, or send a token: Authorization: Bearer …",
        "请先登录，或携带令牌：Authorization: Bearer …",
    ),
    "bad_token": (
        "This token is unknown, revoked or past its time; make a new one under your account.",
        "令牌无效、已吊销或已过期；请在您的账号下重新创建。",
    ),
    "forged": (
        "A request that changes something carries {header}, which signing in gave.",
        "修改类请求须携带登录时给出的 {header}。",
    ),
    "body": ("The request is larger than {most} bytes.", "请求超过 {most} 字节。"),
    "too_many": (
        "More than {most} requests in a minute; wait a little.",
        "一分钟内请求超过 {most} 次，请稍候。",
    ),
    "cursor": (
        "This cursor was not made by the service; take `next` of the page before.",
        "此游标并非本服务给出；请使用上一页的 next。",
    ),
    "cut_off": ("The upload ended before its end.", "上传中途断开。"),
    "unfit": (
        "The request holds a text or a number that cannot be kept.",
        "请求包含无法保存的文本或数值。",
    ),
    "taken": (
        "Someone else made the same at the same time, or it is still used.",
        "他人同时创建了相同内容，或该内容仍被引用。",
    ),
    "reading": (
        "`reading` is a JSON object with format, map, encoding, sheet or delimiter.",
        "reading 须为 JSON 对象，可含 format、map、encoding、sheet、delimiter。",
    ),
    "stale": (
        "It was changed meanwhile; read it again and send its new ETag.",
        "内容已被修改；请重新读取并携带新的 ETag。",
    ),
}
