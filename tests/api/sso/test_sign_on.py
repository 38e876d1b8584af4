"""Single sign-on as a browser does it: in, back, out, and who one is then."""

from __future__ import annotations

import sys
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from steelyard.errors import MissingPackageError
from steelyard.server.db.tables import Member, Project, User
from steelyard.server.people import accounts, audit, projects
from steelyard.server.people.policy import SERVICE, Role
from steelyard.server.people.sso.refused import Reason
from steelyard.server.settings import Settings, SingleSignOn
from tests.api.conftest import PASSWORD
from tests.api.sso.place import CALLBACK, ME, PUBLIC, START
from tests.server.people.oidc_provider import CLIENT


@pytest.mark.slow
def test_a_first_sign_on_makes_an_account_and_the_next_one_finds_it(place, provider):
    here = place()
    browser = here.browser()
    done = here.sign_on(browser, next="/projects?q=1")
    assert (done.status_code, done.headers["location"]) == (303, "/projects?q=1")
    me = browser.get(ME).json()["user"]
    assert (me["login"], me["name"], me["email"]) == ("anna.o", "Anna Ö", None)
    assert me["last_login_at"] is not None
    # The same person under another name, in another browser.
    provider.who |= {"preferred_username": "renamed", "name": "Renamed"}
    other = here.browser()
    assert here.sign_on(other).headers["location"] == "/"
    assert other.get(ME).json()["user"]["id"] == me["id"]
    with here.database.reading() as session:
        done = [one.action for one in audit.search(session, audit.Wanted(), 4)]
        assert done == ["session.create", "session.create", "user.link", "user.create"]
        assert audit.broken_at(session) is None


def test_the_session_acts_and_ends_at_both(place, provider):
    here = place()
    browser = here.browser()
    here.sign_on(browser)
    out = "/api/v1/sso/sign-out"
    assert browser.post(out).status_code == 403  # no CSRF token
    answer = browser.post(out, headers={"X-CSRF-Token": browser.cookies["steelyard_csrf"]})
    address = urlsplit(answer.json()["provider"])
    assert answer.json()["provider"].startswith(f"{provider.issuer}/logout?x=1&")
    asked = parse_qs(address.query)
    assert asked["client_id"] == [CLIENT]
    assert asked["post_logout_redirect_uri"] == [f"{PUBLIC}/"]
    assert browser.get(ME).status_code == 401


@pytest.mark.parametrize("public", [PUBLIC, "https://eval.example.com"])
def test_the_cookies_are_closed(place, public):
    here = place(public_url=public)
    browser = here.browser()
    began = browser.get(START)
    flow = began.headers["set-cookie"].lower()
    assert "httponly" in flow
    assert "samesite=lax" in flow
    assert ("__host-" in flow) == ("secure" in flow) == here.secure
    done = browser.get(here.visit(began.headers["location"]))
    session, csrf, gone = done.headers.get_list("set-cookie")
    assert "httponly" in session.lower()
    assert ("secure" in session.lower()) == ("secure" in csrf.lower()) == here.secure
    assert "samesite=strict" in csrf.lower()
    assert "max-age=0" in gone.lower()
    assert done.headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize(
    "path",
    [
        "//evil.example",
        "/\\evil.example",
        "https://evil.example/",
        "javascript:alert(1)",
        "/ok\\@evil.example",
        "/\t/evil.example",
        "/\r\nSet-Cookie: a=b",
        "evil.example",
        "",
        "/ü",
    ],
)
def test_nobody_is_sent_elsewhere_afterwards(place, provider, path):
    answer = place().browser().get(START, params={"next": path})
    if path == "":
        assert answer.status_code == 303  # home
        return
    assert answer.status_code == 422
    assert answer.json()["code"] == "input_invalid"


def _state(answer):
    return parse_qs(urlsplit(answer.headers["location"]).query)["state"][0]


def test_the_way_back_is_only_for_the_browser_that_went(place):
    here = place()
    victim, attacker = here.browser(), here.browser()
    back = here.visit(attacker.get(START).headers["location"])
    for cookies in (False, True):
        if cookies:
            victim.get(START)
        assert victim.get(back).status_code == 401
        assert here.refused() == "browser"
    assert victim.get(ME).status_code == 401
    assert "steelyard_session" not in victim.cookies


def test_a_stolen_code_is_worth_nothing(place, provider):
    here = place()
    victim, thief = here.browser(), here.browser()
    stolen = parse_qs(urlsplit(here.visit(victim.get(START).headers["location"])).query)["code"][0]
    own = _state(thief.get(START))
    for checks in (True, False):  # a provider that knows no PKCE still binds its token by nonce
        provider.checks_verifier = checks
        if not checks:
            stolen = parse_qs(urlsplit(here.visit(victim.get(START).headers["location"])).query)[
                "code"
            ][0]
        answer = thief.get(CALLBACK, params={"code": stolen, "state": own})
        assert answer.status_code == 401
        assert here.refused() == ("code" if checks else "nonce")


def test_a_code_works_once_and_not_for_ever(place, monkeypatch):
    here = place()
    browser = here.browser()
    began = browser.get(START)
    flow = browser.cookies["steelyard_sso"]
    back = here.visit(began.headers["location"])
    assert browser.get(back).status_code == 303
    browser.cookies.set("steelyard_sso", flow, domain="127.0.0.1")
    assert browser.get(back).status_code == 401
    assert here.refused() == "code"
    monkeypatch.setattr("steelyard.server.people.sso.flow.COOKIE_SECONDS", -2)
    assert browser.get(back).status_code == 401
    assert here.refused() == "late"


def test_the_secret_goes_where_the_provider_wants_it(place, provider):
    provider.document["token_endpoint_auth_methods_supported"] = ["client_secret_post"]
    assert place().sign_on().status_code == 303


def test_what_the_token_does_not_say_is_asked_for(place, provider):
    here = place()
    provider.who = {"sub": "quiet"}
    provider.userinfo = {"preferred_username": "Quiet One", "email": "q@example.com"}
    provider.userinfo["email_verified"] = True
    browser = here.browser()
    assert here.sign_on(browser).status_code == 303
    user = browser.get(ME).json()["user"]
    assert (user["login"], user["email"]) == ("quiet-one", "q@example.com")
    provider.userinfo["sub"] = "someone else"
    assert here.sign_on().status_code == 401
    assert here.refused() == "subject"


def test_the_provider_may_say_no(place):
    here = place()
    browser = here.browser()
    state = _state(browser.get(START))
    answer = browser.get(CALLBACK, params={"error": "access_denied", "state": state})
    assert answer.status_code == 401
    assert "access_denied" in answer.json()["title"]
    answer = browser.get(CALLBACK, params={"error": "<b>x</b>", "state": state})
    assert "<b>" not in answer.text
    assert here.refused() == "provider"


def test_an_answer_of_another_provider(place, provider):
    provider.document["authorization_response_iss_parameter_supported"] = True
    here = place()
    browser = here.browser()
    back = here.visit(browser.get(START).headers["location"])
    for issuer in ("", "&iss=https://other.example"):
        assert browser.get(f"{back}{issuer}").status_code == 401
        assert here.refused() == "issuer"
    assert browser.get(f"{back}&iss={provider.issuer}").status_code == 303


def test_a_name_or_an_address_opens_nothing(place, provider):
    """Whoever calls themselves like the administrator at the provider is not the administrator."""
    here = place()
    with here.database.transaction() as session:
        user = session.query(User).filter_by(login="admin").one()
        user.email = "admin@example.com"
    provider.who = {"sub": "x", "preferred_username": "Admin", "email": "admin@example.com"}
    provider.who["email_verified"] = True
    browser = here.browser()
    answer = here.sign_on(browser)
    assert answer.status_code == 401
    assert "'x'" in answer.json()["title"]
    assert here.refused() == "taken"
    assert "steelyard_session" not in browser.cookies


def test_without_leave_no_account_is_made_until_someone_links_it(place, provider):
    here = place(sso={"create_accounts": False})
    answer = here.sign_on()
    assert answer.status_code == 401
    assert "'sub-anna'" in answer.json()["title"]
    admin = here.browser()
    made = admin.post("/api/v1/session", json={"login": "admin", "password": PASSWORD})
    admin.headers["X-CSRF-Token"] = made.json()["csrf"]
    viewer, manager = _id(here, "viewer"), _id(here, "manager")
    link = f"/api/v1/users/{viewer}/identity"
    assert admin.put(link, json={"subject": "sub-anna"}).status_code == 200
    assert admin.get(link).json() == {"issuer": provider.issuer, "subject": "sub-anna"}
    stale = {"If-Match": '"of another time"'}
    assert admin.put(link, json={"subject": "x"}, headers=stale).status_code == 412
    known = {"If-Match": admin.get(link).headers["etag"]}
    assert admin.put(link, json={"subject": "sub-anna"}, headers=known).status_code == 200
    other = f"/api/v1/users/{manager}/identity"
    assert admin.put(other, json={"subject": "sub-anna"}).status_code == 409
    assert admin.put(other, json={"subject": "a\nb"}).status_code == 422
    browser = here.browser()
    assert here.sign_on(browser).status_code == 303
    assert browser.get(ME).json()["user"]["login"] == "viewer"
    assert admin.delete(link).status_code == 204
    assert browser.get(ME).status_code == 401
    assert here.sign_on().status_code == 401


def _id(here, login):
    with here.database.reading() as session:
        return session.query(User).filter_by(login=login).one().id


def test_who_is_disabled_stays_out(place):
    here = place()
    browser = here.browser()
    here.sign_on(browser)
    with here.database.transaction() as session:
        user = session.query(User).filter_by(login="anna.o").one()
        accounts.change_user(session, SERVICE, user, disabled=True)
    assert browser.get(ME).status_code == 401
    assert here.sign_on().status_code == 401
    assert here.refused() == "disabled"


def given_to(here, login):
    """Return whether an account is an administrator, and its roles by project."""
    with here.database.reading() as session:
        user = session.query(User).filter_by(login=login).one()
        query = session.query(Project.slug, Member.role).join(
            Member, Member.project_id == Project.id
        )
        return user.is_admin, dict(query.filter(Member.user_id == user.id).all())


def test_groups_are_read_at_every_sign_on(place, provider):
    here = place(
        sso={
            "admin_groups": ("bosses",),
            "groups_claim": "realm.roles",
            "project_roles": {
                "qa": {"ours": "evaluator"},
                "leads": {"ours": "manager", "theirs": "viewer", "gone": "viewer"},
                "*": {"ours": "viewer"},
            },
        }
    )

    def roles(*groups):
        provider.who["realm"] = {"roles": list(groups)}
        assert here.sign_on().status_code == 303
        return given_to(here, "anna.o")

    assert roles() == (False, {"ours": "viewer"})
    assert roles("qa") == (False, {"ours": "evaluator"})
    assert roles("qa", "leads", "bosses") == (True, {"ours": "manager", "theirs": "viewer"})
    assert roles("qa", 7) == (False, {"ours": "evaluator"})
    del provider.who["realm"]
    assert here.sign_on().status_code == 303
    assert given_to(here, "anna.o") == (False, {"ours": "viewer"})
    with here.database.reading() as session:
        found = audit.search(session, audit.Wanted(action="member."), 20)
        assert sum(one.user_name == "sso" for one in found) == 7  # one for each change


def test_what_the_settings_do_not_name_is_given_by_hand_and_stays(place):
    here = place(sso={"project_roles": {"qa": {"ours": "viewer"}}})
    browser = here.browser()
    here.sign_on(browser)
    with here.database.transaction() as session:
        user = session.query(User).filter_by(login="anna.o").one()
        theirs = session.query(Project).filter_by(slug="theirs").one()
        projects.set_member(session, SERVICE, theirs, user, Role.MANAGER)
        user.is_admin = True
    here.sign_on(browser)
    assert given_to(here, "anna.o") == (True, {"theirs": "manager"})


def test_the_last_administrator_stays_one(place, provider):
    here = place(sso={"admin_groups": ("bosses",)})
    provider.who["groups"] = ["bosses"]
    browser = here.browser()
    here.sign_on(browser)
    with here.database.transaction() as session:
        admin = session.query(User).filter_by(login="admin").one()
        accounts.change_user(session, SERVICE, admin, disabled=True)
    provider.who["groups"] = []
    assert here.sign_on(browser).status_code == 303
    assert browser.get(ME).json()["user"]["is_admin"] is True
    with here.database.reading() as session:
        [entry] = audit.search(session, audit.Wanted(action="user.change", outcome="refused"), 5)
        assert entry.after == {"is_admin": False}


@pytest.mark.slow
def test_passwords_can_be_left_to_administrators(place):
    here = place(sso={"local_sign_in": "admins"})
    browser = here.browser()
    assert browser.get("/api/v1/sso").json()["local_sign_in"] == "admins"

    def status(login, password):
        given = {"login": login, "password": password}
        return browser.post("/api/v1/session", json=given).status_code

    assert status("viewer", PASSWORD) == 403
    # Only who has the password learns that it is of no use.
    assert status("viewer", "wrong password") == status("nobody", "wrong password") == 401
    assert status("admin", PASSWORD) == 201


def test_a_session_before_is_ended(place):
    here = place()
    browser = here.browser()
    browser.post("/api/v1/session", json={"login": "viewer", "password": PASSWORD})
    before = browser.cookies["steelyard_session"]
    here.sign_on(browser)
    assert browser.cookies["steelyard_session"] != before
    other = here.browser()
    other.cookies.set("steelyard_session", before, domain="127.0.0.1")
    assert other.get(ME).status_code == 401


def test_tries_are_counted(place, monkeypatch):
    monkeypatch.setattr("steelyard.server.people.sso.enter._TRIES_PER_MINUTE", 3)
    here = place()
    browser = here.browser()
    assert [browser.get(CALLBACK).status_code for _ in range(4)] == [401, 401, 401, 429]


def test_without_the_package_the_service_says_so_at_once(place, monkeypatch):
    monkeypatch.setitem(sys.modules, "jwt", None)
    with pytest.raises(MissingPackageError, match=r"steelyard\[sso\]"):
        place()


def test_where_it_is_not_set_up(service):
    client = service.client()
    assert client.get("/api/v1/sso").json()["enabled"] is False
    for path in (START, CALLBACK):
        assert client.get(path).status_code == 404


GUIDE = Path(__file__).parents[3] / "docs" / "guide" / "single-sign-on.md"


def test_the_guide_knows_every_setting_and_every_reason():
    said = GUIDE.read_text(encoding="utf-8")
    table = [cell.strip(" `") for line in said.splitlines() for cell in line.split("|")[1:2]]
    for name in SingleSignOn.model_fields:
        assert name in table
    for reason in Reason:
        assert f"`{reason}`" in said


def test_the_settings(tmp_path, monkeypatch):
    file = tmp_path / "server.yaml"
    file.write_text("public_url: https://a.example\nsso: {issuer: https://b.example, client_id: c}")
    monkeypatch.setenv("STEELYARD_CONFIG", str(file))
    monkeypatch.setenv("STEELYARD_SSO__CLIENT_SECRET", "hidden")
    found = Settings(data_dir=tmp_path)
    assert found.sso.client_secret.get_secret_value() == "hidden"
    assert "hidden" not in repr(found)


@pytest.mark.parametrize(
    "issuer",
    ["http://b.example", "b.example", "https://u@b.example", "https://b/?x=1", "https://b/#x"],
)
def test_an_issuer_that_cannot_be_trusted(issuer):
    with pytest.raises(ValueError, match="issuer"):
        SingleSignOn(issuer=issuer, client_id="c")


def test_the_way_back_must_be_known(tmp_path):
    sso = {"issuer": "https://b.example", "client_id": "c"}
    with pytest.raises(ValueError, match="public_url"):
        Settings(data_dir=tmp_path, sso=sso)
