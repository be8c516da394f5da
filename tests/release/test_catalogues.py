"""The catalogues have every sentence, and translations keep the fields of their sentences."""

import gettext
import re
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from game.text import CASES
from play.settings import Language
from release import catalogues
from ui.text import languages

# Fields of the program, and those of argparse.
HOLE = re.compile(r"\{\w+\}|%\(\w+\)s|%s|%r|%\(\w+\)r")
# The name of a side in a grammatical case.
CASE = re.compile(rf"\{{(side|color|other|player):(?:{'|'.join(CASES)})\}}")
SOURCES = catalogues.sources()
ADVICE = "python -m release.catalogues"
extracted, read = cache(catalogues.extracted), cache(catalogues.read)


def forms(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ())


def blanks_around(text: str) -> tuple[int, int]:
    return len(text) - len(text.lstrip()), len(text) - len(text.rstrip())


def keys(catalogue: Catalog) -> set[tuple[str | None, tuple[str, ...]]]:
    return {(message.context, forms(message.id)) for message in catalogue if message.id}


def test_the_template_has_every_sentence_of_the_code() -> None:
    assert catalogues.TEMPLATE.read_bytes() == catalogues.written(extracted()), ADVICE


def test_every_language_but_english_has_a_catalogue() -> None:
    known = {path.parent.parent.name for path in SOURCES}
    assert known == {language.value for language in Language} - {"system", "en"}
    assert set(languages.OWN_NAMES) == set(Language) - {Language.SYSTEM}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.parent.parent.name)
def test_a_catalogue_is_complete_and_compiled(path: Path) -> None:
    catalogue = read(path)
    assert keys(catalogue) == keys(extracted()), ADVICE
    assert catalogues.untranslated(catalogue) == []
    with path.with_suffix(".mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    for message in catalogue:
        context, sentence, *many = message.context, *forms(message.id)
        said = forms(message.string)
        if not sentence:
            continue
        if not many:
            shown = compiled.pgettext(context, sentence) if context else compiled.gettext(sentence)
            assert shown == said[0], ADVICE
        else:
            assert {compiled.ngettext(sentence, many[0], number) for number in range(200)} == set(said)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.parent.parent.name)
def test_a_translation_has_the_fields_of_its_sentence(path: Path) -> None:
    """A plural form has them all, as in some languages it stands for 21 as well as for 1."""
    for message in filter(lambda message: message.id, read(path)):
        wanted = set(HOLE.findall(forms(message.id)[-1]))
        for form in forms(message.string):
            plain = CASE.sub(r"{\1}", form)
            assert set(HOLE.findall(plain)) == wanted, form
            assert blanks_around(form) == blanks_around(forms(message.id)[0]), repr(form)
            assert not (set("{}") & set(HOLE.sub("", plain))), form


def test_new_sentences_are_added_and_old_ones_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(catalogues, "LOCALES", tmp_path)
    monkeypatch.setattr(catalogues, "TEMPLATE", tmp_path / "nullwindow.pot")
    path = tmp_path / "ja" / "LC_MESSAGES" / "nullwindow.po"
    path.parent.mkdir(parents=True)
    old = Catalog(locale="ja")
    old.add("Pass", "パス")
    old.add("Board", "盤")
    path.write_bytes(catalogues.written(old))
    new = Catalog()
    for sentence in ("Pass", "Rules"):
        new.add(sentence)
    monkeypatch.setattr(catalogues, "extracted", lambda: new)
    catalogues.main()
    assert capsys.readouterr().out == "ja: 1 of 2 not translated\n  Rules\n"
    catalogue = catalogues.read(path)
    assert [(m.id, m.string) for m in catalogue if m.id] == [("Pass", "パス"), ("Rules", "")]
    with path.with_suffix(".mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    assert [compiled.gettext(sentence) for sentence in ("Pass", "Rules")] == ["パス", "Rules"]
    before = path.read_bytes(), path.with_suffix(".mo").read_bytes()
    catalogues.main()
    assert (path.read_bytes(), path.with_suffix(".mo").read_bytes()) == before
