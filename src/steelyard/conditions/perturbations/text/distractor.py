"""`text.distractor`: a paragraph that has nothing to do with the question."""

from __future__ import annotations

from steelyard.conditions.perturbations.language import language_of
from steelyard.conditions.perturbations.perturbation import Edit, Material, Perturbation, level
from steelyard.conditions.perturbations.register import add_perturbation
from steelyard.model import Example, Words

PARAGRAPHS = {
    "en": (
        "The garden behind the museum is watered early in the morning. In summer the gardeners "
        "move the pots into the shade before the gates open.",
        "A small bakery on the corner sells rye bread and plum cake. Regular customers are greeted "
        "by name and usually stay for a chat.",
        "The choir rehearses in the school hall after lessons. New singers are welcome, whether or "
        "not they can read music.",
        "Old maps of the valley show a mill beside the stream. The building has long since become "
        "a workshop for wooden toys.",
        "The ferry crosses the bay with the tide. On windy afternoons the crew ties the deck "
        "chairs to the railing.",
    ),
    "zh": (
        "博物馆后面的花园在清晨浇水。到了夏天，园丁会在开门前把花盆移到阴凉处。",
        "街角有家小面包店，卖黑麦面包和李子蛋糕。老顾客常在柜台前闲聊片刻。",
        "合唱团放学后在礼堂排练。想加入的人随时可以来，会看乐谱当然更好。",
        "山谷的旧地图上画着溪边的磨坊。那座房子早已改成制作木头玩具的作坊。",
        "渡轮随着潮水往返海湾。有风的午后，船员会把甲板上的椅子系在栏杆上。",
    ),
}


def _edit(material: Material) -> list[Edit]:
    """Put paragraphs before or after the text, none that says a protected word."""
    text, chance = material.text, material.chance
    held = [text[start:end] for start, end in material.guard.spans if end - start > 1]
    fit = [p for p in PARAGRAPHS[language_of(text)] if not any(word in p for word in held)]
    chosen = "\n\n".join(chance.some(fit, int(material.strength)))
    if not chosen:
        return []
    if chance.below(2):
        return [Edit(0, 0, f"{chosen}\n\n")]
    return [Edit(len(text), len(text), f"\n\n{chosen}")]


add_perturbation(
    Perturbation(
        id="text.distractor",
        version=1,
        title=Words("Distracting paragraph", "无关段落"),
        meaning=Words(
            "Paragraphs that have nothing to do with the question stand before or after it.",
            "在问题之前或之后加入与之无关的段落。",
        ),
        kind="invariance",
        languages=("en", "zh"),
        needs=Words("a text that is not blank", "非空文本"),
        strength=level("how many paragraphs", "段落数"),
        edit=_edit,
        examples=(
            Example(
                {"text": "How many legs does a spider have?"},
                {
                    "input": "How many legs does a spider have?\n\nThe garden behind the "
                    "museum is watered early in the morning. In summer the "
                    "gardeners move the pots into the shade before the gates "
                    "open."
                },
            ),
            Example(
                {"text": "蜘蛛有几条腿？"},
                {
                    "input": "蜘蛛有几条腿？\n\n"
                    "博物馆后面的花园在清晨浇水。到了夏天，园丁会在开门前把花盆移到阴凉处。"
                },
            ),
        ),
        references=("F. Shi et al., Large language models can be easily distracted, ICML 2023",),
    )
)
