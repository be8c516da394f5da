"""Player names in the languages of old files, for tests that guess the encoding of a text."""

from random import Random
from typing import Final

_KANJI: Final = (
    "佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村 小林 加藤 吉田 山田 佐々木 山口 松本 井上 木村 林 "
    "斎藤 清水 阿部 森 池田 橋本 石川 前田 藤田 後藤 岡田 長谷川 村上 近藤 石井 坂本 遠藤 青木 "
    "藤井 西村 福田 太田 三浦 岡本 松田 中島 中川 原田 小野 竹内 金子 和田 中山 石田 上田 森田 "
    "柴田 酒井 工藤 横山 宮崎 内田 高木 安藤 谷口 大野 丸山",
    "太郎 健一 翔太 大輔 拓也 直樹 達也 和也 哲也 秀樹 浩二 隆 誠 修 学 茂 進 豊 勇 薫 陽子 恵子 "
    "由美子 裕子 明美 美咲 さくら 優子 千尋 結衣 ケン ユウキ アヤ 雅之 宏樹 慎吾 亮 涼介 悠斗 蓮 "
    "湊 樹 颯太 朝陽 葵 凛 楓 詩織 菜摘 彩",
)
_HANZI: Final = (
    "王 李 张 刘 陈 杨 赵 黄 周 吴 徐 孙 胡 朱 高 林 何 郭 马 罗 梁 宋 郑 谢 韩 唐 冯 于 董 萧 程 "
    "曹 袁 邓 许 傅 沈 曾 彭 吕 苏 卢 蒋 蔡 贾 丁 魏 薛 叶 阎 余 潘 杜 戴 夏 钟 汪 田 任 姜 欧阳 "
    "司马 诸葛 上官",
    "伟 芳 娜 秀英 敏 静 丽 强 磊 洋 艳 勇 军 杰 娟 涛 超 明 霞 刚 桂兰 玉梅 国强 建华 志强 海燕 "
    "晓东 春梅 丽华 文静 子涵 梓轩 浩然 欣怡 宇航 雨桐 诗涵 博文 思远 俊熙 瑞霖 嘉懿 煜城 晟睿 "
    "振家 鸿涛 烨磊 钰轩 婉仪 慕青 锦程 耀杰",
)
_TRADITIONAL: Final = (
    "陳 林 黃 張 李 王 吳 劉 蔡 楊 許 鄭 謝 洪 郭 邱 曾 廖 賴 徐 周 葉 蘇 莊 呂 江 何 蕭 羅 高 潘 "
    "簡 朱 鍾 游 彭 詹 胡 施 沈 余 盧 梁 趙 顏 柯 翁 魏 孫 戴 范 方 宋 鄧 杜 傅 侯 曹 薛 丁 歐陽 "
    "司徒 諸葛 張簡",
    "志明 春嬌 家豪 淑芬 俊傑 美玲 雅婷 怡君 宗翰 冠宇 承恩 品妤 宥廷 詩涵 柏翰 彥廷 佳穎 郁婷 "
    "筱涵 欣妤 建宏 麗華 國榮 秀琴 金龍 文雄 俊宏 慧君 哲瑋 宜蓁 沛恩 睿恩 子晴 羽彤 振宇 育誠 "
    "瑋倫 靜怡 馨儀 鈺婷 耀文 錦堂 燕玲 鴻銘",
)
_RUSSIAN: Final = (
    "Иванов Смирнов Кузнецов Попов Васильев Петров Соколов Михайлов Новиков Фёдоров Морозов Волков "
    "Алексеев Лебедев Семёнов Егоров Павлов Козлов Степанов Николаев Орлов Андреев Макаров Никитин "
    "Захаров Щукин Цыганков Шевченко Юрьев",
    "Александр Сергей Дмитрий Андрей Алексей Максим Евгений Иван Михаил Юрий Анна Мария Елена "
    "Ольга Татьяна Наталья Ирина Светлана Екатерина Людмила Галина Вера Надежда Пётр Фёдор Илья "
    "Эдуард Яков Жанна Зоя",
)
_WESTERN: Final = (
    "Müller Schröder Jäger Böhm Größ Köhler Krämer García Pérez Núñez Muñoz Ibáñez González "
    "Lévêque Hébert Façade Bélanger Côté Lefèvre Rühl Håkansson Sjöberg Ødegård Sørensen Bjørn "
    "Ångström Guimarães Conceição Araújo Mäkelä",
    "José Andrés Sébastien François Hélène Zoë Jürgen Günther Käthe Björn Søren Åsa Øyvind João "
    "Inês Óscar Íñigo Émile Rémi André Chloé Loïc Anaïs Raphaël Benoît Jérôme Göran Märta Väinö "
    "Père",
)
NAMES: Final = {
    "shift_jis": _KANJI, "euc_jp": _KANJI, "gbk": _HANZI, "big5": _TRADITIONAL,
    "cp1251": _RUSSIAN, "latin-1": _WESTERN,
}  # fmt: skip


def names_in(charset: str, rng: Random, least: int) -> list[str]:
    """Returns an even number of names in a language of `charset`, with `least` or more non-ASCII letters."""
    surnames, given = (words.split() for words in NAMES[charset])
    found: list[str] = []
    while len(found) % 2 or sum(not sign.isascii() for sign in "".join(found)) < least:
        blank = "" if charset in ("gbk", "big5") else rng.choice(("", " ")) if "j" in charset else " "
        pair = [rng.choice(surnames), rng.choice(given)]
        found.append(blank.join(pair if "1" not in charset or rng.random() < 0.5 else pair[::-1]))
    return found
