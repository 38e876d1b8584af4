"""What is said about addresses that may not be reached."""

WORDS: dict[str, tuple[str, str]] = {
    "bad_rule": (
        "'{found}' in allow_hosts or deny_hosts is neither a network (10.0.0.0/8) nor a host (*.internal).",
        "allow_hosts 或 deny_hosts 中的“{found}”既不是网段（10.0.0.0/8），也不是主机名（*.internal）。",
    ),
    "bad_url": (
        "This is no address of the form http://host:port/path without a user name in it.",
        "这不是 http://host:port/path 形式且不含用户名的地址。",
    ),
    "closed": (
        "{host} is at {address}, which this service does not reach.",
        "{host} 位于 {address}，本服务不访问该地址。",
    ),
    "hint": (
        "An operator can open a host or network with the setting allow_hosts; an administrator can open this machine on the page Settings, or with allow_loopback (`steelyard serve --allow-loopback`). The service itself is always closed.",
        "运维人员可通过 allow_hosts 设置放行主机或网段；管理员可在“设置”页面，或用 allow_loopback（`steelyard serve --allow-loopback`）放行本机。服务自身始终禁止访问。",
    ),
}
