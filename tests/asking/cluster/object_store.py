"""A small object store that speaks S3's protocol, as far as segments of a run need it.

    python object_store.py PORT_FILE

Objects are in memory. PUT, GET, HEAD and DELETE of objects, ListObjectsV2 of a bucket.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path
from xml.sax.saxutils import escape

from aiohttp import web

objects: dict[str, bytes] = {}


def _tag(content: bytes) -> str:
    return f'"{hashlib.md5(content).hexdigest()}"'


async def listing(request: web.Request) -> web.Response:
    bucket, prefix = request.match_info["bucket"], request.query.get("prefix", "")
    found = sorted(k for k in objects if k.startswith(f"{bucket}/{prefix}"))
    items = "".join(
        f"<Contents><Key>{escape(key.partition('/')[2])}</Key><Size>{len(objects[key])}</Size>"
        f"<ETag>{_tag(objects[key])}</ETag><LastModified>2026-01-01T00:00:00.000Z</LastModified>"
        "<StorageClass>STANDARD</StorageClass></Contents>"
        for key in found
    )
    body = (
        '<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">'
        f"<Name>{bucket}</Name><Prefix>{escape(prefix)}</Prefix><KeyCount>{len(found)}</KeyCount>"
        f"<MaxKeys>1000</MaxKeys><IsTruncated>false</IsTruncated>{items}</ListBucketResult>"
    )
    return web.Response(text=body, content_type="application/xml")


async def one(request: web.Request) -> web.Response:
    key = f"{request.match_info['bucket']}/{request.match_info['key']}"
    if request.method == "PUT":
        objects[key] = _plain(request, await request.read())
        return web.Response(headers={"ETag": _tag(objects[key])})
    if request.method == "DELETE":
        objects.pop(key, None)
        return web.Response(status=204)
    if key not in objects:
        body = "<Error><Code>NoSuchKey</Code><Message>none</Message></Error>"
        return web.Response(status=404, text=body, content_type="application/xml")
    content = objects[key]
    headers = {"ETag": _tag(content), "Last-Modified": "Thu, 01 Jan 2026 00:00:00 GMT"}
    if request.method == "HEAD":
        return web.Response(headers=headers | {"Content-Length": str(len(content))})
    return web.Response(body=content, headers=headers)


def _plain(request: web.Request, body: bytes) -> bytes:
    """Clients may send a body in signed chunks: size;signature, line, content, line, ..."""
    if "aws-chunked" not in request.headers.get("Content-Encoding", ""):
        return body
    content = b""
    while body:
        head, _, body = body.partition(b"\r\n")
        size = int(head.split(b";")[0], 16)
        if size == 0:
            break
        content, body = content + body[:size], body[size + 2 :]
    return content


async def start() -> web.Application:
    application = web.Application(client_max_size=1 << 30)
    application.router.add_get("/{bucket}", listing)
    application.router.add_get("/{bucket}/", listing)
    application.router.add_route("*", "/{bucket}/{key:.+}", one)
    return application


if __name__ == "__main__":
    import asyncio

    async def main() -> None:
        runner = web.AppRunner(await start())
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        port_file = Path(sys.argv[1])
        temporary = port_file.with_suffix(".tmp")
        temporary.write_text(str(runner.addresses[0][1]))
        temporary.replace(port_file)
        await asyncio.Event().wait()

    asyncio.run(main())
