"""Two players of known quality, and the server that lets them be asked over HTTP."""

from mission_policy.hasty import hasty
from mission_policy.server import serving
from mission_policy.sound import sound

POLICIES = {"sound": sound, "hasty": hasty}

__all__ = ["POLICIES", "hasty", "serving", "sound"]
