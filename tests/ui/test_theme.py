from unicodedata import category, name

import pytest

from tests.ui.driving import is_box
from ui.theme import CHINESE, JAPANESE, KOREAN, LATIN, NORMAL, SMALL, Face, Theme, drawable, face_for

SENTENCES = (
    ("en", "Your move (Black) – +4.2, −1.6 · 100 % …", LATIN),
    ("ru", "Ваш ход: чёрные впереди примерно на 4 диска", LATIN),
    ("vi", "Đến lượt bạn: đen đang dẫn trước", LATIN),
    ("ja", "あなたの番です。黒が4石リード（有効打）", JAPANESE),
    ("zh_CN", "轮到你了：黑方大约领先四子。", CHINESE),
    ("ko", "당신의 차례: 흑이 4개 앞서고 있습니다", KOREAN),
)


@pytest.mark.parametrize(("language", "sentence", "face"), SENTENCES)
@pytest.mark.parametrize("bold", [False, True])
def test_no_sentence_has_a_box_in_it(language: str, sentence: str, face: Face, bold: bool) -> None:
    assert face_for(sentence, language) is face
    font = Theme(1.0, language).font(sentence, NORMAL, bold)
    assert not [sign for sign in sentence if is_box(lambda each: font.render(each, True, "white"), sign)]


def test_names_use_fonts_of_their_script_and_han_that_of_the_language() -> None:
    names = ("Anna", "Анна", "はなこ", "한나")
    assert [face_for(name, "en") for name in names] == [LATIN, LATIN, JAPANESE, KOREAN]
    faces = {"ja": JAPANESE, "zh_CN": CHINESE, "zh": CHINESE, "ko": KOREAN, "en": CHINESE}
    assert {language: face_for("白", language) for language in faces} == faces


def test_widgets_use_the_font_of_the_language() -> None:
    for language, face in (("de", LATIN), ("ja", JAPANESE), ("ko", KOREAN), ("zh_TW", CHINESE)):
        font = Theme(1.0, language).widgets["defaults"]["font"]
        assert font["name"] == face.name
        assert font["regular_resource"]["resource"] == face.regular
    assert Theme(1.0, "ja").widgets["check_box"]["font"]["name"] == "fira_code_symbols"


def test_a_minus_is_as_wide_as_a_plus() -> None:
    theme = Theme(1.0)
    assert theme.width("−4.2", SMALL) == theme.width("+4.2", SMALL)
    assert theme.text("−4.2", SMALL, "text").get_width() == theme.width("−4.2", SMALL)


@pytest.mark.parametrize("text", ["\x00", "a\ud800b", "\u202e", "\u200b"])
def test_unwritable_characters_have_a_width(text: str) -> None:
    theme = Theme(1.0)
    assert theme.text(text, NORMAL, "text").get_width() == theme.width(text, NORMAL) > 0


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_text_can_be_drawn(language: str) -> None:
    """Also spaces, marks, format and unassigned characters: pygame cannot draw text without a width."""
    theme = Theme(1.0, language)
    kinds = {"Cc", "Cf", "Cn", "Zl", "Zp", "Zs"}
    special = [
        sign for sign in map(chr, range(0x20000)) if category(sign) in kinds or "VARIATION" in name(sign, "")
    ]
    font = theme.font("", NORMAL)
    for sign in (*special, *map(chr, range(0xE0000, 0xE1000))):
        font.render(drawable(sign), True, "white")
    assert drawable("x\u200b\ufe0f", "") == "x"


@pytest.mark.parametrize("sign", "←∞≤≥≈▶◀◆●■▲▼□◇")
def test_signs_that_the_font_lacks_are_no_boxes(sign: str) -> None:
    theme = Theme(1.0)
    assert not is_box(lambda each: theme.text(each, NORMAL, "text"), sign)
    words = f"best {sign} α"
    assert theme.text(words, SMALL, "text").get_width() == theme.width(words, SMALL)
    many = theme.text(f"{words} " * 20, SMALL, "text", room=200)
    assert many.get_width() <= 200 < many.get_height() * 5


def test_a_long_text_is_cut_at_once() -> None:
    theme = Theme(1.0)
    shown = theme.ellipsized("f5d6c3 " * 3000, SMALL, 200)
    assert theme.width.cache_info().misses < 30
    assert theme.width(shown, SMALL) <= 200 < theme.width(f"{shown[:-1]}f5d…", SMALL)


def test_a_paragraph_is_wrapped() -> None:
    theme = Theme(1.0)
    words = "While the computer thinks, this shows its best move"
    one, many = theme.text(words, SMALL, "quiet"), theme.text(words, SMALL, "quiet", room=120)
    assert many.get_width() <= 120 < one.get_width()
    assert many.get_height() >= 3 * one.get_height()


def test_no_line_begins_with_closing_punctuation() -> None:
    theme = Theme(1.0, "ja")
    words = "各レーンは「自分」の置換表（64 MB）で、この局面を1段ずつ探索します。値は同じです。"
    for room in range(60, 200):
        lines = theme.lines(words, SMALL, room)
        assert "".join(lines).replace(" ", "") == words.replace(" ", "")
        assert all(theme.width(line, SMALL) <= room for line in lines)
        assert not any(line[0] in "、。）」" or line[-1] in "（「" for line in lines)
    assert theme.lines("黒\n白 番", SMALL, 400) == ("黒", "白 番")
    assert theme.lines("at 87 %: f5", SMALL, theme.width("at 87", SMALL)) == ("at", "87 %:", "f5")


def test_widget_corners_grow_with_the_scale() -> None:
    misc = Theme(2.0).widgets["drop_down_menu.@selected_option"]["misc"]
    assert misc["shape_corner_radius"] == "10,0,10,0"
