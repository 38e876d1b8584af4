"""Every exception Steelyard raises, and who can do something about it.

SteelyardError
├── UserError                 the user can fix it; the command line exits 1, or 2 if a run is
│   │                         refused by it before the first request
│   ├── PlanError             the plan (YAML) is wrong
│   ├── DataError             a dataset cannot be read or fails its checks
│   │   └── RunRefusedError       nothing could be judged, so nothing was sent; exits 2
│   ├── UnknownNameError      no algorithm, adapter, step... of that name
│   ├── InputError            inputs or parameters of one algorithm are wrong
│   ├── AgentSetupError       the agent cannot be reached, started or configured
│   ├── ClusterError          the cluster cannot be reached, or its workers cannot work
│   ├── NoReplyError          no request got an answer; the run is kept as failed
│   ├── NoVerdictError        too few answers have a verdict for gates to mean anything
│   ├── RunStoppedError       a limit or `fail_on_error` ended the run; it can be resumed
│   ├── BundleError           not a bundle, or one that cannot be used this way
│   │   ├── BundleLockedError     another process is writing it
│   │   └── JournalDamagedError   bytes of the journal are not what we wrote
│   └── MissingPackageError   an optional package is needed; the message names the extra
├── GateError                 a gate failed; exits 3
├── VerificationError         a run is not what was signed, or is not signed; exits 3
├── InterruptedRunError       Ctrl-C; exits 130
└── AskError                  one ask failed; the runner turns it into a reply, nobody else sees it

Messages are sentences in the user's language: who, what was found, what is allowed, what to do.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

ErrorKind = Literal["agent", "infra"]


class SteelyardError(Exception):
    """Base of all; catch it to catch everything that is not a bug."""

    exit_code = 1
    code = "error"

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message}\n{self.hint}" if self.hint else self.message

    def __reduce__(self) -> tuple[Any, ...]:
        # Arguments by name do not survive the way to another process by themselves.
        return _again, (type(self), self.args, vars(self))


def _again(kind: type[SteelyardError], args: tuple[Any, ...], state: dict[str, Any]) -> Any:
    error = kind.__new__(kind, *args)
    vars(error).update(state)
    return error


class UserError(SteelyardError):
    """Something the user can fix."""

    code = "user_error"


@contextmanager
def before_first_request() -> Iterator[None]:
    """Make whatever the user has to fix before anything is sent exit with 2.

    In CI, a plan that is wrong and a run that went wrong must be told apart.
    """
    try:
        yield
    except UserError as error:
        error.exit_code = RunRefusedError.exit_code
        raise


class PlanError(UserError):
    """The plan is wrong."""

    code = "plan_invalid"


class DataError(UserError):
    """A dataset cannot be read or fails its checks."""

    code = "data_invalid"


class RunRefusedError(DataError):
    """The data have no case, or none that could get a verdict or a metric; nothing was sent."""

    exit_code = 2
    code = "run_refused"


class UnknownNameError(UserError):
    """A name that nothing is registered under; `i18n.say` puts it in the user's language."""

    code = "unknown_name"

    def __init__(self, kind: str, name: str, *, close: list[str], known: list[str]) -> None:
        ask = "Did you mean" if close else "Known"
        super().__init__(f"There is no {kind} '{name}'. {ask}: {', '.join(close or known)}")
        self.kind = kind
        self.name = name
        self.close = close
        self.known = known


class InputError(UserError):
    """The inputs or parameters given to one algorithm are wrong."""

    code = "input_invalid"


class AgentSetupError(UserError):
    """The agent cannot be reached, started or configured."""

    code = "agent_setup"


class ClusterError(UserError):
    """The cluster cannot be reached, or its workers cannot work."""

    code = "cluster"


class RunStoppedError(UserError):
    """A limit or `fail_on_error` ended the run before all cases were asked."""

    code = "run_stopped"


class NoReplyError(UserError):
    """No request got an answer, so there is nothing to score."""

    code = "no_reply"


class NoVerdictError(UserError):
    """Too few answers have a verdict for gates to mean anything."""

    code = "no_verdict"


class BundleError(UserError):
    """A directory is not a bundle, or not one that can be used this way."""

    code = "bundle_invalid"


class BundleLockedError(BundleError):
    """Another process holds the bundle for writing."""

    code = "bundle_locked"


class JournalDamagedError(BundleError):
    """Bytes of the journal are not what was written."""

    code = "journal_damaged"


class MissingPackageError(UserError):
    """An optional package is needed for this."""

    code = "missing_package"


class GateError(SteelyardError):
    """A gate of the plan failed."""

    exit_code = 3
    code = "gate_failed"


class VerificationError(SteelyardError):
    """A run is not what was signed, or not signed by a trusted key."""

    exit_code = 3
    code = "not_verified"


class InterruptedRunError(SteelyardError):
    """The user stopped the run; everything answered so far is on disk."""

    exit_code = 130
    code = "interrupted"


class AskError(SteelyardError):
    """One ask failed.

    Attributes:
        kind: `agent` when the agent is to blame (it counts as a wrong answer), `infra` when the
            road to it is (the case is missing, not wrong).
        reason: a short stable word such as `http_429`, `timeout`, `connection`, `bad_json`.
        retryable: whether asking again can help.
        retry_after: seconds the other side asked us to wait.
        throttled: the other side is saturated, not broken.
        fatal: no ask can succeed (wrong key, wrong address); stop the run if none has yet.
    """

    code = "ask_failed"

    def __init__(
        self,
        message: str,
        *,
        kind: ErrorKind,
        reason: str,
        retryable: bool = True,
        retry_after: float | None = None,
        throttled: bool = False,
        fatal: bool = False,
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.reason = reason
        self.retryable = retryable
        self.retry_after = retry_after
        self.throttled = throttled
        self.fatal = fatal
