"""What is said about signed runs and their keys."""

WORDS: dict[str, tuple[str, str]] = {
    # sign
    "sign_help": (
        "Sign the run RUN, a folder or a zip, with your private key.\n\nThe signature covers every file of the run, byte by byte: manifest, results, summary, human reviews, and the reports and exports that are in its folder. It says who had these bytes and when, not that the numbers are right. Write reports first, then sign: whatever changes or is added afterwards is found by `steelyard verify`. Signing again keeps the earlier signature, and the new one names it.",
        "用私钥为运行 RUN（目录或 zip）签名。\n\n签名逐字节覆盖运行的全部文件：清单、结果、汇总、人工复核，以及目录中的报告与导出文件。签名表明何人在何时持有这些内容，并不证明数值正确。请先写出报告再签名：之后的任何改动或新增都会被 `steelyard verify` 发现。再次签名时保留先前的签名，新签名会指明它。",
    ),
    "sign_epilog": (
        'Exit codes: 0 signed, 1 could not be signed.\n\nExamples:\n  steelyard admin key new alice.pem --name "Alice, test center"\n  steelyard sign runs/monday --key alice.pem\n  steelyard sign runs/monday --key alice.pem --pack monday.zip',
        '退出码：0 已签名，1 无法签名。\n\n示例：\n  steelyard admin key new alice.pem --name "张三，测试中心"\n  steelyard sign runs/monday --key alice.pem\n  steelyard sign runs/monday --key alice.pem --pack monday.zip',
    ),
    "key_help": (
        "Private key that `steelyard admin key new` made.",
        "由 `steelyard admin key new` 生成的私钥。",
    ),
    "passphrase_help": (
        "File whose first line is the passphrase of the key. Without it, an encrypted key asks in the terminal.",
        "首行为私钥口令的文件。未给出时，加密的私钥会在终端询问口令。",
    ),
    "pack_help": ("Also pack the signed run into this zip.", "同时将已签名的运行打包为该 zip。"),
    "passphrase": ("Passphrase of the key", "私钥口令"),
    "done": (
        "{path} is signed by {name} (key {keyid}): {files} files, and {derived} reports or exports.",
        "{path} 已由 {name} 签名（密钥 {keyid}）：文件 {files} 个，报告或导出文件 {derived} 个。",
    ),
    "done_previous": (
        "The earlier signature is kept in signatures/.",
        "先前的签名保留在 signatures/ 中。",
    ),
    "refused": ("{path} cannot be signed:\n{why}", "{path} 无法签名：\n{why}"),
    "lost": (
        "{path} is missing, but signatures/ has earlier ones. Restore it, or remove signatures/ to sign without a history.",
        "缺少 {path}，但 signatures/ 中有先前的签名。请恢复该文件，或删除 signatures/ 后重新签名（不再保留历史）。",
    ),
    "envelope_hint": (
        "Restore the file, or remove it together with signatures/ to sign without a history.",
        "请恢复该文件，或将其与 signatures/ 一并删除后重新签名（不再保留历史）。",
    ),
    "key_inside": (
        "{path} is inside the run: a private key must never travel with what it signs. Move it elsewhere.",
        "{path} 位于运行目录之内：私钥绝不能与所签内容一同流转。请将其移到别处。",
    ),
    "pack_inside": (
        "{path} is inside the run. Choose a place outside its folder.",
        "{path} 位于运行目录之内。请选择目录之外的位置。",
    ),
    "outdated": (
        "note: the signature of {path} no longer matches, because the run was re-scored. Sign it again; the earlier signature is kept.",
        "提示：运行已重新评分，{path} 的签名不再匹配。请重新签名；先前的签名会保留。",
    ),
    # verify
    "verify_help": (
        "Verify the signed run RUN, a folder or a zip, offline.\n\nChecks the signature against the keys you trust, every byte of every file, that no file was added, removed or renamed, the earlier signatures, and the chain from case file to report: case files, manifest, results table and its rows, summary, report. Needs no extra package.",
        "离线验证已签名的运行 RUN（目录或 zip）。\n\n依据受信任的公钥检查签名、每个文件的每个字节、有无文件新增、删除或改名、先前的签名，以及从用例文件到报告的链条：用例文件、清单、结果表及其行数、汇总、报告。无需额外的软件包。",
    ),
    "verify_epilog": (
        "Exit codes: 0 verified, 1 could not be checked (no such file, no key), 3 not verified.\n\nExamples:\n  steelyard verify runs/monday --trust alice.pub\n  steelyard verify monday.zip --trust keys/ --cases cases.jsonl",
        "退出码：0 验证通过，1 无法检查（没有该文件或公钥），3 验证未通过。\n\n示例：\n  steelyard verify runs/monday --trust alice.pub\n  steelyard verify monday.zip --trust keys/ --cases cases.jsonl",
    ),
    "trust_help": (
        "Public key (.pub) that you trust, or a folder of them; repeatable.",
        "受信任的公钥（.pub）或存放公钥的目录；可重复。",
    ),
    "cases_help": (
        "Case file that the run must have been made from; repeatable.",
        "该运行所用的用例文件，用于比对；可重复。",
    ),
    "verified": ("Verified: {path}, {rows} rows.", "验证通过：{path}，共 {rows} 行。"),
    "not_verified": ("{path} is not verified.", "{path} 未通过验证。"),
    "by": (
        "Signed by {name} (key {keyid}) at {at}: {files} files.",
        "由 {name}（密钥 {keyid}）于 {at} 签名：文件 {files} 个。",
    ),
    "by_other": (
        "Earlier, with other content: signed by {name} (key {keyid}) at {at}: {files} files ({path}).",
        "先前（内容不同）：由 {name}（密钥 {keyid}）于 {at} 签名：文件 {files} 个（{path}）。",
    ),
    "more": ("… and {n} more", "……另有 {n} 处"),
    "unsigned": ("{path}: missing; the run is not signed", "缺少 {path}：该运行未签名"),
    "envelope": (
        "{path}: not a signature exactly as Steelyard writes it",
        "{path}：不是 Steelyard 所写格式的签名",
    ),
    "unknown_key": (
        "{path}: signed with key {detail}, which is not a trusted key",
        "{path}：由密钥 {detail} 签名，该密钥不受信任",
    ),
    "unknown_key_hint": (
        "Get the public key from its owner in person or through a secure channel, and name it with --trust.",
        "请当面或通过安全渠道向持有人索取公钥，并用 --trust 指定。",
    ),
    "signature": (
        "{path}: the signature does not match the statement",
        "{path}：签名与所签内容不符",
    ),
    "changed": ("{path}: changed after signing", "{path}：签名后被改动"),
    "missing": ("{path}: missing", "{path}：缺失"),
    "added": ("{path}: added after signing", "{path}：签名后新增"),
    "special": (
        "{path}: a link or special file; a run has only plain files",
        "{path}：链接或特殊文件；运行中只应有普通文件",
    ),
    "name": ("{path}: not a safe file name", "{path}：不是安全的文件名"),
    "twice": ("{path}: more than once in the zip", "{path}：在 zip 中重复出现"),
    "archive": (
        "{path}: damaged, or not a plain zip (encrypted, or with content outside its entries)",
        "{path}：已损坏，或不是普通的 zip（已加密，或在条目之外还有内容）",
    ),
    "chain": (
        "{path}: not the earlier signature that the next one names",
        "{path}：不是后一个签名所指明的先前签名",
    ),
    "link": (
        "{path}: {detail} does not agree with the rest of the run",
        "{path}：{detail} 与运行的其余部分不一致",
    ),
    "cases": ("{path}: not a case file of this run", "{path}：不是该运行的用例文件"),
    "rescored_hint": (
        "The results table was replaced: the run was re-scored after it was signed. If that was intended, sign it again.",
        "结果表已被替换：运行在签名之后重新评分。如属有意，请重新签名。",
    ),
    "derived_hint": (
        "Only reports or exports differ; the results are as signed. Remove those files and verify again, or sign again.",
        "只有报告或导出文件不同，结果与签名时一致。请删除这些文件后重新验证，或重新签名。",
    ),
    # keys
    "admin_key_short": ("make and show keys that sign runs", "生成与查看用于签名的密钥"),
    "admin_key_help": (
        "Make and show the keys that sign runs (Ed25519). They belong to people, not to a service: no service is needed.",
        "生成与查看用于运行签名的密钥（Ed25519）。密钥属于个人而非服务，无需服务即可使用。",
    ),
    "new_short": ("make a key", "生成密钥"),
    "new_help": (
        "Make a key: the private one in FILE, readable by you alone, and the public one next to it with the suffix .pub. Hand out the public one; never the private one.",
        "生成密钥：私钥写入 FILE，仅本人可读；公钥写在同一位置，后缀为 .pub。公钥可以分发，私钥绝不可外传。",
    ),
    "name_help": (
        "Whose key it is, as verification shows it; by default the name of the file.",
        "密钥持有人，验证时显示；默认为文件名。",
    ),
    "ask_help": (
        "Encrypt the private key with a passphrase, which is asked for.",
        "用口令加密私钥；口令在终端输入。",
    ),
    "show_short": ("show id and owner of public keys", "查看公钥的编号与持有人"),
    "show_help": (
        "Show id and owner of the public key in FILE, or of every .pub file in a folder.",
        "显示 FILE 中公钥（或目录中各 .pub 文件）的编号与持有人。",
    ),
    "made": (
        "Key {keyid} of {name}: private in {path} (keep it), public in {public} (hand it out).",
        "{name} 的密钥 {keyid}：私钥 {path}（请妥善保管），公钥 {public}（可分发）。",
    ),
    "exists": (
        "{path} exists; a key is never replaced. Choose another name.",
        "{path} 已存在；密钥不会被覆盖。请换一个名称。",
    ),
    "bad_name": (
        "The name of the owner must be one line of printable text.",
        "持有人名称须为一行可显示的文本。",
    ),
    "unreadable": ("{path} cannot be read: {why}", "无法读取 {path}：{why}"),
    "unwritable": ("{path} cannot be written: {why}", "无法写入 {path}：{why}"),
    "open_file": (
        "{path} can be read by others. Allow only yourself: chmod 600 {path}",
        "{path} 可被他人读取。请仅允许本人读取：chmod 600 {path}",
    ),
    "not_private": (
        "{path} does not hold an Ed25519 private key.",
        "{path} 中没有 Ed25519 私钥。",
    ),
    "passphrase_needed": (
        "{path} is encrypted. Give its passphrase with --passphrase-file.",
        "{path} 已加密。请用 --passphrase-file 给出口令。",
    ),
    "passphrase_wrong": ("The passphrase does not open {path}.", "口令无法打开 {path}。"),
    "no_passphrase": (
        "{path} has no passphrase in its first line.",
        "{path} 首行没有口令。",
    ),
    "no_keys": (
        "{path}: no public key (.pub) found. Name the keys you trust with --trust.",
        "{path}：没有公钥（.pub）。请用 --trust 指定受信任的公钥。",
    ),
    "not_a_key": (
        "{path} does not hold an Ed25519 public key.",
        "{path} 中没有 Ed25519 公钥。",
    ),
    "not_a_key_hint": (
        "Give the .pub file; a private key is not needed to verify.",
        "请给出 .pub 文件；验证不需要私钥。",
    ),
    "no_file": ("{path}: no such file or folder.", "{path}：没有该文件或目录。"),
    "needs_package": (
        "Signing needs the package cryptography: pip install 'steelyard[sign]'. Verifying does not.",
        "签名需要软件包 cryptography：pip install 'steelyard[sign]'。验证则不需要。",
    ),
}
