"""The Chinese tables against independent sources, and what must never come out of them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from steelyard.conditions.perturbations import perturb
from steelyard.conditions.perturbations.guard import NEGATION_CHARACTERS, NUMERAL_CHARACTERS
from steelyard.conditions.perturbations.zh.characters import homophones, other_script, readings
from steelyard.conditions.perturbations.zh.glyph import GROUPS, look_alikes
from tests.conditions.perturbations.texts import LONG_ZH, seeds

COMMON = {
    bytes((row, cell)).decode("gb2312", "ignore")
    for row in range(0xB0, 0xD8)
    for cell in range(0xA1, 0xFF)
}
NEVER = NEGATION_CHARACTERS | NUMERAL_CHARACTERS


def test_readings_agree_with_pypinyin():
    from pypinyin import Style, pinyin

    for character, reading in readings().items():
        [[theirs]] = pinyin(character, style=Style.TONE3, neutral_tone_with_five=True)
        assert reading == theirs
    assert len(readings()) > 3300


def test_homophones_are_common_and_sound_the_same():
    read, same = readings(), homophones()
    assert len(same) / 3755 == pytest.approx(0.74, abs=0.01)
    for character, others in same.items():
        assert {character, *others} <= COMMON
        assert {read[other] for other in others} == {read[character]}
        assert character not in others
        assert not NEVER & {character, *others}


def test_characters_with_several_readings_are_left_alone():
    # 银行 and 行走, 重要 and 重复, 长短 and 成长, 音乐 and 快乐
    assert not set("行重长乐") & readings().keys()


def test_scripts_agree_with_opencc():
    from opencc import OpenCC

    to_traditional, to_simplified = OpenCC("s2t"), OpenCC("t2s")
    twins = other_script()
    for character, twin in twins.items():
        assert twins[twin] == character
        there = to_traditional if character in COMMON else to_simplified
        assert there.convert(character) == twin
    assert len(twins) > 2300
    # Each depends on the word: 头发 and 发展, 后面 and 皇后, 公里 and 里面, 饼干 and 干部
    assert not set("发后里干") & twins.keys()


def test_glyphs_are_apart_from_negation_and_number():
    for group in GROUPS.split():
        assert len(set(group)) == len(group) >= 2
        assert not NEVER & set(group)
    assert all(character not in others for character, others in look_alikes().items())
    assert look_alikes()["己"] == "已巳"


@settings(max_examples=50, deadline=None)
@given(seed=seeds)
def test_the_whole_text_in_the_other_script_and_back(seed):
    there = perturb("zh.script", LONG_ZH, strength=1.0, seed=seed).input
    assert perturb("zh.script", there, strength=1.0, seed=seed).input == LONG_ZH


@pytest.mark.parametrize("kind", ["zh.homophone", "zh.glyph", "zh.swap", "zh.script"])
@settings(max_examples=30, deadline=None)
@given(seed=seeds)
def test_length_stays(kind, seed):
    assert len(perturb(kind, LONG_ZH, strength=0.1, seed=seed).input) == len(LONG_ZH)
