"""Every format gives the same cases from the same content."""

from __future__ import annotations

import codecs
import gzip
import json

import pytest

from steelyard.cases import READERS
from steelyard.errors import DataError, PlanError, UnknownNameError
from tests.cases.make import Date, jsonl, load, parquet, xlsx

ROWS = [
    {"case_id": "a", "input": "首都在哪里？", "expected_output": "北京", "scene": "问答"},
    {"case_id": "b", "input": "2 + 2, please", "expected_output": "4", "scene": "math"},
]
CASES = [{**row, "metadata": {}} for row in ROWS]
CSV = (
    "case_id,input,expected_output,scene\r\n"
    "a,首都在哪里？,北京,问答\r\n"
    'b,"2 + 2, please",4,math\r\n'
)


def test_jsonl(tmp_path):
    cases, rejects, _ = load(jsonl(tmp_path / "d.jsonl", ROWS), base=tmp_path)
    assert (cases, rejects) == (CASES, [])


def test_ndjson_blank_lines_and_no_final_newline(tmp_path):
    text = "\n" + json.dumps(ROWS[0]) + "\n  \n" + json.dumps(ROWS[1])
    (tmp_path / "d.ndjson").write_text(text, encoding="utf-8")
    cases, _, stream = load("d.ndjson", base=tmp_path)
    assert cases == CASES
    assert stream.rows_read == 2


@pytest.mark.parametrize(
    "wrap", [lambda r: r, lambda r: {"data": r}, lambda r: {"v": 1, "cases": r}]
)
def test_json(tmp_path, wrap):
    (tmp_path / "d.json").write_text(json.dumps(wrap(ROWS), indent=2), encoding="utf-8")
    assert load("d.json", base=tmp_path)[0] == CASES


def test_json_usual_key_wins_among_lists(tmp_path):
    text = json.dumps({"authors": ["x"], "examples": ROWS})
    (tmp_path / "d.json").write_text(text, encoding="utf-8")
    assert load("d.json", base=tmp_path)[0] == CASES


def test_json_file_that_holds_json_lines(tmp_path):
    jsonl(tmp_path / "d.json", ROWS)
    assert load("d.json", base=tmp_path)[0] == CASES


def test_csv(tmp_path):
    (tmp_path / "d.csv").write_bytes(CSV.encode())
    assert load("d.csv", base=tmp_path)[0] == CASES


def test_tsv_and_delimiter(tmp_path):
    (tmp_path / "d.tsv").write_text("id\tquestion\n7\t你好\n", encoding="utf-8")
    (tmp_path / "d.csv").write_text("id;question\n7;你好\n", encoding="utf-8")
    expected = [{"case_id": "7", "input": "你好", "metadata": {}}]
    assert load("d.tsv", base=tmp_path)[0] == expected
    assert load("d.csv", base=tmp_path, delimiter=";")[0] == expected


def test_csv_line_numbers_count_lines_inside_cells(tmp_path):
    (tmp_path / "d.csv").write_text('input,score\n"a\nb",1\n\nc,9\n', encoding="utf-8")
    cases, rejects, _ = load("d.csv", base=tmp_path)
    assert cases[0]["input"] == "a\nb"
    assert [r.line for r in rejects] == [5]


def test_csv_cells_hold_json_where_the_field_does(tmp_path):
    text = (
        "input,references,relevance,metadata,retrieved,note\n"
        '[x],"[""a"", ""b""]","{""d1"": 3}","{""scene"": ""s"", ""k"": {""j"": 1}}",d1,"[1]"\n'
    )
    (tmp_path / "d.csv").write_text(text, encoding="utf-8")
    (case,), _, _ = load("d.csv", base=tmp_path)
    assert case == {
        "case_id": "case-000001",
        "input": "[x]",
        "references": ["a", "b"],
        "relevance": {"d1": 3},
        "retrieved": ["d1"],
        "scene": "s",
        "metadata": {"k.j": 1, "note": "[1]"},
    }


def test_csv_empty_cell_is_missing(tmp_path):
    (tmp_path / "d.csv").write_text("input,output,score,note\nq,,,\n", encoding="utf-8")
    (case,), _, _ = load("d.csv", base=tmp_path)
    assert case == {"case_id": "case-000001", "input": "q", "metadata": {}}


def test_xlsx_anywhere_on_the_sheet(tmp_path):
    table = [
        ["input", "score", "when", "passed", "n"],
        ["首都？", 0.5, Date(45000), True, 3.0],
        [None] * 5,
        ["q", None, None, None, 2.5],
        ["bad", 7, None, None, None],
    ]
    xlsx(tmp_path / "d.xlsx", {"说明": [["x"]], "数据": table}, first=(3, 1))
    cases, rejects, _ = load("d.xlsx", base=tmp_path, sheet="数据")
    assert cases[0] == {
        "case_id": "case-000001",
        "input": "首都？",
        "score": 0.5,
        "passed": True,
        "metadata": {"when": "2023-03-15", "n": 3},
    }
    assert isinstance(cases[0]["metadata"]["n"], int)
    assert cases[1]["metadata"] == {"n": 2.5}
    assert [(r.line, r.errors[0].code) for r in rejects] == [(7, "out_of_range")]
    assert load("d.xlsx", base=tmp_path, sheet=1)[0] == cases


def test_xlsx_cells_beyond_the_header(tmp_path):
    xlsx(tmp_path / "d.xlsx", {"s": [["input", None], ["a", None], ["b", "stray"]]})
    cases, rejects, _ = load("d.xlsx", base=tmp_path)
    assert [c["input"] for c in cases] == ["a"]
    assert [(r.line, r.errors[0].code) for r in rejects] == [(3, "ragged")]


def test_parquet_with_nested_columns(tmp_path):
    parquet(
        tmp_path / "d.parquet",
        """SELECT 'q' || i AS question, ['r1', 'r2'] AS reference,
        {'scene': 's', 'deep': {'x': i}} AS metadata, 'NaN'::DOUBLE AS score,
        DATE '2024-05-06' AS day, 1.50::DECIMAL(9,2) AS price, MAP {'d1': 3} AS relevance,
        [{'role': 'user', 'content': 'hi'}] AS messages
        FROM range(3) t(i)""",
    )
    cases, rejects, _ = load("d.parquet", base=tmp_path)
    assert rejects == []
    assert cases[2] == {
        "case_id": "case-000003",
        "input": "q2",
        "references": ["r1", "r2"],
        "relevance": {"d1": 3},
        "messages": [{"role": "user", "content": "hi"}],
        "scene": "s",
        "metadata": {"deep.x": 2, "day": "2024-05-06", "price": 1.5},
    }


def test_parquet_path_is_not_a_pattern(tmp_path):
    parquet(tmp_path / "d.parquet", "SELECT 'right' AS input")
    (tmp_path / "d.parquet").rename(tmp_path / "d[1].parquet")
    assert load("d[1].parquet", base=tmp_path)[0][0]["input"] == "right"


@pytest.mark.parametrize("name", ["d.jsonl.gz", "d.jsonl"])
def test_gzip_is_told_by_its_bytes(tmp_path, name):
    plain = jsonl(tmp_path / "plain.jsonl", ROWS).read_bytes()
    (tmp_path / name).write_bytes(gzip.compress(plain))
    assert load(name, base=tmp_path)[0] == CASES


def test_csv_gz(tmp_path):
    (tmp_path / "d.csv.gz").write_bytes(gzip.compress(CSV.encode()))
    assert load("d.csv.gz", base=tmp_path)[0] == CASES


def test_truncated_gzip(tmp_path):
    packed = gzip.compress(jsonl(tmp_path / "x", ROWS * 500).read_bytes())
    (tmp_path / "d.jsonl.gz").write_bytes(packed[:-20])
    with pytest.raises(DataError, match=r"d\.jsonl\.gz is damaged"):
        load("d.jsonl.gz", base=tmp_path)


@pytest.mark.parametrize(
    "encode",
    [
        lambda s: s.encode("gb18030"),
        lambda s: s.encode("utf-8-sig"),
        lambda s: codecs.BOM_UTF16_LE + s.encode("utf-16-le"),
        lambda s: codecs.BOM_UTF16_BE + s.encode("utf-16-be"),
        lambda s: s.encode("utf-32"),
    ],
    ids=["gb18030", "utf-8-sig", "utf-16-le", "utf-16-be", "utf-32"],
)
@pytest.mark.parametrize("kind", ["jsonl", "csv", "json"])
def test_encodings_are_found_out(tmp_path, encode, kind):
    lines = "".join(json.dumps(r, ensure_ascii=False) + "\n" for r in ROWS)
    text = {"jsonl": lines, "csv": CSV, "json": json.dumps(ROWS, ensure_ascii=False)}[kind]
    (tmp_path / f"d.{kind}").write_bytes(encode(text))
    assert load(f"d.{kind}", base=tmp_path)[0] == CASES


def test_named_encoding(tmp_path):
    (tmp_path / "d.csv").write_bytes("input\n臺北\n".encode("big5"))
    assert load("d.csv", base=tmp_path, encoding="big5")[0][0]["input"] == "臺北"
    (tmp_path / "e.csv").write_bytes("input\n首都\n".encode("utf-16-le"))
    assert load("e.csv", base=tmp_path, encoding="utf-16-le")[0][0]["input"] == "首都"


def test_rare_characters_of_gb18030(tmp_path):
    # Four-byte GB18030, beyond GBK: an ideograph of extension B.
    jsonl(tmp_path / "d.jsonl", [{"input": "𠮷野家在哪里，请说明"}], "gb18030")
    assert load("d.jsonl", base=tmp_path)[0][0]["input"] == "𠮷野家在哪里，请说明"


@pytest.mark.parametrize("name", ["klingon", "hex"])
def test_unknown_encoding(tmp_path, name):
    jsonl(tmp_path / "d.jsonl", ROWS)
    with pytest.raises(PlanError, match=name):
        load("d.jsonl", base=tmp_path, encoding=name)


def test_nan_and_infinity_are_missing(tmp_path):
    (tmp_path / "d.jsonl").write_text(
        '{"input": "a", "score": NaN, "x": [Infinity, 1]}\n{"input": "b", "cost": 1e999}\n'
    )
    cases, rejects, _ = load("d.jsonl", base=tmp_path)
    assert rejects == []
    assert cases[0] == {"case_id": "case-000001", "input": "a", "metadata": {"x": [None, 1]}}
    assert "cost" not in cases[1]


def test_formats_are_listed_and_slips_get_a_suggestion(tmp_path):
    assert READERS.names() == ["csv", "json", "jsonl", "parquet", "tsv", "xlsx"]
    jsonl(tmp_path / "d.jsonl", ROWS)
    with pytest.raises(UnknownNameError, match="jsonl"):
        load("d.jsonl", base=tmp_path, format="jsonlines")


def test_format_overrides_the_extension(tmp_path):
    jsonl(tmp_path / "cases.txt", ROWS)
    assert load("cases.txt", base=tmp_path, format="jsonl")[0] == CASES
