"""Files and rows that cannot be used are refused with the place, the reason and the remedy."""

from __future__ import annotations

import json
import random
from contextlib import suppress

import pytest

from steelyard.cases import readers
from steelyard.errors import DataError, PlanError
from steelyard.i18n import using_language
from tests.cases.make import jsonl, load, parquet, xlsx


def test_corrupt_xlsx(tmp_path):
    data = bytearray(xlsx(tmp_path / "d.xlsx", {"s": [["input"], ["a"]]}).read_bytes())
    (tmp_path / "cut.xlsx").write_bytes(data[: len(data) // 2])
    with pytest.raises(DataError, match=r"cut\.xlsx is damaged: it cannot be read as a workbook"):
        load("cut.xlsx", base=tmp_path)


@pytest.mark.slow
def test_every_way_of_cutting_or_spoiling_an_xlsx_is_a_data_error(tmp_path):
    data = xlsx(tmp_path / "d.xlsx", {"s": [["input"], ["a"], ["b"]]}).read_bytes()
    chance = random.Random(5)
    for number in range(60):
        spoilt = bytearray(data[: chance.randrange(1, len(data))] if number % 2 else data)
        for _ in range(20):
            spoilt[chance.randrange(len(spoilt))] = chance.randrange(256)
        (tmp_path / "x.xlsx").write_bytes(spoilt)
        with suppress(DataError):  # reading something is fine, any other error is not
            load("x.xlsx", base=tmp_path)


def test_text_named_xlsx(tmp_path):
    (tmp_path / "d.xlsx").write_text("input\nq\n")
    with pytest.raises(DataError, match="not an XLSX workbook"):
        load("d.xlsx", base=tmp_path)


def test_unknown_sheet(tmp_path):
    xlsx(tmp_path / "d.xlsx", {"one": [["input"], ["a"]], "two": []})
    for sheet in ("three", 2, -1):
        with pytest.raises(DataError, match="one, two"):
            load("d.xlsx", base=tmp_path, sheet=sheet)
    with pytest.raises(DataError, match="holds no case"):
        load("d.xlsx", base=tmp_path, sheet="two")


@pytest.mark.parametrize("name", ["d.jsonl", "d.csv", "d.json"])
def test_xlsx_renamed_to_a_text_format(tmp_path, name):
    xlsx(tmp_path / name, {"s": [["input"], ["a"]]})
    with pytest.raises(DataError, match="XLSX or ZIP") as caught:
        load(name, base=tmp_path)
    assert "format: xlsx" in str(caught.value)


def test_binary_file(tmp_path):
    (tmp_path / "d.jsonl").write_bytes(b'{"input": "a"}\n\x00\x01\x02')
    with pytest.raises(DataError, match="zero byte at offset 15"):
        load("d.jsonl", base=tmp_path)


@pytest.mark.slow
def test_zero_byte_far_into_a_csv(tmp_path):
    body = b"input\n" + b"fine\n" * 80_000 + b"ba\x00d\nlast\n"
    (tmp_path / "d.csv").write_bytes(body)
    cases, rejects, _ = load("d.csv", base=tmp_path)
    assert len(cases) == 80_001
    assert [(r.line, r.errors[0].code) for r in rejects] == [(80_002, "nul")]


def test_ragged_csv(tmp_path):
    (tmp_path / "d.csv").write_text("input,scene\na,s\nb,s,extra\nc\nd,s\n")
    cases, rejects, _ = load("d.csv", base=tmp_path)
    assert [c["input"] for c in cases] == ["a", "d"]
    assert [(r.line, r.errors[0].found, r.errors[0].allowed) for r in rejects] == [
        (3, "3 cells", "2 cells"),
        (4, "1 cells", "2 cells"),
    ]
    assert rejects[0].row == '["b","s","extra"]'
    with pytest.raises(DataError, match=r"d\.csv, line 3: the row has 3 cells, the header has 2"):
        load("d.csv", base=tmp_path, strict=True)


def test_csv_quote_that_is_never_closed(tmp_path):
    (tmp_path / "d.csv").write_text('input,scene\na,s\n"b,s\nc,s\n')
    cases, rejects, _ = load("d.csv", base=tmp_path)
    assert [c["input"] for c in cases] == ["a"]
    assert [(r.line, r.errors[0].code) for r in rejects] == [(3, "bad_csv")]


@pytest.mark.parametrize(
    ("header", "message"),
    [
        ("input,,scene", "column 2"),
        ("input,scene,scene", "twice: scene"),
        ("input;scene", "delimiter: ';'"),
    ],
)
def test_csv_header(tmp_path, header, message):
    (tmp_path / "d.csv").write_text(header + "\n1,2,3\n")
    with pytest.raises(DataError, match=message):
        load("d.csv", base=tmp_path)


def test_gbk_bytes_deep_in_a_utf8_file(tmp_path):
    good = json.dumps({"input": "plain ascii, a line of it, to fill the beginning"}) + "\n"
    count = 600_000 // len(good)  # beyond what is looked at to guess the encoding
    start = (good * count).encode()
    bad = json.dumps({"input": "你好世界"}, ensure_ascii=False).encode("gbk") + b"\n"
    (tmp_path / "d.jsonl").write_bytes(start + bad + good.encode())
    cases, rejects, stream = load("d.jsonl", base=tmp_path)
    assert len(cases) == count + 1
    (reject,) = rejects
    error = reject.errors[0]
    assert (reject.line, error.code, error.found) == (count + 1, "bad_encoding", "c4 e3 ba c3")
    assert f"offset {len(start) + 11}" in error.message
    assert "encoding: gb18030" in error.message
    assert stream.rows_read == len(cases) + len(rejects)
    with pytest.raises(DataError, match=rf"line {count + 1}: .*encoding: gb18030"):
        load("d.jsonl", base=tmp_path, strict=True)
    relieved, rejects, _ = load("d.jsonl", base=tmp_path, encoding="gb18030")
    assert relieved[count]["input"] == "你好世界"
    assert rejects == []


@pytest.mark.parametrize("kind", ["jsonl", "csv"])
def test_one_gbk_line_among_utf8_lines(tmp_path, kind):
    def line(text):
        return json.dumps({"input": text}, ensure_ascii=False) if kind == "jsonl" else text

    head = b"input\n" if kind == "csv" else b""
    data = [line("中文一").encode(), line("中文二").encode(), line("国标码").encode("gbk")]
    (tmp_path / f"d.{kind}").write_bytes(head + b"\n".join(data) + b"\n")
    cases, rejects, _ = load(f"d.{kind}", base=tmp_path)
    assert [c["input"] for c in cases] == ["中文一", "中文二"]
    assert [r.errors[0].code for r in rejects] == ["bad_encoding"]


def test_one_utf8_line_among_gbk_lines_is_no_mojibake(tmp_path):
    lines = [
        json.dumps({"input": f"这是第{n}个国标编码的问题"}, ensure_ascii=False) for n in "一二三四"
    ]
    data = [line.encode("gbk") for line in lines]
    data[2] = lines[2].encode("utf-8")
    (tmp_path / "d.jsonl").write_bytes(b"\n".join(data))
    cases, rejects, _ = load("d.jsonl", base=tmp_path)
    assert [c["input"][3] for c in cases] == ["一", "二", "四"]
    assert [(r.line, r.errors[0].code) for r in rejects] == [(3, "bad_encoding")]


def test_overlong_line(tmp_path):
    (tmp_path / "d.jsonl").write_text(
        '{"input": "a"}\n{"input": "' + "x" * 500 + '"}\n{"input": "b"}\n'
    )
    cases, rejects, _ = load("d.jsonl", base=tmp_path, max_line_bytes=200)
    assert [c["input"] for c in cases] == ["a", "b"]
    (reject,) = rejects
    assert (reject.line, reject.errors[0].code) == (2, "too_long")
    assert "514 bytes" in reject.errors[0].found
    assert "starts at byte 15" in reject.errors[0].message


def test_line_at_the_limit_and_over_a_chunk(tmp_path):
    text = json.dumps({"input": "x" * 3_000_000}) + "\n"
    (tmp_path / "d.jsonl").write_text(text)
    cases, _, _ = load("d.jsonl", base=tmp_path, max_line_bytes=len(text))
    assert len(cases[0]["input"]) == 3_000_000
    with pytest.raises(DataError, match="too long"):
        load("d.jsonl", base=tmp_path, max_line_bytes=len(text) - 1)


def test_parquet_of_the_wrong_shape(tmp_path):
    parquet(tmp_path / "d.parquet", "SELECT 1 AS x, 'b' AS y")
    with pytest.raises(
        DataError, match=r"no column that can be asked. Columns found: x, y"
    ) as caught:
        load("d.parquet", base=tmp_path)
    assert "dataset: {path: d.parquet, map: {x: input}}" in str(caught.value)
    assert load("d.parquet", base=tmp_path, map={"y": "input"})[0][0]["input"] == "b"


def test_damaged_parquet(tmp_path):
    parquet(tmp_path / "d.parquet", "SELECT 'q' || i AS input FROM range(100) t(i)")
    data = (tmp_path / "d.parquet").read_bytes()
    (tmp_path / "cut.parquet").write_bytes(data[:-30])
    (tmp_path / "text.parquet").write_text("input\n")
    with pytest.raises(DataError, match=r"cut\.parquet is damaged"):
        load("cut.parquet", base=tmp_path)
    with pytest.raises(DataError, match="not a Parquet file"):
        load("text.parquet", base=tmp_path)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('{"input": "a",}', "bad_json"),
        ("[1, 2]", "not_object"),
        ('"text"', "not_object"),
        ("null", "not_object"),
        ('{"input": "\\ud800"}', "bad_json"),
        ("[" * 5000, "bad_json"),
    ],
)
def test_bad_line_is_a_row_error(tmp_path, line, code):
    (tmp_path / "d.jsonl").write_text('{"input": "a"}\n' + line + '\n{"input": "b"}\n')
    cases, rejects, _ = load("d.jsonl", base=tmp_path)
    assert [c["input"] for c in cases] == ["a", "b"]
    assert [(r.line, r.errors[0].code) for r in rejects] == [(2, code)]


def test_json_syntax_error_names_column_and_excerpt(tmp_path):
    (tmp_path / "d.jsonl").write_text('{"input": "a"}\n{"input": "b", "scene": oops}\n')
    _, rejects, _ = load("d.jsonl", base=tmp_path)
    assert "column 25" in rejects[0].errors[0].message
    assert "oops" in rejects[0].errors[0].found


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"a": 1}', "0 lists in it.*Keys: a"),
        ('{"a": [], "b": []}', "2 lists"),
        ("7", "holds 7 at the top"),
        ('[{"input": "a"},\n {"input": }]', "line 2, column 12"),
        ("[]", "holds no case"),
    ],
)
def test_json_of_the_wrong_shape(tmp_path, text, message):
    (tmp_path / "d.json").write_text(text)
    with pytest.raises(DataError, match=message):
        load("d.json", base=tmp_path)


def test_json_over_its_limit(tmp_path, monkeypatch):
    monkeypatch.setattr(readers.json, "JSON_LIMIT", 100)
    (tmp_path / "d.json").write_text(json.dumps([{"input": "x" * 200}]))
    with pytest.raises(DataError, match="JSON Lines"):
        load("d.json", base=tmp_path)


def test_json_with_wrong_bytes(tmp_path):
    good = '[{"input": "中文"},\n{"input": "中文"},\n'.encode()
    (tmp_path / "d.json").write_bytes(good + b'{"input": "\xff"}]')
    with pytest.raises(DataError, match=f"line 3: the byte at offset {len(good) + 11}"):
        load("d.json", base=tmp_path)


def test_utf16_that_breaks_off(tmp_path):
    data = '{"input": "a"}\n'.encode("utf-16")
    (tmp_path / "d.jsonl").write_bytes(data + b"\x00\xd8\x41\x00")
    with pytest.raises(DataError, match="not utf-16 all through"):
        load("d.jsonl", base=tmp_path)


def test_reject_keeps_a_few_kilobytes(tmp_path):
    jsonl(tmp_path / "d.jsonl", [{"input": "a"}, {"input": "b", "score": 2, "x": "长" * 100_000}])
    _, rejects, _ = load("d.jsonl", base=tmp_path)
    assert len(rejects[0].row) == 4096
    assert rejects[0].as_dict() == {
        "file": "d.jsonl",
        "line": 2,
        "errors": [
            {
                "field": "score",
                "found": "2",
                "allowed": "a number from 0 to 1",
                "message": "score: found 2, which is out of range; allowed: a number from 0 to 1",
                "code": "out_of_range",
            }
        ],
        "row": rejects[0].row,
    }


def test_messages_in_chinese(tmp_path):
    jsonl(tmp_path / "d.jsonl", [{"input": "a"}, {"input": "b", "score": 2}])
    with using_language("zh"):
        _, rejects, _ = load("d.jsonl", base=tmp_path)
        assert rejects[0].errors[0].message == "score：实际为 2，超出范围；允许：0 到 1 之间的数值"
        with pytest.raises(DataError, match="第 2 行：score"):
            load("d.jsonl", base=tmp_path, strict=True)


@pytest.mark.parametrize("name", ["hex", "undefined", "utf\0", "no such", "x" * 5000])
def test_what_is_no_encoding_is_told(tmp_path, name):
    jsonl(tmp_path / "d.jsonl", [{"input": "x"}])
    with pytest.raises(PlanError, match="There is no encoding"):
        load("d.jsonl", base=tmp_path, encoding=name)
