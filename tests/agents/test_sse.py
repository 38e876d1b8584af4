from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from steelyard.agents.sse import EventReader

ENDS = st.sampled_from([b"\n", b"\r\n", b"\r"])
TEXT = st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="\r\n"), max_size=8)


def feed(data: bytes, cuts: list[int]) -> list[bytes]:
    reader, events, last = EventReader(), [], 0
    for cut in sorted(min(cut, len(data)) for cut in cuts):
        events += reader.feed(data[last:cut])
        last = cut
    return events + reader.feed(data[last:]) + reader.finish()


@given(
    events=st.lists(st.lists(TEXT, min_size=1, max_size=3), max_size=4),
    end=ENDS,
    cuts=st.lists(st.integers(0, 200), max_size=20),
    bom=st.booleans(),
)
def test_cuts_anywhere_do_not_matter(events, end, cuts, bom):
    """Encoding after the WHATWG HTML standard, 9.2.5 (parsing an event stream)."""
    data = b"\xef\xbb\xbf" if bom else b""
    for lines in events:
        data += b": a comment" + end + b"event: x" + end + b"id" + end
        data += b"".join(b"data: " + line.encode() + end for line in lines) + end
    assert feed(data, cuts) == ["\n".join(lines).encode() for lines in events]
    assert feed(data, list(range(len(data)))) == feed(data, [])


def test_one_space_is_dropped_and_only_one():
    assert feed(b"data:a\n\ndata:  b\n\ndata\n\n", []) == [b"a", b" b", b""]


def test_a_last_event_without_its_empty_line_counts():
    assert feed(b"data: a\n\ndata: b", []) == [b"a", b"b"]
    assert feed(b"data: a\n\ndata: b\r", []) == [b"a", b"b"]


def test_comments_and_empty_events_say_nothing():
    assert feed(b":\n\n: ping\n\n\n\nretry: 5\n\n", []) == []
