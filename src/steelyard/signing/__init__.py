"""Signed runs: sign what was measured, and verify it offline."""

from steelyard.signing.key_files import SigningKey, is_encrypted, make_key, read_key
from steelyard.signing.packed_runs import sign_zip, write_zip
from steelyard.signing.run_files import Problem
from steelyard.signing.sign import is_signed, sign_run
from steelyard.signing.trusted_keys import TrustedKey, read_trusted_keys
from steelyard.signing.verification import Signed, Verification, verify_run

__all__ = [
    "Problem",
    "Signed",
    "SigningKey",
    "TrustedKey",
    "Verification",
    "is_encrypted",
    "is_signed",
    "make_key",
    "read_key",
    "read_trusted_keys",
    "sign_run",
    "sign_zip",
    "verify_run",
    "write_zip",
]
