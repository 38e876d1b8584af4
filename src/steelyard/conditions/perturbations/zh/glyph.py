"""`zh.glyph`: a character taken for one that looks alike."""

from __future__ import annotations

from functools import cache

from steelyard.conditions.perturbations.perturbation import RATE, Edit, Material, Perturbation
from steelyard.conditions.perturbations.places import characters, edit_some
from steelyard.conditions.perturbations.register import add_perturbation
from steelyard.model import Example, Words

# Characters of one group are mistaken for each other. None negates or counts.
GROUPS = (
    "己已巳 人入 土士 日曰 大太犬 天夭 干于 午牛 刀力刃 王玉主 目且 自白 贝见 田由甲申电 "
    "木本术 乌鸟 今令 历厉 拆折析 候侯 辨辩辫 拔拨 沧沦 幻幼 亨享 狠狼 戊戌戍 住往 待侍 "
    "管菅 晴睛清情请 徒徙 遣遗 冶治 刺剌 栗粟票 祟崇 师帅 钓钩 斤斥 哀衷衰 贷货 蓝篮 "
    "提题 编偏 棵颗课 跟根眼 坏环 喝渴 妈吗码玛 拌伴 倍陪培部 抱跑泡 场扬 活话 体休 "
    "问间闻 广厂 云去 圆园 困因 处外 复夏 姓性 孩该 官宫 容客 密蜜 币市 常堂 应庆 延廷 "
    "建健键 式试 快块 思恩 慢漫 找我 技枝 抓爪 护沪 拍柏 指脂 授受 探深 推谁 操澡 放施 "
    "料科 旅旋 明朋 昨作 景影 暑署 期斯 材村 极级 构购沟 株珠 桥侨 检险 楼搂 模摸 步涉 "
    "每海 民氏 汽气 油抽 波披坡破 洪供 测侧 消销 湖糊 源原 炒抄 然燃 煤谋 照昭 版板 特持 "
    "状壮 现规 理埋 球求 留溜 盘盆 着看 种钟 租组阻祖 程逞 税悦说 稳隐 竟竞 第弟 简筒 "
    "粉纷 素索 约药 线钱 练炼 经轻 结洁 给拾 络洛 维唯 综棕 考老 者著 职织识 股般 脑恼 "
    "苦若 茶荼 虚虑 蚊纹 衣农 补扑 裁栽载 西酉 解懈 议仪 记纪 讲进 论伦轮 访防 词饲 译择 "
    "诚城 谈淡 象像 责债 账帐 费废 距拒 跨垮 转传 较校 输愉 辆俩 述术 递梯 途徐 通涌 遇偶 "
    "避壁 邮油 酒洒 金全 铁轶 铜铝 错借 阅阔 阶价 雪雷 需儒 顺须 项顶 领颈 风凤 饭饮 鱼渔 "
    "鸡鸣"
)


def _edit(material: Material) -> list[Edit]:
    alike = look_alikes()
    places = characters(material, alike.__contains__)
    return edit_some(material, places, lambda character: material.chance.pick(alike[character]))


@cache
def look_alikes() -> dict[str, str]:
    """Return, for a character, those it is mistaken for."""
    found: dict[str, str] = {}
    for group in GROUPS.split():
        for character in group:
            others = group.replace(character, "")
            known = found.get(character, "")
            found[character] = known + "".join(c for c in others if c not in known)
    return found


add_perturbation(
    Perturbation(
        id="zh.glyph",
        version=1,
        title=Words("Similar glyphs", "形近字"),
        meaning=Words(
            "Chinese characters are replaced by others of similar shape.",
            "汉字被替换为字形相近的字。",
        ),
        kind="invariance",
        languages=("zh",),
        needs=Words(
            "a Chinese character with a look-alike that is not protected",
            "有形近字且未受保护的汉字",
        ),
        strength=RATE,
        edit=_edit,
        examples=(
            Example(
                {"text": "请说明大会的时间、地点和议题。"},
                {"input": "请说朋大会的时间、地点和仪题。"},
                {"rate": 0.1},
            ),
        ),
        references=("C. Si et al., READIN: realistic and diverse input noises, ACL 2023",),
    )
)
