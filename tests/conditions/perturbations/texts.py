"""Texts to disturb: both languages, numbers, negations, code, joined emoji, marks on letters."""

from __future__ import annotations

from hypothesis import strategies as st

PIECES = (
    "Please explain why the northern bridge was closed",
    "What is the capital of France",
    "do not send it",
    "I can't open the window",
    "the hotel was never full",
    "now hot pot shop",
    "see https://example.org/a?b=1 for details",
    "mail ops@example.org today",
    "run `make all` or use getUserName() in api_v2",
    "it costs $3.50, about 15 % more than 2024-11-16",
    "“do it”, she said",
    'Sum {"a": 1, "b": ["x", "y"]} please',
    "请问申请护照需要准备哪些材料",
    "这张发票的总额是三百二十元吗",
    "不要把未完成的报告发给客户",
    "《史记》的作者是谁",
    "請說明會議的時間與地點",
    "设备在2024年3月5日停机，温度为36.5℃",
    "调用 API 查询库存",
    "👨‍👩‍👧 met 👍🏽 and 🇨🇳🇫🇷",
    "cafe\u0301 na\u0308ive re\u0301sume\u0301",
    "नमस्ते दुनिया",
    "한국어 각",
    "A. yes B. no",
    "\r\n",
    "?!",
)

pieces = st.sampled_from(PIECES)
odd = st.text(max_size=12)  # anything Unicode allows
texts = st.lists(st.one_of(pieces, pieces, odd), min_size=1, max_size=6).map(" ".join)
seeds = st.integers(0, 2**32)

LONG_EN = (
    "Please explain in simple words why the northern bridge was closed during the winter, which "
    'detours the drivers were offered, and how the repair was paid for. {"road": "north", "km": 3}'
)
LONG_ZH = (
    "请用简单的语言说明北边的大桥为什么在冬季关闭，司机可以选择哪些绕行路线，维修费用由谁承担，"
    '并列出相关部门的联系方式，谢谢！数据：{"道路": "北线", "里程": 3}'
)
