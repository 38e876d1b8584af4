"""A small OpenID Connect provider on loopback: real HTTP, real keys, and able to lie.

It signs by hand with `cryptography`, so that what reads its tokens is not what wrote them.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, parse_qsl, unquote_plus, urlencode, urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

CLIENT, SECRET = "steelyard", "s3cret: with a colon & more"


def b64(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def number(value: int) -> str:
    return b64(value.to_bytes((value.bit_length() + 7) // 8, "big"))


class RsaKey:
    algorithm = "RS256"

    def __init__(self, kid="rsa-1", bits=2048):
        self.kid = kid
        self.private = rsa.generate_private_key(65537, bits)

    def sign(self, content):
        return self.private.sign(content, padding.PKCS1v15(), hashes.SHA256())

    def public(self):
        found = self.private.public_key().public_numbers()
        return {
            "kty": "RSA",
            "kid": self.kid,
            "use": "sig",
            "n": number(found.n),
            "e": number(found.e),
        }


class EcKey:
    algorithm = "ES256"

    def __init__(self, kid="ec-1"):
        self.kid = kid
        self.private = ec.generate_private_key(ec.SECP256R1())

    def sign(self, content):
        r, s = decode_dss_signature(self.private.sign(content, ec.ECDSA(hashes.SHA256())))
        return r.to_bytes(32, "big") + s.to_bytes(32, "big")

    def public(self):
        found = self.private.public_key().public_numbers()
        x, y = (b64(value.to_bytes(32, "big")) for value in (found.x, found.y))
        return {"kty": "EC", "kid": self.kid, "crv": "P-256", "x": x, "y": y}


def signed(key, claims, **header):
    head = {"alg": key.algorithm, "kid": key.kid, **header}
    head = {name: value for name, value in head.items() if value is not None}
    content = f"{b64(json.dumps(head).encode())}.{b64(json.dumps(claims).encode())}"
    return f"{content}.{b64(key.sign(content.encode()))}"


class Provider:
    """What it does right can be made wrong, one thing at a time.

    Attributes:
        who: the claims of whoever is signed in at it.
        userinfo: what it says only when asked.
        document: overrides what it says about itself.
        claims: overrides the claims of its tokens; None leaves one out.
        forge: makes the token of claims, instead of signing it with its key.
        statuses: path to a status it answers with instead.
        bodies: path to a body it answers with instead.
        seen: every request, as (method, path).
    """

    def __init__(self, key):
        self.key = key
        self.keys = [key]
        self.who = {"sub": "sub-anna", "preferred_username": "anna.o", "name": "Anna Ö"}
        self.userinfo, self.document, self.claims = {}, {}, {}
        self.statuses, self.bodies, self.codes, self.tokens = {}, {}, {}, {}
        self.forge = None
        self.checks_verifier = True
        self.hold = threading.Event()
        self.hold.set()
        self.seen = []
        provider = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do_GET(self):
                provider.answer(self, "GET", {})

            def do_POST(self):
                size = int(self.headers["content-length"])
                provider.answer(self, "POST", dict(parse_qsl(self.rfile.read(size).decode())))

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.issuer = f"http://127.0.0.1:{self.server.server_port}/realms/team"
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.05,))
        self.thread.start()

    def stop(self):
        self.hold.set()
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()

    def asked(self, path):
        return sum(one.endswith(path) for _, one in self.seen)

    def answer(self, handler, method, form):
        url = urlsplit(handler.path)
        self.seen.append((method, url.path))
        self.hold.wait()
        name = url.path.rsplit("/", 1)[-1]
        if name in self.statuses or name in self.bodies:
            status, content = self.statuses.get(name, 200), self.bodies.get(name, b"{}")
            return send(handler, status, content, {"Location": f"{self.issuer}/elsewhere"})
        if name == "authorize":
            return send(handler, 303, b"", {"Location": self.authorize(url.query)})
        makers = {
            "openid-configuration": lambda: (200, self.described()),
            "jwks": lambda: (200, {"keys": [key.public() for key in self.keys]}),
            "token": lambda: self.token(form, handler.headers),
            "userinfo": lambda: self.told(handler.headers),
        }
        status, found = makers.get(name, lambda: (404, {}))()
        return send(handler, status, json.dumps(found).encode(), {})

    def described(self):
        said = {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token",
            "jwks_uri": f"{self.issuer}/jwks",
            "userinfo_endpoint": f"{self.issuer}/userinfo",
            "end_session_endpoint": f"{self.issuer}/logout?x=1",
            **self.document,
        }
        return {name: value for name, value in said.items() if value is not None}

    def authorize(self, query):
        """Let whoever is there in at once."""
        asked = {name: values[0] for name, values in parse_qs(query).items()}
        assert asked["response_type"] == "code"
        assert asked["client_id"] == CLIENT
        assert asked["code_challenge_method"] == "S256"
        assert "openid" in asked["scope"].split()
        code = secrets.token_urlsafe(16)
        self.codes[code] = asked
        return f"{asked['redirect_uri']}?{urlencode({'code': code, 'state': asked['state']})}"

    def token(self, form, headers):
        asked = self.codes.pop(form.get("code"), None)
        if not self.knows_client(form, headers):
            return 401, {"error": "invalid_client"}
        if asked is None or form["redirect_uri"] != asked["redirect_uri"]:
            return 400, {"error": "invalid_grant"}
        challenge = b64(hashlib.sha256(form["code_verifier"].encode()).digest())
        if self.checks_verifier and challenge != asked["code_challenge"]:
            return 400, {"error": "invalid_grant"}
        now = int(time.time())
        facts = {"iss": self.issuer, "aud": CLIENT, "iat": now, "exp": now + 300}
        claims = {**facts, "nonce": asked["nonce"], **self.who, **self.claims}
        claims = {name: value for name, value in claims.items() if value is not None}
        token = (self.forge or (lambda found: signed(self.key, found)))(claims)
        access = secrets.token_urlsafe(16)
        self.tokens[access] = claims.get("sub")
        return 200, {"id_token": token, "access_token": access, "token_type": "Bearer"}

    def knows_client(self, form, headers):
        kind, _, given = headers.get("Authorization", "").partition(" ")
        if kind == "Basic":
            pair = base64.b64decode(given).decode().partition(":")[::2]
            return tuple(map(unquote_plus, pair)) == (CLIENT, SECRET)
        return (form["client_id"], form.get("client_secret")) == (CLIENT, SECRET)

    def told(self, headers):
        subject = self.tokens.get(headers["Authorization"].removeprefix("Bearer "))
        return (200, {"sub": subject, **self.userinfo}) if subject else (401, {})


def send(handler, status, content, headers):
    handler.send_response(status)
    for name, value in headers.items():
        handler.send_header(name, value)
    handler.send_header("Content-Length", str(len(content)))
    handler.end_headers()
    handler.wfile.write(content)


def unsigned(claims):
    """Return a token that says of itself that nobody signed it."""
    parts = ({"alg": "none"}, claims)
    return ".".join(b64(json.dumps(part).encode()) for part in parts) + "."


def signed_with_public(key):
    """Return a forger that uses the public key, which everyone has, as if it were a secret."""

    def forge(claims):
        content = ".".join(
            b64(json.dumps(part).encode()) for part in ({"alg": "HS256", "kid": key.kid}, claims)
        )
        shared = json.dumps(key.public()).encode()
        return f"{content}.{b64(hmac.digest(shared, content.encode(), 'sha256'))}"

    return forge


def signed_with_secret(claims):
    """Return a token signed with the client's secret, as some providers do."""
    content = ".".join(b64(json.dumps(part).encode()) for part in ({"alg": "HS256"}, claims))
    return f"{content}.{b64(hmac.digest(SECRET.encode(), content.encode(), 'sha256'))}"
