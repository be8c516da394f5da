import pytest

from game.plain_text import _PIECE, columns, parse_digits, quoted, shortened, to_left, to_right, wrapped
from release import catalogues


@pytest.mark.parametrize(
    ("text", "number"),
    [("0", 0), ("7", 7), ("007", 7), ("0" * 5000 + "12", 12), ("", None), ("-1", None), ("²", None)],
)
def test_digits_are_parsed(text: str, number: int | None) -> None:
    assert parse_digits(text) == number
    assert (parse_digits("1" + "0" * 5000) or 0) > 2**63, "thousands of digits are beyond all limits"


def test_a_long_message_keeps_both_ends() -> None:
    assert shortened("--threads: not '7'") == "--threads: not '7'"
    told = shortened(f"--threads: not '{'9' * 5000}' (see --help)")
    assert len(told) < 500
    assert told.startswith("--threads: not '99")
    assert told.endswith("9' (see --help)")


@pytest.mark.parametrize(
    ("text", "shown"),
    [("a1", "'a1'"), ("a1b2", "'a1b2'"), ("a1b2c", "'a1b2…'"), ("it's", '"it\'s"'), ("\x00" * 9, "'\\x00…'")],
)
def test_quotations_are_shortened(text: str, shown: str) -> None:
    assert quoted(text, 4) == shown


@pytest.mark.parametrize(("text", "wide"), [("", 0), ("depth", 5), ("深さ", 4), ("глубина", 7), ("é", 1)])
def test_han_and_kana_take_two_columns(text: str, wide: int) -> None:
    assert columns(text) == wide
    assert to_left(text, 8) == text + " " * (8 - wide)
    assert to_right(text, 8) == " " * (8 - wide) + text
    assert to_right(text, 2).strip() == text, "nothing is cut"


@pytest.mark.parametrize(
    ("width", "lines"),
    [
        (7, "one two|three"),
        (4, "dictionary|of"),
        (8, "搜索每|个局面，|再说明。"),
        (9, "用 --csv|写出"),
        (9, "ここで|（終わ|り）です"),
        (10, ""),
        (24, "a1 の後、この石はもう|返されません。"),
        (34, "h2 で4個の石がもう|返されなくなります。"),
        (18, "その領域は最後は|白が打ちます。"),
        (22, "黒の打てる手が最も|少なくなる手は？"),
        (30, "できるだけ多くの石を返し、|相手の応手は見ません。|初めての対局向けです。"),
        (24, "コンピューターの強さを|選びます。"),
        (30, "「ヒント」を使うと、残り12手の|値が分かります（完全読み）。"),
        (20, "白方现在有11个着法，|你将只有3个。"),
        (30, "角上的子永远不会被翻转，|取得角后旁边的子也会安全。"),
    ],
)
def test_lines_break_between_phrases(width: int, lines: str) -> None:
    sentence = lines.replace("|", " " if lines.isascii() or "csv" in lines else "")
    assert wrapped(sentence, width) == lines.split("|")


@pytest.mark.parametrize("width", [26, *(pytest.param(n, marks=pytest.mark.slow) for n in (18, 36))])
@pytest.mark.parametrize("language", ["ja", "zh_CN"])
def test_wrapping_leaves_no_orphan_and_adds_no_line(language: str, width: int) -> None:
    """Compares with greedy line filling, for all translated sentences."""
    catalogue = catalogues.read(catalogues.LOCALES / language / "LC_MESSAGES" / "nullwindow.po")
    sentences = [message.string for message in catalogue if isinstance(message.string, str)]
    for sentence in sentences[1:]:
        lines, filled = wrapped(sentence, width), [""]
        for piece in _PIECE.findall(sentence):
            if columns(filled[-1] + piece) > width and filled[-1].strip():
                filled.append("")
            filled[-1] += piece if filled[-1] or len(filled) == 1 or not piece.isspace() else ""
        assert "".join("".join(lines).split()) == "".join(sentence.split())
        assert len(lines) == len(filled)
        is_one = [len(_PIECE.findall(line)) == 1 for line in lines]
        assert all(columns(line) <= width or is_long for line, is_long in zip(lines, is_one, strict=True))
        assert not is_one[-1] or len(lines[-1].strip("。")) > 1 or len(lines) == 1 or is_one[-2], lines
