"""How a service is configured: a file, overridden by `STEELYARD_*` variables.

`steelyard doctor --server` explains every setting from the descriptions below; the reference page
is made from them too.
"""

from __future__ import annotations

import os
from functools import cached_property
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    PositiveInt,
    SecretStr,
    ValidationError,
    field_validator,
    model_validator,
)
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SecretsSettingsSource,
    SettingsConfigDict,
    YamlConfigSettingsSource,
)

from steelyard.errors import InputError, UserError
from steelyard.i18n import t, wrong_value
from steelyard.model import is_secret_name
from steelyard.server.named_hosts import Rules

FILE = "steelyard-server.yaml"


class SingleSignOn(BaseModel):
    """Who is trusted to say who people are, and what their groups may do here."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    issuer: str = Field(
        max_length=500,
        description="Address of the provider, exactly as it writes it in its tokens.",
    )
    client_id: str = Field(min_length=1, description="What the provider calls this service.")
    client_secret: SecretStr | None = Field(
        default=None, description="The secret it gave; none for a public client."
    )
    name: str = Field(default="", max_length=100, description="What people call the provider.")
    scopes: tuple[str, ...] = Field(
        default=("openid", "profile", "email"),
        description="What is asked for; some providers give groups only for a scope of their own.",
    )
    create_accounts: bool = Field(
        default=False,
        description="Whether a first sign-on makes an account; otherwise an administrator makes "
        "it and links it.",
    )
    login_claim: str = Field(
        default="preferred_username", description="The claim that new accounts are named after."
    )
    groups_claim: str = Field(
        default="groups",
        description="The claim that lists groups; realm_access.roles looks into a nested one.",
    )
    admin_groups: tuple[str, ...] = Field(
        default=(),
        description="Groups whose people are administrators; if given, those who sign on without "
        "being in one are not.",
    )
    project_roles: dict[str, dict[str, Literal["viewer", "evaluator", "manager"]]] = Field(
        default={},
        description="Group to project (its slug) to role; the group * is everyone who signs on.",
    )
    local_sign_in: Literal["everyone", "admins"] = Field(
        default="everyone", description="Who may still sign in with a password."
    )

    @field_validator("issuer")
    @classmethod
    def _safe_issuer(cls, given: str) -> str:
        if not is_provider_url(given) or "?" in given:
            raise ValueError(t("sso.bad_issuer"))
        return given

    @field_validator("scopes")
    @classmethod
    def _openid(cls, given: tuple[str, ...]) -> tuple[str, ...]:
        return given if "openid" in given else ("openid", *given)


class Adjustable(BaseModel):
    """What an administrator may also change in the running service."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    agent_concurrency: PositiveInt = Field(
        default=4, description="Tasks that may ask one agent at a time, unless the agent says."
    )
    project_concurrency: PositiveInt = Field(
        default=16, description="Tasks of one project that may run at a time, unless it says."
    )
    session_hours: float = Field(default=12, gt=0, description="A session ends after so long idle.")
    login_attempts: PositiveInt = Field(
        default=5, description="Wrong passwords in a row before an account is locked for a while."
    )
    lock_minutes: float = Field(default=15, gt=0, description="How long it is locked.")
    password_length: int = Field(default=10, ge=8, description="Shortest password allowed.")
    requests_per_minute: PositiveInt = Field(
        default=1200, description="Requests one account or address may make in a minute."
    )
    upload_bytes: PositiveInt = Field(
        default=2_000_000_000, description="Largest upload, in bytes."
    )
    upload_rows: PositiveInt = Field(default=10_000_000, description="Most rows of a dataset.")
    expansion_ratio: PositiveInt = Field(
        default=100,
        description="A packed file that unpacks to more than this times its size is refused.",
    )
    allow_loopback: bool = Field(
        default=False,
        description="Whether agents and webhooks may be on this machine (127.0.0.1, localhost), "
        "where databases and other services may trust every local client; the service's own "
        "port stays closed.",
    )
    mail_from: str | None = Field(
        default=None,
        max_length=320,
        pattern=r"^[^\x00-\x1f\x7f]+$",  # a line end would add headers
        description="Sender of notices by e-mail.",
    )


class Settings(Adjustable, BaseSettings):
    """Everything an operator may set; variables have the names of the file, in upper case."""

    model_config = SettingsConfigDict(
        env_prefix="STEELYARD_", env_nested_delimiter="__", extra="forbid", frozen=True
    )

    data_dir: Path = Field(
        default=Path("steelyard-data"),
        description="Where the service keeps everything: database, runs, uploads, keys.",
    )
    database_url: str | None = Field(
        default=None,
        description="postgresql://user:password@host/name; by default an SQLite file in data_dir.",
    )
    storage_url: str | None = Field(
        default=None,
        description="Where runs and uploads are kept, e.g. s3://bucket/path (extra s3); by default "
        "in data_dir.",
    )
    host: str = Field(
        default="127.0.0.1",
        description="Address to listen on. Anything but loopback needs at least one account.",
    )
    port: int = Field(default=8765, ge=0, le=65535, description="Port to listen on; 0: any free.")
    public_url: str | None = Field(
        default=None,
        description="How people reach the service, behind a proxy; https makes cookies secure.",
    )
    trusted_proxies: tuple[str, ...] = Field(
        default=(),
        description="Addresses and networks of reverse proxies (127.0.0.1, 10.0.0.0/8), whose "
        "X-Forwarded-For is believed; nobody else's is.",
    )
    send_timeout_s: float = Field(
        default=30,
        gt=0,
        description="A client that takes less than 1 kB of a waiting answer in so long is cut off.",
    )
    workers: int = Field(
        default=1, ge=0, le=64, description="Worker processes that carry tasks; 0: none here."
    )
    tasks_per_worker: PositiveInt = Field(
        default=8, description="Tasks that one worker carries at a time."
    )
    worker_id: str | None = Field(
        default=None, description="Stable name of this machine's workers; the host name by default."
    )
    worker_timeout_s: float = Field(
        default=30, gt=0, description="A worker silent for so long is dead; its tasks go to others."
    )
    allow_hosts: tuple[str, ...] = Field(
        default=(),
        description="Hosts and networks (10.0.0.0/8, *.internal) that agents and webhooks may "
        "be at in addition to public ones; link-local and metadata addresses stay closed unless "
        "named here, and so does this machine (see allow_loopback).",
    )
    deny_hosts: tuple[str, ...] = Field(
        default=(),
        description="Hosts and networks that are closed even if another setting opens them.",
    )
    allow_commands: bool = Field(
        default=False,
        description="Whether agents may be commands, functions and environments on the workers' "
        "machines, which lets managers, and evaluators whom they allow it, run programs there.",
    )
    secret_variables: tuple[str, ...] = Field(
        default=(),
        description="Environment variables of the service and its workers that plans and agents of "
        "every project may name where they name a secret; none by default.",
    )
    smtp_url: str | None = Field(
        default=None, description="smtp://user:password@host:587 for notices by e-mail."
    )
    sso: SingleSignOn | None = Field(
        default=None,
        description="Single sign-on by OpenID Connect (extra sso); needs public_url. One setting "
        "of it is named STEELYARD_SSO__CLIENT_SECRET.",
    )
    log_format: str = Field(
        default="text", pattern="^(text|json)$", description="Log lines as text or as json."
    )
    log_level: str = Field(
        default="info",
        pattern="^(debug|info|warning|error)$",
        description="The least that is logged: debug, info, warning or error.",
    )
    metrics_open: bool = Field(
        default=False, description="Whether /metrics answers without an account."
    )
    otlp_url: str | None = Field(
        default=None,
        pattern=r"^https?://\S+$",
        description="Where traces are sent (extra otel): http://collector:4318/v1/traces.",
    )

    @model_validator(mode="after")
    def _know_the_way_back(self) -> Settings:
        # Taken from a request, the address that people are sent back to could be anyone's.
        if self.sso is not None and self.public_url is None:
            raise ValueError(t("sso.needs_public_url"))
        return self

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Arguments first, then the environment, then files with one secret each, then the file."""
        path = os.environ.get("STEELYARD_CONFIG") or FILE
        file = YamlConfigSettingsSource(settings_cls, Path(path))
        # Containers and systemd give passwords as files, where no list of processes shows them.
        folder = os.environ.get("STEELYARD_SECRETS")
        if not folder:
            return init_settings, env_settings, file
        return init_settings, env_settings, SecretsSettingsSource(settings_cls, folder), file

    @field_validator("trusted_proxies")
    @classmethod
    def _networks(cls, given: tuple[str, ...]) -> tuple[str, ...]:
        for one in given:
            ip_network(one)  # says itself what is wrong
        return given

    @field_validator("secret_variables")
    @classmethod
    def _variables(cls, given: tuple[str, ...]) -> tuple[str, ...]:
        for name in given:
            # The service's own settings are passwords of databases and keys of secrets.
            if not is_secret_name(name) or name.upper().startswith("STEELYARD_"):
                raise ValueError(t("server.bad_variable"))
        return given

    @field_validator("allow_hosts", "deny_hosts")
    @classmethod
    def _hosts(cls, given: tuple[str, ...]) -> tuple[str, ...]:
        try:
            Rules.of(given)
        except InputError as error:
            raise ValueError(str(error)) from None
        return given

    @cached_property
    def proxies(self) -> tuple[IPv4Network | IPv6Network, ...]:
        """The networks of the proxies that are trusted."""
        return tuple(ip_network(one) for one in self.trusted_proxies)

    @cached_property
    def database(self) -> str:
        """The database's address for SQLAlchemy."""
        if self.database_url is None:
            return f"sqlite:///{(self.data_dir / 'steelyard.sqlite').resolve()}"
        scheme, _, rest = self.database_url.partition("://")
        return (
            f"postgresql+psycopg://{rest}"
            if scheme in ("postgres", "postgresql")
            else (self.database_url)
        )

    @property
    def is_https(self) -> bool:
        """Whether people reach the service by https, so that cookies may insist on it."""
        return (self.public_url or "").lower().startswith("https:")

    @property
    def on_sqlite(self) -> bool:
        """Whether the catalogue is an SQLite file."""
        return self.database.startswith("sqlite")


def is_provider_url(url: str) -> bool:
    """Whether a provider may be there: https, or http on this machine; no user, no fragment."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        return False
    if not host or "@" in parts.netloc or "#" in url or not url.isascii() or not url.isprintable():
        return False
    if parts.scheme == "https":
        return True
    return parts.scheme == "http" and host in ("localhost", "127.0.0.1", "::1")


def load_settings(**given: Any) -> Settings:
    """Return the settings of this process; `given` comes before file and environment.

    Raises:
        UserError: a setting is wrong; says which, where it came from and what is allowed.
    """
    try:
        return Settings(**{name: value for name, value in given.items() if value is not None})
    except ValidationError as error:
        said = wrong_settings(error)
        raise UserError(said, hint=t("server.settings_hint")) from None


def wrong_settings(error: ValidationError) -> str:
    """Return what is wrong with each setting; a value may be a secret, and is not repeated."""
    said = "; ".join(
        t("server.setting", name=".".join(map(str, one["loc"])), problem=wrong_value(one))
        for one in error.errors()
    )
    return t("server.settings", problems=said)
