"""What these indicators have in common when they enter the registry."""

from __future__ import annotations

from steelyard.model import Port, Registering, Words

VALUE = Port("value", "float", Words("value", "取值"))
SCORE = Port("score", "float", Words("score in [0, 1], higher is better", "得分，取值 [0, 1]"))

add_indicator = Registering("indicator")
