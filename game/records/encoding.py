"""Detection of the character set of a text: names in it may be in any of GUESSED.

A byte order mark decides, then the zeros of UTF-16, then valid UTF-8, then what the text declares. Otherwise
it is UTF-8 if little of it is damaged, else the set in which its characters are the most common.
"""

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from game.text import _

# An SGF declares its character set near its beginning.
DECLARED: Final = re.compile(rb"CA\s{0,9}\[\s{0,9}([\w.:-]{1,30})\s{0,9}\]")
DECLARED_WITHIN: Final = 2000
# Character sets of texts; not all codecs of Python are for text.
CHARSETS: Final = re.compile(r"ascii|utf-8|iso8859-\d+|cp\d+|shift_jis\w*|euc_\w+|gb\w+|big5\w*|koi8-\w")
# UTF-32 first: one of its marks begins like one of UTF-16.
MARKS: Final = {
    codecs.BOM_UTF32_LE: "utf-32-le", codecs.BOM_UTF32_BE: "utf-32-be", codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be",
}  # fmt: skip
# Padding at the end of a file.
FILLING: Final = "\0\x1a"
# Characters that no text contains.
CONTROL: Final = re.compile(r"[\0-\x08\x0e-\x1a\x1c-\x1f]")
# Bytes to examine: the first ones, or the first lines that are not ASCII.
EXAMINED: Final = 50_000
# The least share of zeros in every other byte of UTF-16: moves are ASCII.
LEAST_ZEROS: Final = 0.1
# A text in UTF-8 has more than this many characters outside ASCII for each damaged one.
LEAST_SIGNS: Final = 6
# More lines than this would have only a few bytes each in the largest file that is read.
MOST_LINES: Final = 20_000_000

# Characters that are frequent in names and in comments on games.
JAPANESE: Final = (
    "田中山本木村小林佐藤鈴高橋伊渡辺加吉井上野松石川森池阿部島原岡清水谷前後内長大西東北南古河三浦坂口金青福新"
    "安今平宮崎杉岩桜久保千葉丸和浜菊地武市斎近遠太郎次一二男夫雄彦介助之美子恵香里奈由紀真理智也翔輝健浩裕明誠"
    "正博幸信義秀隆樹直哉拓斗駿優愛結花菜沙織陽悠蓮翼剛徹茂昭宏修司広弘光永沢関村柴酒服矢土工瀬黒白番手戦杯回"
    "会年月日第人名段級勝負引分局面最終決準位権選全国際春夏秋冬対良悪"
)
SIMPLIFIED: Final = (
    "李王张刘陈杨黄赵吴周徐孙马朱胡郭何林高梁郑罗宋谢唐韩曹许邓萧冯曾程蔡彭潘袁于董余苏叶吕魏蒋田杜丁沈姜范江傅"
    "钟卢汪戴崔任陆廖姚方金邱夏谭韦贾邹石熊孟秦阎薛侯雷白龙段孔邵史毛常万顾武康贺严尹钱施伟芳娜敏静丽强磊军洋勇"
    "艳杰娟涛明超秀霞平刚桂英华建文辉玲波斌宇浩凯健俊帆雪佳欣怡梓涵子轩晨雨婷博思嘉志鹏飞海红梅晓春天国庆东新"
    "的一是不了在人有这中来上大为地到时要会可对生年后手步好比赛黑棋公开第届轮决杯城市京局负胜和分选"
)
TRADITIONAL: Final = (
    "李王張劉陳楊黃趙吳周徐孫馬朱胡郭何林高梁鄭羅宋謝唐韓曹許鄧蕭馮曾程蔡彭潘袁于董余蘇葉呂魏蔣田杜丁沈姜范江傅"
    "鍾盧汪戴崔任陸廖姚方金邱夏譚韋賈鄒石熊孟秦閻薛侯雷白龍段孔邵史毛常萬顧賴武康賀嚴尹錢施洪莊游詹簡偉雅婷怡君"
    "志明家豪俊傑淑芬美玲惠文建宏冠宇承翰宗憲心慧欣佩宜雯靜麗強軍勇秀霞平英華輝健雪佳子軒晨雨博思嘉鵬飛海紅春國"
    "的一是不了在人有這中來上大為地到時要會可對生年後手步好比賽黑棋公開第屆輪決盃城市台北灣局負勝和分選"
)


@dataclass(frozen=True, slots=True)
class Script:
    """Common characters: the `frequent` ones, and those whose first byte in `codec` is at most `last`."""

    codec: str
    last: int
    frequent: frozenset[str]


SCRIPTS: Final = {
    "shift_jis": Script("euc_jp", 0xCF, frozenset(JAPANESE)),
    "euc_jp": Script("euc_jp", 0xCF, frozenset(JAPANESE)),
    "gbk": Script("gb2312", 0xD7, frozenset(SIMPLIFIED)),
    "big5": Script("big5", 0xC6, frozenset(TRADITIONAL)),
}
GUESSED: Final = (*SCRIPTS, "cp1251", "latin-1")
SETS: Final = {
    "utf-8": "UTF-8", "utf-16-le": "UTF-16", "shift_jis": "Shift_JIS", "euc_jp": "EUC-JP", "gbk": "GBK",
    "big5": "Big5", "cp1251": "Windows-1251", "latin-1": "Latin-1",
}  # fmt: skip
"""The character sets that the user can choose, with their names."""
# The sets that Windows writes for them, which have more characters.
WIDER: Final = {"shift_jis": "cp932", "big5": "cp950", "latin-1": "cp1252"}


def decoded(data: bytes, charset: str = "") -> str:
    """Decodes a text in `charset`, or as detected. Raises ValueError for no text or too many lines."""
    if max(map(data.count, b"\r\n")) > MOST_LINES:
        raise ValueError(_("it has more than {most} lines", most=f"{MOST_LINES:,}"))
    for mark, name in MARKS.items():
        if data.startswith(mark):
            return data[len(mark) :].decode(name, "replace").rstrip(FILLING)
    charset = charset or _byte_order(data)
    if not charset:
        data = data.rstrip(FILLING.encode())
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError:
            charset = _declared(data) or guessed(data)
    return data.decode(WIDER.get(charset, charset), "replace").rstrip(FILLING)


def may_be_text(data: bytes) -> bool:
    """Returns whether any zeros in `data` may be those of a text: of its encoding, or after its end."""
    zeros = b"\0" in data.rstrip(FILLING.encode())
    return not zeros or data.startswith(tuple(MARKS)) or _byte_order(data) != ""


def _byte_order(data: bytes) -> str:
    start = data[:EXAMINED].rstrip(FILLING.encode())
    even, odd = start[::2].count(0), start[1::2].count(0)
    if max(even, odd) <= max(1, LEAST_ZEROS * len(start) / 2) or min(even, odd) * 10 > max(even, odd):
        return ""
    order = "utf-16-be" if even > odd else "utf-16-le"
    return "" if CONTROL.search(start.decode(order, "replace")) else order


def _declared(data: bytes) -> str:
    found = DECLARED.search(data[:DECLARED_WITHIN]) if data.lstrip()[:1] == b"(" else None
    try:
        name = codecs.lookup(found[1].decode("ascii")).name if found else ""
    except LookupError:
        return ""
    return name if CHARSETS.fullmatch(name) and name not in ("utf-8", "ascii") else ""


def guessed(data: bytes) -> str:
    """Returns UTF-8, or the most likely of GUESSED. Raises ValueError if the data is not text."""
    if CONTROL.search(data.decode("latin-1")):
        raise ValueError(_("this is not a text file"))
    lines = b"".join(_lines_in_other_signs(data))
    signs = [sign for sign in lines.decode("utf-8", "replace") if not sign.isascii()]
    if len(signs) > LEAST_SIGNS * signs.count("\ufffd"):
        return "utf-8"
    best, most = "latin-1", -1.0
    for name in GUESSED:
        try:
            text = lines.decode(WIDER.get(name, name))
        except UnicodeDecodeError:
            continue
        if (score := _usualness(text, name)) > most:
            best, most = name, score
    return best


def _lines_in_other_signs(data: bytes) -> Iterator[bytes]:
    left = EXAMINED
    for line in data.splitlines(keepends=True):
        if not line.isascii() and left > 0:
            left -= len(line)
            yield line


def _usualness(text: str, charset: str) -> float:
    """Returns how common the characters outside ASCII are: their average, at most 1."""
    scores = [
        _usual(before, sign, after, charset)
        for before, sign, after in zip(" " + text, text, text[1:] + " ", strict=False)
        if not sign.isascii()
    ]
    brackets = all(text.count(one) == text.count(other) for one, other in ("[]", "()", "{}"))
    return sum(scores) / max(len(scores), 1) - (not brackets)


def _usual(before: str, sign: str, after: str, charset: str) -> float:
    is_joined = any(side.isascii() and side.isalpha() for side in (before, after))
    if charset == "latin-1":
        is_apart = before.isascii() and after.isascii()
        return (0.8 if is_joined and is_apart else 0.1) if sign.isalpha() else 0.0
    if charset == "cp1251":
        is_cyrillic = ("А" <= sign <= "я" or sign in "Ёё") and not (before + after).isascii()
        is_odd = sign.isupper() and before.islower()
        return -0.8 if is_odd else 0.8 if is_cyrillic and not is_joined else 0.0
    script = SCRIPTS[charset]
    if is_joined:
        return -0.2
    if sign in script.frequent or "\u3000" <= sign <= "\u3020" or "\uff01" <= sign <= "\uff5e":
        return 1.0
    if "\u3041" <= sign <= "\u30ff":
        return 1.0 if script.codec == "euc_jp" else 0.0
    try:
        code = sign.encode(script.codec)
    except UnicodeEncodeError:
        return -0.2
    return 0.4 if len(code) == 2 and code[0] <= script.last else 0.0
