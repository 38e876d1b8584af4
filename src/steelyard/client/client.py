"""`Client`: a server, as one account sees it."""

from __future__ import annotations

from difflib import get_close_matches
from types import TracebackType

from steelyard.client.areas.everything import ServiceAreas
from steelyard.client.areas.session import SignIn
from steelyard.client.errors import NotFoundError
from steelyard.client.project import Project
from steelyard.client.wire import Wire
from steelyard.i18n import t


class Client(ServiceAreas):
    """A server, as one account sees it.

        with steelyard.Client("https://steelyard.example.org", token) as client:
            project = client.project("search")
            task = project.tasks.start("plan.yaml")
            print(project.tasks.wait(task.id).state)

    Requests are sent again when the line breaks or the server is busy, where that does no harm;
    what makes something carries a key, so that it is made once. Any thread may use it.

    Args:
        url: where the server is, such as https://steelyard.example.org.
        token: of an account; without one, sign in.
        timeout: seconds without a byte before a line counts as broken.
        patience: seconds for which a server that was reached before is tried again.
    """

    def __init__(
        self, url: str, token: str | None = None, *, timeout: float = 60.0, patience: float = 90.0
    ) -> None:
        wire = Wire(url, token, timeout=timeout, patience=patience)
        super().__init__(wire)
        self._wire = wire

    @property
    def url(self) -> str:
        """Return where the server is."""
        return self._wire.address.url

    def project(self, name: str) -> Project:
        """Return a project by its short name, its name or its id.

        Raises:
            NotFoundError: there is none that you may see.
        """
        known = self.projects.list(archived=True)
        for key in ("id", "slug", "name"):
            for one in known:
                if getattr(one, key) == name:
                    return Project(self._wire, one.id)
        slugs = [one.slug for one in known]
        close = get_close_matches(name, slugs, n=3) or slugs[:10]
        hint = t("client.there_are", names=", ".join(close)) if close else t("client.no_projects")
        message = t("client.no_such", kind=t("client.project"), name=name)
        raise NotFoundError(message, hint=hint)

    def sign_in(self, login: str, password: str) -> SignIn:
        """Sign in with a password, for a client without a token."""
        found = self.session.sign_in(login, password)
        self._wire.csrf = found.csrf
        return found

    def close(self) -> None:
        """Close the lines to the server."""
        self._wire.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Client({self.url!r})"  # and never the token
