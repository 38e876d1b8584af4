"""Ed25519 as RFC 8032 gives it, as `cryptography` makes it, and in no second form."""

from __future__ import annotations

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from hypothesis import given, settings
from hypothesis import strategies as st

from steelyard.signing.ed25519 import is_signed_by
from tests.signing.signed_run import script

# RFC 8032, section 7.1, tests 1 to 3: public key, message, signature.
RFC = [
    ("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
     "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
     "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"),
    ("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
     "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
     "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"),
    ("fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
     "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
     "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"),
]  # fmt: skip
BOTH = pytest.mark.parametrize("check", [is_signed_by, script.is_signed_by], ids=["ours", "script"])


@BOTH
@pytest.mark.parametrize(("key", "message", "signature"), RFC)
def test_the_vectors_of_the_standard(check, key, message, signature):
    key, message, signature = map(bytes.fromhex, (key, message, signature))
    assert check(key, message, signature)
    assert not check(key, message + b"!", signature)


@settings(max_examples=25, deadline=None)
@given(st.binary(min_size=32, max_size=32), st.binary(max_size=200), st.integers(0, 511))
def test_the_same_opinion_as_cryptography(seed, message, bit):
    private = Ed25519PrivateKey.from_private_bytes(seed)
    key, signature = private.public_key().public_bytes_raw(), private.sign(message)
    assert is_signed_by(key, message, signature)
    changed = bytearray(signature)
    changed[bit // 8] ^= 1 << bit % 8
    with pytest.raises(InvalidSignature):
        Ed25519PublicKey.from_public_bytes(key).verify(bytes(changed), message)
    assert not is_signed_by(key, message, bytes(changed))
    assert not script.is_signed_by(key, message, bytes(changed))


@BOTH
def test_a_signature_has_one_form_only(check):
    """Adding the order of the group to its second half gives another one for the same message."""
    key, message, signature = map(bytes.fromhex, RFC[1])
    order = 2**252 + 27742317777372353535851937790883648493
    second = int.from_bytes(signature[32:], "little") + order
    assert not check(key, message, signature[:32] + second.to_bytes(32, "little"))
