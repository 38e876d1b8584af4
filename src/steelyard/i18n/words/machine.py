"""Troubles of the machine: what happened, what is safe, how to go on."""

_GO_ON = "Everything written so far is kept. Then repeat the command; `steelyard resume` continues a run."
_GO_ON_ZH = "已写入的内容均已保留。之后重复该命令即可；`steelyard resume` 可继续中断的运行。"

WORDS: dict[str, tuple[str, str]] = {
    "at": (" ({path})", "（{path}）"),
    "disk_full": ("The disk is full{place}.", "磁盘已满{place}。"),
    "disk_full_hint": (f"Free some space. {_GO_ON}", f"请释放磁盘空间。{_GO_ON_ZH}"),
    "quota": ("The disk quota is used up{place}.", "磁盘配额已用尽{place}。"),
    "quota_hint": (
        f"Free some space or ask for a larger quota. {_GO_ON}",
        f"请释放空间或申请更大的配额。{_GO_ON_ZH}",
    ),
    "file_limit": (
        "A file would be larger than this process may write{place}.",
        "文件超过了本进程允许写入的大小{place}。",
    ),
    "file_limit_hint": (
        f"Raise the limit (`ulimit -f unlimited`) or use another file system. {_GO_ON}",
        f"请提高限制（`ulimit -f unlimited`）或改用其他文件系统。{_GO_ON_ZH}",
    ),
    "read_only": ("The file system is read-only{place}.", "文件系统为只读{place}。"),
    "read_only_hint": (
        f"Write to another folder, or mount it writable. {_GO_ON}",
        f"请写入其他目录，或以可写方式重新挂载。{_GO_ON_ZH}",
    ),
    "files": ("Too many files are open{place}.", "打开的文件过多{place}。"),
    "files_hint": (
        f"Raise the limit (`ulimit -n 65536`) or lower `run.concurrency`. {_GO_ON}",
        f"请提高限制（`ulimit -n 65536`）或降低 `run.concurrency`。{_GO_ON_ZH}",
    ),
    "memory": ("There is not enough memory{place}.", "内存不足{place}。"),
    "memory_hint": (
        f"Close other programs, raise the limit or lower `run.concurrency`. {_GO_ON}",
        f"请关闭其他程序、提高内存限制或降低 `run.concurrency`。{_GO_ON_ZH}",
    ),
    "terminal": (
        "The terminal's encoding ({encoding}) lacks some characters; they are shown as '?'. Files are written as UTF-8 and are complete. To see everything, set PYTHONIOENCODING=utf-8 or use a UTF-8 locale.",
        "终端编码（{encoding}）无法显示部分字符，以“?”代替。文件以 UTF-8 写入，内容完整。如需完整显示，请设置 PYTHONIOENCODING=utf-8 或使用 UTF-8 区域设置。",
    ),
    "waiting": ("{problem} The service tries again.", "{problem}服务将自动重试。"),
}
