"""A small agent to start from: replace `answer` by a call to yours.

把 answer 换成对你的智能体的调用即可。
"""

KNOWN = {
    "中国的首都": "北京",
    "沸点": "水银的沸点约为357摄氏度",
    "火警": "请拨打119",
    "capital of France": "The capital of France is Paris.",
    "hexagon": "A hexagon has six sides.",
    "photosynthesis": "Plants absorb oxygen.",
}


def answer(question: str) -> str:
    """Return the answer to one question; may also be `async def`."""
    for key, reply in KNOWN.items():
        if key in question:
            return reply
    return "I do not know. 我不知道。"
