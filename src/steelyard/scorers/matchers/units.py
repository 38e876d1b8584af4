"""Units: which are known, of what dimension and size, and where one stands behind a number."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple


class Unit(NamedTuple):
    """A known unit.

    Attributes:
        dimension: what it measures; quantities of different dimensions are never equal.
        size: how many base units it is.
        other: its other usual size (a MB is 10⁶ or 2²⁰ bytes), 0 if there is none.
    """

    dimension: str
    size: float
    other: float = 0


def convert(value: float, unit: Unit, into: Unit) -> list[float]:
    """Return the value in another unit of the same dimension, once per usual size."""
    sizes = {unit.size / into.size}
    if unit.other and into.other:
        sizes.add(unit.other / into.other)
    return [value * size for size in sorted(sizes)]


def _named(dimension: str, table: Mapping[str, float]) -> dict[str, Unit]:
    return {name: Unit(dimension, size) for names, size in table.items() for name in names.split()}


_LENGTH = {
    "km kilometer kilometers kilometre kilometres 公里 千米": 1e3,
    "m meter meters metre metres 米": 1,
    "dm 分米": 0.1,
    "cm centimeter centimeters centimetre centimetres 厘米 公分": 0.01,
    "mm millimeter millimeters millimetre millimetres 毫米": 1e-3,
    "μm um micrometer micrometers micrometre micrometres 微米": 1e-6,
    "nm nanometer nanometers nanometre nanometres 纳米": 1e-9,
    "mi mile miles 英里": 1609.344,
    "yd yard yards 码": 0.9144,
    "ft foot feet 英尺": 0.3048,
    "inch inches 英寸": 0.0254,
    "海里": 1852,
}
_AREA = {
    "km2 km^2 平方公里 平方千米": 1e6,
    "m2 m^2 sqm 平方米": 1,
    "cm2 cm^2 平方厘米": 1e-4,
    "mm2 mm^2 平方毫米": 1e-6,
    "ha hectare hectares 公顷": 1e4,
    "acre acres 英亩": 4046.8564224,
    "亩": 10000 / 15,
}
_VOLUME = {
    "m3 m^3 立方米": 1e3,
    "dm3 dm^3 立方分米": 1,
    "cm3 cm^3 cc 立方厘米": 1e-3,
    "l L liter liters litre litres 升 公升": 1,
    "ml mL milliliter milliliters millilitre millilitres 毫升": 1e-3,
    "gal gallon gallons 加仑": 3.785411784,
}
_MASS = {
    "t tonne tonnes 吨": 1e6,
    "kg kilogram kilograms kilo kilos 千克 公斤": 1e3,
    "g gram grams gramme grammes 克": 1,
    "mg milligram milligrams 毫克": 1e-3,
    "μg ug microgram micrograms 微克": 1e-6,
    "lb lbs 磅": 453.59237,
    "oz ounce ounces 盎司": 28.349523125,
    "斤 市斤": 500,
}
_TIME = {
    "week weeks 周 星期": 604800,
    "day days 天": 86400,
    "h hr hrs hour hours 小时 个小时 钟头 个钟头": 3600,
    "min mins minute minutes 分钟": 60,
    "s sec secs second seconds 秒 秒钟": 1,
    "ms millisecond milliseconds 毫秒": 1e-3,
    "μs us microsecond microseconds 微秒": 1e-6,
    "ns nanosecond nanoseconds 纳秒": 1e-9,
}
_CALENDAR = {"month months 个月": 1, "year years yr yrs 年": 12, "decade decades": 120}
_CALENDAR |= {"century centuries 世纪": 1200}
_SPEED = {
    "km/h kmh kph kilometers_per_hour kilometres_per_hour 公里/小时 千米/小时 公里/时 千米/时": 1
    / 3.6,
    "km/s 公里/秒 千米/秒": 1e3,
    "m/s meters_per_second metres_per_second 米/秒": 1,
    "mph miles_per_hour 英里/小时": 0.44704,
    "knot knots": 1852 / 3600,
}
_ROTATION = {"rpm r/min 转/分 转/分钟 转每分 转每分钟 revolutions_per_minute": 1, "转/秒 r/s": 60}
_OTHER: dict[str, dict[str, float]] = {
    "frequency": {"Hz hz hertz 赫兹 赫": 1, "kHz khz 千赫 千赫兹": 1e3, "MHz 兆赫 兆赫兹": 1e6}
    | {"GHz ghz 吉赫 吉赫兹": 1e9},
    "voltage": {"V volt volts 伏 伏特": 1, "kV 千伏": 1e3, "mV 毫伏": 1e-3},
    "current": {"A amp amps ampere amperes 安 安培": 1, "mA 毫安": 1e-3},
    "resistance": {"Ω ohm ohms 欧 欧姆": 1, "kΩ 千欧": 1e3, "MΩ 兆欧": 1e6},
    "power": {"W watt watts 瓦 瓦特": 1, "kW kilowatt kilowatts 千瓦": 1e3, "MW 兆瓦": 1e6},
    "energy": {"J joule joules 焦 焦耳": 1, "kJ 千焦": 1e3, "kWh 千瓦时": 3.6e6}
    | {"cal 卡 卡路里": 4.184, "kcal 千卡 大卡": 4184},
    "pressure": {"Pa pascal pascals 帕 帕斯卡": 1, "hPa 百帕": 100, "kPa 千帕": 1e3}
    | {"MPa 兆帕": 1e6, "bar": 1e5},
    "force": {"N newton newtons 牛 牛顿": 1, "kN 千牛": 1e3},
    "celsius": {"°C ℃ C Celsius celsius 摄氏度": 1},
    "fahrenheit": {"°F ℉ F Fahrenheit fahrenheit 华氏度": 1},
    "kelvin": {"K kelvin kelvins 开尔文": 1},
    "USD": {"$ US$ USD usd dollar dollars bucks 美元 美金": 1, "cent cents 美分": 0.01},
    "EUR": {"€ EUR eur euro euros 欧元": 1},
    "GBP": {"£ GBP gbp 英镑": 1, "pence": 0.01},
    "CNY": {"CNY cny RMB rmb yuan 元 块 块钱 人民币 元人民币": 1, "角 毛 毛钱": 0.1},
    "JPY": {"JPY jpy yen 日元": 1},
}
_DATA = ((1, "KB kB 千字节"), (2, "MB 兆 兆字节"), (3, "GB 吉字节"), (4, "TB 太字节"))
_BITS = {"bit bits 比特": 1, "kbit Kbit": 1e3, "Mbit Mb": 1e6, "Gbit Gb": 1e9}
_RATES = {"bps bit/s": 1, "kbps Kbps": 1e3, "Mbps mbps": 1e6, "Gbps gbps": 1e9}

UNITS: dict[str, Unit] = {
    **_named("length", _LENGTH),
    **_named("area", _AREA),
    **_named("volume", _VOLUME),
    **_named("mass", _MASS),
    **_named("time", _TIME),
    **_named("calendar", _CALENDAR),
    **_named("speed", _SPEED),
    **_named("rotation", _ROTATION),
    **{name: unit for kind, table in _OTHER.items() for name, unit in _named(kind, table).items()},
    **{name: Unit("data", 1, 1) for name in ["byte", "bytes", "字节"]},
    **{
        name: Unit("data", 1000**power, 1024**power)
        for power, names in _DATA
        for name in names.split()
    },
    **{f"{c}iB": Unit("data", 1024**n, 1024**n) for n, c in enumerate("KMGT", start=1)},
    **{name: Unit("data", u.size / 8, u.size / 8) for name, u in _named("", _BITS).items()},
    **_named("data rate", _RATES),
}
_LOWER = {name.lower(): unit for name, unit in UNITS.items() if len(name) > 2}

_WORDS = {"square meters": "m2", "square metres": "m2", "square kilometers": "km2"}
_WORDS |= {"square meter": "m2", "square kilometres": "km2", "cubic meters": "m3"}
_WORDS |= {"cubic metres": "m3", "square feet": "", "light years": "", "light-years": ""}

CURRENCY = r"US\$|HK\$|[$€£¥₩₹]|(?:USD|EUR|GBP|CNY|RMB|JPY|HKD)(?=[\s\d-])|人民币"
"""What may stand before a number; ¥ is the sign of two currencies, so it has no unit."""
CLASSIFIERS = (
    "个只条张件本辆台位名人次天年周秒元块角岁层楼页行列种类项家间所座栋棵朵匹头双副套组队班"
    "箱盒袋瓶杯碗包粒颗片根支把盏份篇首句字米克吨升度倍转户票枚届期步级点笔顿番架艘株场轮章节"
    "门扇滴对串排堆批桶罐筐筒车亩里斤成部分卷幅款滴盘锅针剂例面轮环圈趟遍桌席口尾"
)
"""Chinese words that count things; behind a numeral they show that it is one."""

_LATIN = r"[A-Za-zμΩ]+(?:[23]|\^[23])?(?:/[A-Za-z]+(?:\^?[23])?)?"
_AFTER = re.compile(
    r"\s?(?:(?P<words>(?:square|cubic|light)[\s-](?:kilo)?(?:meters?|metres?|feet|years?))"
    r"|degrees?\s+(?P<degrees>Celsius|Fahrenheit|C|F)"
    r"|(?P<speed>(?:kilometers|kilometres|meters|metres|miles|revolutions)\s+per\s+"
    r"(?:hour|second|minute))"
    rf"|(?P<sign>[°℃℉]\s?[CF]?)|(?P<latin>{_LATIN}))(?![A-Za-z0-9])",
    re.IGNORECASE,
)
_CHINESE_UNITS = sorted((n for n in UNITS if n[0] >= "一" and "_" not in n), key=len, reverse=True)
_CHINESE = re.compile(
    rf"\s?(?P<unit>{'|'.join(map(re.escape, _CHINESE_UNITS))})(?P<per>\s?(?:/|每)\s?\w+)?"
)
# These are words far more often than units, unless nothing follows.
_SHY = {"in": "inch", "pounds": "", "pound": "", "b": "", "d": ""}


class UnitAfter(NamedTuple):
    """The unit behind a number: what it is (None if unknown) and where it ends."""

    unit: Unit | None
    end: int


def unit_after(text: str, at: int) -> UnitAfter:
    """Return the unit that begins at a place of the text; it ends there if there is none."""
    found = _CHINESE.match(text, at)
    if found is not None:
        name = found["unit"] + (found["per"] or "").replace(" ", "")
        return UnitAfter(UNITS.get(name), found.end())
    found = _AFTER.match(text, at)
    if found is None:
        return UnitAfter(None, at)
    if found["latin"]:
        return _latin(text, found["latin"], found.start("latin"), found.end(), at)
    if found["words"]:
        name = re.sub(r"\s+", " ", found["words"].lower())
        return UnitAfter(UNITS.get(_WORDS.get(name, "")), found.end())
    if found["speed"]:
        return UnitAfter(UNITS.get(re.sub(r"\s+", "_", found["speed"].lower())), found.end())
    sign = found["degrees"] or found["sign"].replace("°", "").strip()
    return UnitAfter(UNITS.get(sign[:1].upper()) if sign else None, found.end())


def _latin(text: str, name: str, start: int, end: int, at: int) -> UnitAfter:
    if name.lower() in _SHY:
        alone = not text[end:].strip(" .。")
        return UnitAfter(UNITS.get(_SHY[name.lower()]), end) if alone else UnitAfter(None, at)
    if name == "K" and start == at:
        return UnitAfter(None, at)  # 5K is five thousand, 300 K a temperature
    unit = UNITS.get(name) or _LOWER.get(name.lower())
    if unit is None:
        return UnitAfter(None, end if "/" in name else at)
    per = _PER.match(text, end)
    return UnitAfter(None, per.end()) if per else UnitAfter(unit, end)


_PER = re.compile(r"\s+per\s+[A-Za-z]+|\s?/\s?[A-Za-z一-鿿]+(?:\^?[23])?")
