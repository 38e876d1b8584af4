"""What binds the way back from the provider to the browser that went."""

from __future__ import annotations

import base64
import re
from urllib.parse import urljoin, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.errors import InputError
from steelyard.server.people.sso.flow import Flow, begin, take_up
from steelyard.server.people.sso.refused import SignOnRefusedError


def test_everything_follows_from_the_cookie_and_nothing_from_each_other():
    one, other = begin("/a"), begin("/a")
    made = [one.state, one.nonce, one.verifier, one.challenge]
    assert len({*made, other.state, other.nonce, other.verifier, other.challenge}) == 8
    assert not any(value in one.cookie for value in made)
    assert take_up(one.cookie, one.state) == one
    # RFC 7636, 4.1
    assert all(re.fullmatch(r"[A-Za-z0-9._~-]{43,128}", value) for value in made)


def test_the_challenge_is_that_of_the_standard(monkeypatch):
    """The example of RFC 7636, appendix B."""
    verifier = property(lambda _: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
    monkeypatch.setattr(Flow, "verifier", verifier)
    assert Flow("", "/").challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"


@pytest.mark.parametrize(
    "state", [None, "", "x", "ü", pytest.param(begin("/").state, id="another")]
)
def test_another_state_is_refused(state):
    with pytest.raises(SignOnRefusedError):
        take_up(begin("/").cookie, state)


@pytest.mark.parametrize("cookie", [None, "", "x", "x.1.y", f"{'a' * 43}.99999999999.", "ü" * 43])
def test_another_cookie_is_refused(cookie):
    with pytest.raises(SignOnRefusedError):
        take_up(cookie, "x")


@pytest.mark.parametrize(
    "path", [b"//evil.example", b"https://evil.example", b"\xff", b"/\\x", b""]
)
def test_a_path_that_was_put_into_the_cookie_leads_home(path):
    secret, moment, _ = begin("/a").cookie.split(".")
    text = base64.urlsafe_b64encode(path).decode().rstrip("=")
    own = Flow(f"{secret}.{moment}.{text}", "/")
    assert take_up(own.cookie, own.state).next == "/"


@given(st.text(st.sampled_from("/\\:@.?#%&=ab \t\r\nü\x00"), max_size=12))
def test_whatever_is_accepted_stays_here(path):
    try:
        found = begin(path).next
    except InputError:
        return
    assert urlsplit(urljoin("https://here.example/x/y", found)).netloc == "here.example"
    assert found.isascii()
    assert not set(found) & set("\\ \t\r\n\x00")
    assert not found.startswith("//")
