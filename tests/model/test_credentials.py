"""What is a key by its looks, what is the name of one, and what is neither."""

from __future__ import annotations

import pytest

from steelyard.model import (
    assigns_credential,
    holds_credential,
    is_credential_field,
    is_opaque,
    is_secret_name,
    is_usual_name,
    redact,
)

KEYS = [
    "sk-abc123def456",
    "sk-proj-Ab12_cd34-ef56",
    "sk_live_4eC39HqLyjWDarjtT1zdp7dc",
    "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
    "github_pat_11AAAAAAA0abcdefghijklmnop",
    "glpat-abcdefghij0123456789",
    "xoxb-1234567890-abcdefghij",
    "AKIAIOSFODNN7EXAMPLE",
    "AIzaSyA-1234567890abcdefghijklmnopqrstu",
    "hf_abcdefghijklmnopqrstuvwx",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abc",
    "syt_0123456789abcdef",
    "Bearer 0123456789abcdef",
    "bearer\nabcdefgh1234",
    "Basic dXNlcjpwYXNzd29yZA==",
    "https://user:hunter2@api.example/v1",
    "postgres://user:p/a@ss@db/x",
    "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----",
]


@pytest.mark.parametrize("key", KEYS)
def test_keys_are_known_and_taken_out_of_texts(key):
    assert holds_credential(key)
    assert not is_secret_name(key)
    said = redact(f"before {key} after")
    assert not holds_credential(said)
    assert said.startswith("before ")
    assert said.endswith(" after")
    assert key not in said


@pytest.mark.parametrize(
    "text",
    [
        "",
        "OPENAI_API_KEY",
        "https://api.example/v1?model=gpt-4",
        "http://127.0.0.1:8000/v1",
        "basic understanding of characterization",
        "a sk-learn pipeline",
        "task-123 and risk-assessment-2024-reports",
        "Which tokens does the model use?",
        "someone@example.com",
        "http://example.com/@user:1",
        "时间:12:30 邮箱 a@b.cn",
    ],
)
def test_other_texts_stay_as_they_are(text):
    assert not holds_credential(text)
    assert redact(text) == text


@pytest.mark.parametrize(
    "name", ["OPENAI_API_KEY", "K", "KEY2", "AZURE_KEY_2", "_TOKEN", "HF_TOKEN"]
)
def test_names_of_variables(name):
    assert is_secret_name(name)
    assert is_usual_name(name)


@pytest.mark.parametrize(
    "value",
    [
        "d41d8cd98f00b204e9800998ecf8427e",
        "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
        "hunter2",
        "correct_horse",
        "AAAAAAAAAAAAAAAAAAAAAAAA",
        "A1B2C3D4E5F6",
        "KEY\n",
        "KEY ",
        "ключ",
        "",
        "A_" * 40,
    ],
)
def test_what_is_not_written_as_a_name_may_be_a_value(value):
    assert not is_usual_name(value)


def test_fields_of_credentials_and_what_is_assigned_to_them():
    for name in ("api_key", "apiKey", "X-Auth-Token", "x-api-key", "password", "OPENAI_API_KEY"):
        assert is_credential_field(name), name
    for name in ("max_tokens", "model", "X-Request-Id", "tokenizer", "keyboard", "input"):
        assert not is_credential_field(name), name
    assert is_opaque("hunter22")
    for word in ("EMPTY", "none", "{{token}}abc123", "a b c 1 2 3 4", ""):
        assert not is_opaque(word), word
    for text in ("--api-key=abc123def", "--token abc123def", "http://h/?x=1&access_token=abc123"):
        assert assigns_credential(text), text
    for text in ("--max-tokens=100200", "http://h/?token={{metadata.t}}", "serve --port 8000"):
        assert not assigns_credential(text), text
