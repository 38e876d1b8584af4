"""What a provider can do wrong, on purpose or not: nobody gets in, and nothing falls over."""

from __future__ import annotations

import time

import pytest

from steelyard.server.db.tables import User
from steelyard.server.people.sso import provider as provider_module
from tests.api.sso.place import START
from tests.server.people.oidc_provider import (
    CLIENT,
    EcKey,
    RsaKey,
    signed,
    signed_with_public,
    signed_with_secret,
    unsigned,
)

# None of this is about the database.
pytestmark = pytest.mark.parametrize("settings", ["sqlite"], indirect=True)

HOUR = 3600
LIES = {
    "issuer": ({"iss": "https://other.example"}, "issuer"),
    "no issuer": ({"iss": None}, "token"),
    "audience": ({"aud": "other"}, "audience"),
    "no audience": ({"aud": None}, "token"),
    "shared audience": ({"aud": [CLIENT, "other"]}, "audience"),
    "other party": ({"aud": [CLIENT, "other"], "azp": "other"}, "audience"),
    "other party alone": ({"azp": "other"}, "audience"),
    "nonce": ({"nonce": "replayed"}, "nonce"),
    "no nonce": ({"nonce": None}, "nonce"),
    "number as nonce": ({"nonce": 7}, "nonce"),
    "half a character": ({"nonce": "\ud800"}, "nonce"),
    "past": ({"exp": int(time.time()) - 120, "iat": int(time.time()) - HOUR}, "time"),
    "no end": ({"exp": None}, "token"),
    "no beginning": ({"iat": None}, "token"),
    "future": ({"iat": int(time.time()) + HOUR, "exp": int(time.time()) + 2 * HOUR}, "time"),
    "not before": ({"nbf": int(time.time()) + HOUR}, "time"),
    "no subject": ({"sub": None}, "token"),
    "empty subject": ({"sub": ""}, "subject"),
    "number as subject": ({"sub": 7}, "token"),
    "odd subject": ({"sub": "a\nb"}, "subject"),
    "long subject": ({"sub": "x" * 256}, "subject"),
}


@pytest.mark.slow
@pytest.mark.parametrize("lie", LIES)
def test_a_token_that_is_not_for_us_now_is_not_believed(place, provider, lie):
    here = place()
    claims, reason = LIES[lie]
    provider.claims = claims
    browser = here.browser()
    answer = here.sign_on(browser)
    assert answer.status_code == 401
    assert answer.headers["content-type"] == "application/problem+json"
    assert here.refused() == reason
    assert "steelyard_session" not in browser.cookies
    with here.database.reading() as session:
        assert session.query(User).filter_by(login="anna.o").count() == 0


@pytest.mark.slow
def test_small_differences_of_clocks_are_forgiven(place, provider):
    here = place()
    moment = int(time.time())
    provider.claims = {"iat": moment + 30, "exp": moment + HOUR}
    assert here.sign_on().status_code == 303
    provider.claims = {
        "iat": moment - HOUR,
        "exp": moment - 30,
        "aud": [CLIENT, "x"],
        "azp": CLIENT,
    }
    assert here.sign_on().status_code == 303


def forgeries(key):
    other = RsaKey(key.kid)
    return {
        "none": (unsigned, "algorithm"),
        "none by another name": (lambda found: signed(key, found, alg="nOnE"), "algorithm"),
        "the public key as secret": (signed_with_public(key), "algorithm"),
        "the client's secret": (signed_with_secret, "algorithm"),
        "another algorithm": (lambda found: signed(key, found, alg="RS512"), "algorithm"),
        "another kind of key": (lambda found: signed(key, found, alg="ES256"), "signature"),
        "another key": (lambda found: signed(other, found), "signature"),
        "a key of its own": (
            lambda found: signed(other, found, kid="new", jwk=other.public()),
            "signature",
        ),
        "a number as key": (lambda found: signed(key, found, kid=7), "token"),
        "an extension": (lambda found: signed(key, found, crit=["b64"], b64=False), "token"),
        "cut off": (lambda found: signed(key, found)[:-22], "signature"),
        "changed": (lambda found: _changed(signed(key, found)), "signature"),
        "no token": (lambda found: "nonsense", "token"),
        "a list": (lambda found: [signed(key, found)], "token"),
        "endless": (lambda found: signed(key, {**found, "pad": "x" * 200_000}), "algorithm"),
    }


def _changed(token):
    head, claims, mark = token.split(".")
    return f"{head}.{claims[:-8]}{'A' * 8}.{mark}"


@pytest.mark.slow
@pytest.mark.parametrize("name", forgeries(RsaKey()))
def test_a_forged_token_is_not_believed(place, provider, rsa_key, name):
    here = place()
    provider.forge, reason = forgeries(rsa_key)[name]
    assert here.sign_on().status_code == 401
    assert here.refused() == reason


def test_a_weak_key_is_not_believed(place, provider):
    here = place()
    provider.key = RsaKey("weak", bits=1024)
    provider.keys = [provider.key]
    assert here.sign_on().status_code == 401
    assert here.refused() == "signature"


@pytest.mark.parametrize("kid", ["ec-1", None])
def test_elliptic_keys_and_keys_without_a_name(place, provider, kid):
    here = place()
    key = EcKey()
    provider.keys = [RsaKey(), key]
    provider.forge = lambda found: signed(key, found, kid=kid)
    assert here.sign_on().status_code == 303


def test_new_keys_are_found_and_unknown_ones_asked_for_once(place, provider, rsa_key):
    here = place()
    assert here.sign_on().status_code == 303
    assert here.sign_on().status_code == 303
    assert provider.asked("/jwks") == 1
    provider.key = RsaKey("rsa-2")
    provider.keys = [provider.key]
    assert here.sign_on().status_code == 303
    assert provider.asked("/jwks") == 2
    provider.key = rsa_key  # withdrawn
    assert here.sign_on().status_code == 401
    assert provider.asked("/jwks") == 3
    assert provider.asked("/openid-configuration") == 1


def down(provider):
    provider.server.shutdown()
    provider.server.server_close()


ILL = {
    "an error": lambda one: one.statuses.update({"openid-configuration": 500}),
    "moved": lambda one: one.statuses.update({"openid-configuration": 302}),
    "not JSON": lambda one: one.bodies.update({"openid-configuration": b"<html>"}),
    "a list": lambda one: one.bodies.update({"openid-configuration": b"[1]"}),
    "endless": lambda one: one.document.update(pad=" " * 600_000),
    "another issuer": lambda one: one.document.update(issuer="https://other.example"),
    "one slash more": lambda one: one.document.update(issuer=f"{one.issuer}/"),
    "no keys' address": lambda one: one.document.update(jwks_uri=None),
    "a script": lambda one: one.document.update(authorization_endpoint="javascript:alert(1)"),
    "a file": lambda one: one.document.update(token_endpoint="file:///etc/passwd"),
    "metadata": lambda one: one.document.update(jwks_uri="http://169.254.169.254/latest"),
    "a user": lambda one: one.document.update(token_endpoint="https://a:b@host/"),
    "nobody there": down,
}


@pytest.mark.parametrize("name", ILL)
def test_an_ill_provider_is_a_sentence_not_a_crash(place, provider, name):
    here = place()
    ILL[name](provider)
    answer = here.browser().get(START, headers={"Accept-Language": "zh"})
    assert answer.status_code == 503
    said = answer.json()
    assert said["code"] == "unavailable"
    assert "身份提供方" in said["title"]
    assert "Traceback" not in answer.text
    assert provider.asked("/elsewhere") == 0  # a redirect is not followed


LATER_ILL = {
    "keys": lambda one: one.statuses.update({"jwks": 500}),
    "no keys": lambda one: one.bodies.update({"jwks": b'{"keys": 7}'}),
    "closed keys": lambda one: one.document.update(jwks_uri="https://169.254.169.254/latest"),
    "private keys": lambda one: one.document.update(jwks_uri="https://10.1.2.3/jwks"),
    "token": lambda one: one.statuses.update({"token": 503}),
    "token moved": lambda one: one.statuses.update({"token": 307}),
    "token endless": lambda one: one.bodies.update({"token": b" " * 600_000}),
    "userinfo": lambda one: one.statuses.update({"userinfo": 500}),
}


@pytest.mark.parametrize("name", LATER_ILL)
def test_a_provider_that_falls_ill_on_the_way(place, provider, name):
    here = place()
    LATER_ILL[name](provider)
    answer = here.sign_on()
    assert answer.status_code == 503
    assert here.refused() == "unavailable"
    assert provider.asked("/elsewhere") == 0
    # Refused before it was dialled.
    assert ("does not reach" in answer.json()["title"]) == (name in ("closed keys", "private keys"))


def test_an_operator_closes_and_opens(place, provider):
    assert place(deny_hosts=("127.0.0.0/8",)).browser().get(START).status_code == 503
    assert provider.seen == []
    provider.document["jwks_uri"] = "https://keys.invalid/jwks"
    answer = place(allow_hosts=("keys.invalid",)).sign_on()
    assert answer.status_code == 503
    assert "does not reach" not in answer.json()["title"]


def test_a_provider_that_does_not_know_us(place):
    here = place(sso={"client_secret": "wrong"})
    answer = here.sign_on()
    assert answer.status_code == 503
    assert "sso.client_secret" in answer.json()["title"]
    assert "wrong" not in answer.text


def test_a_slow_provider_holds_nobody_up_for_long(place, provider, monkeypatch):
    monkeypatch.setattr("steelyard.server.people.sso.web.SECONDS", 0.2)
    here = place()
    provider.hold.clear()
    assert here.browser().get(START).status_code == 503
    # It is not asked again for a while, so that a crowd does not wait in our threads.
    assert here.browser().get(START).status_code == 503
    assert provider.asked("/openid-configuration") == 1
    provider.hold.set()
    monkeypatch.setattr(here.app.state.provider._endpoints, "_until", 0.0)
    assert here.sign_on().status_code == 303
    assert provider_module._PAUSE_SECONDS == 5
