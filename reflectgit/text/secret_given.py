"""Secrets that are given to a name by a call, a directive or a pair: ``setenv("API_KEY", "tulip")``.

A literal in quotes counts wherever the form itself says that it is the value. Two strings side by side are more
often names of columns: there the second has to look random.
"""

import re
from collections.abc import Iterator

from reflectgit.text.fold import word
from reflectgit.text.secret_names import LITERAL, STRONG, literal, looks_random, stands_for_nothing
from reflectgit.text.secret_shapes import Found

_WORD = rf"(?:{STRONG.replace('_?', '[_-]?')})"
_NAME = rf"[\w.-]{{0,64}}?{_WORD}"
_QUOTED_NAME = rf"[\"']{_NAME}\\{{0,7}}[\"']"
_SPACES = r"\s{0,16}"
_BARE = r"(?P<value>[^\s\"'`,;<>{}()\[\]$]{1,512})"


def _words(*literals: str) -> str:
    return rf"(?:{'|'.join(map(word, literals))})"


_CALLS = _words(
    r"setenv", r"putenv", r"getenv", r"environ\.get", r"env\.get", r"setdefault", r"setitem", r"set_item",
    r"setproperty", r"set_property", r"putstring", r"define",
)  # fmt: skip
#: The value of these is a literal, whatever it looks like.
_FORMS = tuple(
    re.compile(form)
    for form in (
        rf"{_words('set', 'with', 'use')}_?{_WORD}\({_SPACES}{LITERAL}",
        rf"{_CALLS}\({_SPACES}\\{{0,7}}{_QUOTED_NAME}{_SPACES},{_SPACES}{LITERAL}",
        rf"#{_SPACES}define[ \t]{{1,16}}{_NAME}[ \t]{{1,64}}{LITERAL}",
        rf"{word('identified')}[ \t]{{1,8}}by[ \t]{{1,8}}(?:password[ \t]{{1,8}})?{LITERAL}",
        rf"{_words('with', 'encrypted', 'set')}[ \t]{{1,8}}password[ \t]{{1,8}}{LITERAL}",
        rf"(?m:^)[ \t]{{0,16}}(?:env|arg)[ \t]{{1,8}}{_NAME}[ \t]{{1,8}}(?:{LITERAL}|{_BARE})",
        rf"{_words('name', 'key')}\\{{0,7}}[\"']?{_SPACES}[:=]{_SPACES}\\{{0,7}}[\"']?{_NAME}\\{{0,7}}[\"']?"
        rf"[\s,]{{1,64}}\\{{0,7}}[\"']?value\\{{0,7}}[\"']?{_SPACES}[:=]{_SPACES}(?:{LITERAL}|{_BARE})",
        rf"<{_NAME}\s{{1,16}}value=(?:{LITERAL})",
    )
)
_PAIR = re.compile(rf"{_QUOTED_NAME}[ \t]?,[ \t]?{LITERAL}")
#: Without one of these no form is tried. Each begins with a literal: so it is searched for quickly.
_ANY = tuple(
    map(
        re.compile,
        (
            r"pass(?:words?|wd|phrase|[_-]?word)[\\\"'(\s,]",
            r"pwd[\\\"'(\s,]",
            r"secret[\\\"'(\s,]",
            r"key(?:(?<=[istegnr]key)|(?<=[istegnr][_-]key))[\\\"'(\s,]",
            r"identified\s",
        ),
    )
)


def find(text: str, folded: str) -> Iterator[Found]:
    """Every literal in a text that is given to a secret's name in one of these forms, in no particular order.

    `folded` is the text in lower case (`fold.folded`).
    """
    if not any(begins.search(folded) for begins in _ANY):
        return
    for form in _FORMS:
        for match in form.finditer(folded):
            start, end = literal(match)
            if not stands_for_nothing(text[start:end]):
                yield Found(start, end, "password")
    for match in _PAIR.finditer(folded):
        start, end = literal(match)
        if looks_random(text[start:end]):
            yield Found(start, end, "password")
