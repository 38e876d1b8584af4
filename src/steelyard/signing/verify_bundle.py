#!/usr/bin/env python3
"""Verify a signed Steelyard run with the Python standard library alone (3.11 or newer).

python verify_bundle.py RUN KEY [CASE_FILE ...]

RUN: folder or zip of a run. KEY: public key (.pub) that you trust, or a folder of them. CASE_FILE:
must be one the run was made from. Exit codes: 0 verified, 1 cannot be checked, 3 not verified.
"""

import base64
import json
import os
import stat
import sys
import zipfile
from hashlib import file_digest, sha256, sha512
from pathlib import Path
from typing import Any

TYPE = b"application/vnd.steelyard.bundle+json"
P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P


def require(right: object, why: str) -> None:
    """Stop with the reason unless it is right."""
    if not right:
        raise ValueError(why)


def _add(a: Any, b: Any) -> Any:
    m, n = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    c, d = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    e, f, g, h = n - m, d - c, d + c, n + m
    return e * f % P, g * h % P, f * g % P, e * h % P


def _times(number: int, point: Any) -> Any:
    total: Any = (0, 1, 1, 0)
    while number:
        total = _add(total, point) if number & 1 else total
        point, number = _add(point, point), number >> 1
    return total


def _decode(data: bytes) -> Any:
    whole = int.from_bytes(data, "little")
    sign, y = whole >> 255, whole & (1 << 255) - 1
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if (x * x - square) % P == 0 else x * pow(2, (P - 1) // 4, P) % P
    require(y < P and (x * x - square) % P == 0, "not a public key")
    x = x if x & 1 == sign else -x % P
    return x, y, 1, x * y % P


def is_signed_by(key: bytes, message: bytes, signature: bytes) -> bool:
    """Return whether an Ed25519 signature is right (RFC 8032; points are in extended form)."""
    s = int.from_bytes(signature[32:], "little")
    hashed = int.from_bytes(sha512(signature[:32] + key + message).digest(), "little") % L
    x, y, z, t = _times(hashed, _decode(key))
    base = _decode((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
    x, y, z, t = _add(_times(s, base), (-x % P, y, z, -t % P))
    found: int = y * pow(z, -1, P) % P | (x * pow(z, -1, P) % P & 1) << 255
    return len(signature) == 64 and s < L and found.to_bytes(32, "little") == signature[:32]


def read_keys(path: Path) -> dict[str, tuple[str, bytes]]:
    """Return name and bytes of the trusted keys, by their id."""
    found = {}
    for file in sorted(path.glob("*.pub")) if path.is_dir() else [path]:
        body = file.read_text("utf-8").partition("-----BEGIN PUBLIC KEY-----")[2]
        der = base64.b64decode(body.partition("-----END")[0])
        right = len(der) == 44 and der[:12].hex() == "302a300506032b6570032100"
        require(right, f"{file}: not an Ed25519 public key")
        found[sha256(der[12:]).hexdigest()[:16]] = file.stem, der[12:]
    return found


def list_folder(folder: Path, prefix: str = "") -> dict[str, Any]:
    """Return the files of a folder by name; anything but files and folders is refused."""
    found: dict[str, Any] = {}
    for entry in [*os.scandir(folder)]:
        name, mode = prefix + entry.name, entry.stat(follow_symlinks=False).st_mode
        require(stat.S_ISREG(mode) or stat.S_ISDIR(mode), f"{name}: a link or special file")
        inside = list_folder(folder / entry.name, f"{name}/") if stat.S_ISDIR(mode) else None
        require(inside != {}, f"{name}/: added after signing")
        found |= {name: folder / entry.name} if inside is None else inside
    return found


def list_zip(archive: zipfile.ZipFile, file: Any) -> dict[str, Any]:
    """Return the entries of a zip by name; what programs could read in two ways is refused."""
    found: dict[str, Any] = {}
    at, gaps, seen, names = 0, {0}, set(), archive.namelist()
    manifests = [name for name in names if f"/{name}".endswith("/manifest.json")]
    prefix = min(manifests, key=len, default="").removesuffix("manifest.json")
    for one in sorted(archive.infolist(), key=lambda one: one.header_offset):
        name, kind = one.filename, stat.S_IFMT(one.external_attr >> 16)
        odd = {"", ".", ".."} & {*name.removesuffix("/").split("/")} or "\\" in name
        plain = one.orig_filename == name and name.isprintable() and name.startswith(prefix)
        require(plain and not odd, f"{name}: not a safe name")
        require(kind in (0, stat.S_IFREG) or one.is_dir(), f"{name}: a link or special file")
        require(one.header_offset - at in gaps, f"{name}: hidden content before it")
        require(not one.flag_bits & 1 and one.compress_type in (0, 8), f"{name}: odd packing")
        require(name.casefold() not in seen, f"{name}: twice in the zip")
        seen.add(name.casefold())
        file.seek(one.header_offset + 26)
        lengths = [int.from_bytes(file.read(2), "little") for _ in "12"]
        at = one.header_offset + 30 + sum(lengths) + one.compress_size
        gaps = {12, 16, 20, 24} if one.flag_bits & 8 else {0}
        if one.is_dir():
            used = any(other != name and other.startswith(name) for other in names)
            require(used, f"{name}: added after signing")
        else:
            found[name.removeprefix(prefix)] = one
    file.seek(-22, 2)
    start: int = archive.start_dir  # type: ignore[attr-defined,unused-ignore]
    require(file.read(4) == b"PK\x05\x06" and start - at in gaps, "hidden content in the zip")
    return found


def open_envelope(data: bytes, path: str, keys: dict[str, tuple[str, bytes]]) -> Any:
    """Return signer, digest and statement of an envelope with a valid signature."""
    form: Any = {"sort_keys": True, "ensure_ascii": False, "separators": (",", ":")}
    [one] = (envelope := json.loads(data))["signatures"]
    payload, signature = base64.b64decode(envelope["payload"]), base64.b64decode(one["sig"])
    again = [base64.b64encode(raw).decode() for raw in (payload, signature)]
    same = {"alg": "ed25519", "keyid": one["keyid"], "sig": again[1]}
    whole = {"payload": again[0], "payloadType": TYPE.decode(), "signatures": [same]}
    require(json.dumps(whole, **form).encode() == data, f"{path}: not written as it must be")
    require(one["keyid"] in keys, f"{path}: key {one['keyid']} is not trusted")
    name, key = keys[one["keyid"]]
    message = b"DSSEv1 %d %s %d %s" % (len(TYPE), TYPE, len(payload), payload)
    require(is_signed_by(key, message, signature), f"{path}: wrong signature")
    return name, sha256(payload).hexdigest(), json.loads(payload)


def verify(path: Path, keys: dict[str, tuple[str, bytes]], cases: list[Path]) -> str:
    """Check signatures, files, chain and case files; return what to say of a run that is right."""
    archive = None if path.is_dir() else zipfile.ZipFile(path)
    files = list_folder(path) if archive is None else list_zip(archive, archive.fp)

    def read(name: str, use: Any = lambda file: file.read(1 << 28)) -> Any:
        require(name in files, f"{name}: missing")
        with files[name].open("rb") if archive is None else archive.open(files[name]) as file:
            return use(file)

    name, _, statement = open_envelope(read("signature.json"), "signature.json", keys)
    require(statement["type"] == "steelyard-bundle/1", "signature.json: another kind of statement")
    earlier = sorted((file for file in files if file.startswith("signatures/")), reverse=True)
    previous = statement["previous"]
    for number, file in zip(range(len(earlier), 0, -1), earlier, strict=True):
        _, digest, older = open_envelope(read(file), file, keys)
        right = file == f"signatures/{number:04}.json" and digest == previous
        require(right and older["run_id"] == statement["run_id"], f"{file}: not in the chain")
        previous = older["previous"]
    require(previous is None, "signatures/: an earlier signature is missing")
    listed = {one["path"]: one for one in statement["files"] + statement["derived"]}
    listed["lock"] = {"path": "lock", "sha256": sha256().hexdigest(), "size": 0}
    for one in statement["files"]:
        require(one["path"] in files, f"{one['path']}: missing")
    for file in files.keys() - {"signature.json", *earlier}:
        require(file in listed, f"{file}: added after signing")
        size = files[file].stat().st_size if archive is None else files[file].file_size
        right = size == listed[file]["size"]  # a packed file gives no more than that
        digest = read(file, lambda one: file_digest(one, "sha256").hexdigest()) if right else ""
        require(digest == listed[file]["sha256"], f"{file}: changed after signing")
    manifest, summary = json.loads(read("manifest.json")), json.loads(read("summary.json"))
    known = [f"{one['sha256']} {one['size']}" for one in manifest["dataset"]["files"]]
    dataset = sha256("\n".join(known).encode()).hexdigest()
    require(manifest["run_id"] == statement["run_id"], "manifest.json: another run")
    require(dataset == statement["dataset_sha256"], "manifest.json: other case files")
    require(summary["of"] == manifest["results"], "summary.json: made from other results")
    for case_file in cases:
        digest = sha256(case_file.read_bytes()).hexdigest()
        right = f"{digest} {case_file.stat().st_size}" in known
        require(right, f"{case_file}: not a case file of this run")
    rows, at = sum(manifest["counts"].values()), statement["signed_at"]
    return f"verified: {len(files)} files, {rows} rows, signed by {name} at {at}"


def main(words: list[str]) -> int:
    """Verify the run that the words name; return the exit code."""
    code = 1
    try:
        require(len(words) > 1, __doc__ or "")
        keys, cases = read_keys(Path(words[1])), [Path(word) for word in words[2:]]
        code = 3 if all(path.stat() for path in (Path(words[0]), *cases)) else 1
        sys.stdout.write(f"{verify(Path(words[0]), keys, cases)}\n")
    except Exception as error:  # noqa: BLE001 - a damaged archive fails in many ways
        said = "".join(c if c.isprintable() or c == "\n" else "?" for c in str(error))
        sys.stdout.write(f"{'NOT VERIFIED' if code == 3 else 'cannot be checked'}: {said}\n")
        return code
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
