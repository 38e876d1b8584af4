"""Single sign-on by OpenID Connect: the way to the provider, the way back, and who it makes of you.

`provider` knows the provider, `flow` binds both ways to one browser, `id_token` decides what is
believed, `arrive` finds the account, `enter` is all of it in order.
"""

from steelyard.server.people.sso.arrive import identity_of, link, unlink
from steelyard.server.people.sso.enter import (
    Answer,
    Arrived,
    sign_on,
    sign_out_address,
    way_to,
)
from steelyard.server.people.sso.flow import COOKIE_SECONDS, cookie_name
from steelyard.server.people.sso.provider import Provider

__all__ = [
    "COOKIE_SECONDS",
    "Answer",
    "Arrived",
    "Provider",
    "cookie_name",
    "identity_of",
    "link",
    "sign_on",
    "sign_out_address",
    "unlink",
    "way_to",
]
