"""How a team talked: the one message form, its measures, and the scorer that takes them per case.

Importing this registers the scorer.
"""

from steelyard.scorers.collaboration import messages
from steelyard.scorers.collaboration.busy import Span, parallelism
from steelyard.scorers.collaboration.facts import Facts
from steelyard.scorers.collaboration.heard import Heard, hear, read_messages
from steelyard.scorers.collaboration.seconds import seconds_of
from steelyard.scorers.collaboration.talk import Message, Talk, trace

__all__ = [
    "Facts",
    "Heard",
    "Message",
    "Span",
    "Talk",
    "hear",
    "messages",
    "parallelism",
    "read_messages",
    "seconds_of",
    "trace",
]
