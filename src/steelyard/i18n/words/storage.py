"""What is said about files that the service keeps."""

WORDS: dict[str, tuple[str, str]] = {
    "gone": ("The storage has no {path}.", "存储中没有 {path}。"),
    "no_fsspec": (
        "A storage_url needs the package fsspec: pip install 'steelyard[s3]'",
        "使用 storage_url 需要 fsspec 包：pip install 'steelyard[s3]'",
    ),
    "too_large": ("The upload is larger than {most} bytes.", "上传内容超过 {most} 字节。"),
    "full": (
        "The disk of the service is nearly full; nothing can be uploaded now.",
        "服务所在磁盘空间即将耗尽，暂时无法上传。",
    ),
    "expands": (
        "{file} unpacks to more than {ratio} times its size; it is refused.",
        "{file} 解压后超过其大小的 {ratio} 倍，已拒绝。",
    ),
    "broken": ("{file} cannot be unpacked: {problem}.", "{file} 无法解压：{problem}。"),
    "encrypted": (
        "{file} is locked by a password; send it without one.",
        "{file} 已用密码加密；请上传未加密的文件。",
    ),
    "escapes": (
        "The archive holds '{name}', which would be written outside its folder; it is refused.",
        "压缩包中的“{name}”会写到目录之外，已拒绝。",
    ),
    "not_zip": ("The upload is not a ZIP archive.", "上传内容不是 ZIP 压缩包。"),
    "many_files": (
        "The archive holds {n} files; at most {most} are allowed.",
        "压缩包包含 {n} 个文件；最多允许 {most} 个。",
    ),
}
