"""The quick search for secrets finds what the plain one finds: every pattern tried everywhere, in any case."""

import re
from collections.abc import Iterator

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from reflectgit.text import secret_given, secret_names, secret_shapes
from reflectgit.text.fold import folded
from reflectgit.text.secret_shapes import Found

BODY = "q7Rk2mZx9LpV4tYc8WnB3sDf6GhJ1aEu5oKi"
HEX = "9f86d081884c7d659a2feaa0c55ad015"
TOKENS = [
    *(f"gh{one}_{BODY}" for one in "pousr"), f"github_pat_{BODY}", f"glpat-{BODY}", f"glagent-{BODY}", f"glcbt-{BODY}",
    *(f"{one}{BODY.upper()[:16]}" for one in ("AKIA", "ASIA", "ABIA", "ACCA", "LTAI", "GR1348941")),
    f"AIza{BODY}", f"ya29.{BODY}", f"GOCSPX-{BODY}", f"1//0{BODY}", f"xoxb-{BODY}", f"xapp-1-{BODY}",
    f"hooks.slack.com/services/{BODY}", f"hooks.slack.com/workflows/{BODY}", f"discord.com/api/webhooks/1/{BODY}",
    *(f"{one}_{mode}_{BODY}" for one in ("sk", "rk", "pk") for mode in ("live", "test")), f"whsec_{BODY}",
    *(f"sk-{one}{BODY}" for one in ("ant-", "proj-", "svcacct-", "admin-", "None-", "")), f"sk-or-v1-{HEX}",
    f"npm_{BODY}", f"pypi-{BODY}", f"hf_{BODY}", f"SK{HEX}", f"AC{HEX}", f"SG.{BODY[:22]}.{BODY}",
    *(f"do{one}_v1_{HEX}" for one in "oprs"), f"dckr_pat_{BODY}", f"dckr_oat_{BODY}",
    *(f"shp{one}_{HEX}" for one in ("at", "ca", "pa", "ss")), f"dapi{HEX}",
    *(f"hv{one}.{BODY}" for one in "sbr"), f"lin_api_{BODY}", f"lin_oauth_{BODY}", f"glsa_{BODY}", f"glc_{BODY}",
    f"12345678:AA{BODY[:33]}", f"AGE-SECRET-KEY-1{BODY.upper()}", f"eyJ{BODY}.{BODY}.{BODY}",
    *(f"{one}{BODY}" for one in ("gsk_", "xai-", "r8_", "pplx-", "ATATT", "ATBB", "tskey-auth-", "sntrys_", "sntryu_")),
    f"rubygems_{HEX}", f"NRAK-{BODY.upper()}", f"dp.pt.{BODY}", f"sbp_{HEX}", f"PMAK-{HEX[:24]}-{HEX}", f"figd_{BODY}",
    f"secret_{BODY}{BODY[:7]}", *(f"{one}{BODY}" for one in ("ntn_", "HRKU-", "EAA", "sq0atp-", "AKID", "ops_eyJ")),
    f"pul-{HEX}{HEX[:8]}", f"pat{BODY[:14]}.{HEX}{HEX[:8]}",
    *(f"{one}{BODY}" for one in ("pscale_tkn_", "fm2_", "fm1a_")),
]  # fmt: skip
NAMES = [
    "pass", "password", "passwords", "passwd", "passphrase", "pass_word", "pass-word", "pwd", "pw", "secret",
    "secret_key",
    "client_secret", "client-secret-key", "api_key", "apikey", "api-key", "shared_access_key", "accesskey",
    "account-key",
    "private_key", "signing_key", "encryption-key", "master_key", "nonce_key", "token", "auth", "credentials",
    "session",
    "session-id", "sessionid", "otp", "pin", "key", "monkey", "DB_", "redis-", "test_", "_old", "64", "_value",
]  # fmt: skip
FORMS = [
    "=", "==", ":=", "=>", ": ", " = ", ": str = ", ":\n  ", ": |\n ", "'", '"', '"""', "\\", "\\n", "\\t", "\\r", "\n",
    " ",
    "://", "@", "/home/", "/Users/", "C:\\Users\\", "x:/Users/", "/pytest-of-", "-u ", "--user ", "--", "-", "login ",
    "password ", "basic ", "Bearer ", "Authorization: ", "Authorization: Digest ", "set-cookie: ", "cookie:", "a=b;",
    "?sig=", "&x-amz-signature=", "response=", "Signature=", "identified by '", "with password '", "name: ", "value: ",
    "\nENV ", "#define ", "setenv(", "environ.get(", "set_", "(", ",", ", ", "{", "$", "<", "</", ">", "|", "!x ",
    "[0]",
    "Private-Lines: 1\n", "İ", "ı", "ſ", "\u212a", "é", "[redacted:user]", "tulip99x", "x", "9", "a.b", BODY, HEX,
]  # fmt: skip

_KEYS = (
    "secret_?key|client_?secret|api_?key|(?:shared_?)?access_?key|account_?key|private_?key|signing_?key|"
    "encryption_?key|master_?key"
)
_STRONG = rf"passwords?|passwd|passphrase|pass_?word|pwd|secret|{_KEYS}".replace("_?", "[_-]?")
_NAMED = re.compile(
    rf"(?:(?P<strong>{_STRONG})|(?P<weak>token|auth|credentials?|session[_-]?id|session|nonce[_-]?key|otp|pin)"
    rf"|(?P<short>pass|pw)){secret_names._SUFFIX}(?![A-Za-z0-9_])(?P<close>{secret_names._CLOSE})"
    rf"(?P<separator>{secret_names._SEPARATOR})(?P<space>[ \t]{{0,64}})",
    re.IGNORECASE,
)


def plain(text: str) -> Iterator[Found]:
    """Each pattern at every place of the text, as it is written."""
    for match in secret_shapes._TOKEN.finditer(text):
        yield Found(match.start(), match.end(), match.lastgroup or "token")
    for kind, pattern in secret_shapes._FOLDED:
        yield from (Found(*at.span("secret"), kind) for at in _any_case(pattern).finditer(text))
    for kind, pattern in secret_shapes._PLAIN:
        yield from (Found(*at.span("secret"), kind) for at in pattern.finditer(text))
    for match in secret_shapes._HOME.finditer(text):
        yield Found(*match.span("secret"), "user")
    yield from _values(text)
    for pattern, judged in _GIVEN:
        for match in _any_case(pattern).finditer(text):
            start, end = secret_names.literal(match)
            if judged(text[start:end]):
                yield Found(start, end, "password")


_GIVEN = (
    (secret_names._FLAG, lambda told: not secret_names.stands_for_nothing(told) and not secret_names._is_prose(told)),
    (secret_names._ELEMENT, lambda told: not secret_names.stands_for_nothing(told)),
    *((form, lambda told: not secret_names.stands_for_nothing(told)) for form in secret_given._FORMS),
    (secret_given._PAIR, secret_names.looks_random),
)  # fmt: skip


def _any_case(pattern: re.Pattern[str]) -> re.Pattern[str]:
    return re.compile(pattern.pattern, re.IGNORECASE)


def _values(text: str) -> Iterator[Found]:
    """The first place where any of the words begins counts."""
    place = 0
    while match := _NAMED.search(text, place):
        head = re.search(r"[\w.-]{0,64}\Z", text[max(0, match.start() - 64) : match.start()])
        before = head[0] if head else ""
        of_somebody = _any_case(secret_names._OF_SOMEBODY).search(before) is not None
        name = secret_names._Name(
            start=match.start() - len(before),
            before=before,
            whole=before + text[match.start() : match.start("close")],
            strong=match["strong"] is not None or (match["short"] is not None and of_somebody),
            short=match["short"] is not None,
            separator=match["separator"],
            tight=match["separator"] == "=" and not match["space"],
            end=match.end(),
        )
        span = secret_names._value(text, name)
        place = match.end() if span is None else span[1]
        if span is not None:
            yield Found(*span, "password" if name.strong else "token")


def quick(text: str) -> Iterator[Found]:
    lower = folded(text)
    for find in (secret_shapes.find, secret_names.find, secret_given.find):
        yield from find(text, lower)


def _by_themselves(found: Iterator[Found]) -> list[Found]:
    """Keys and addresses have no other search."""
    return sorted(one for one in found if one.kind not in ("private-key", "email"))


planted = st.sampled_from(TOKENS) | st.tuples(st.sampled_from(TOKENS), st.integers(0, 40)).map(
    lambda cut: cut[0][: cut[1]]
)
named = st.tuples(st.sampled_from(NAMES), st.sampled_from([str, str.upper, str.title])).map(
    lambda pair: pair[1](pair[0])
)
pieces = planted | named | st.sampled_from(FORMS) | st.sampled_from(FORMS) | st.text(max_size=4)


@settings(max_examples=400)
@given(st.lists(pieces, max_size=14).map("".join))
@example("Authorİzation: Bearer 1, paſſword = 'tulip', api_\u212aey=tulip")
@example("\\npypi-" + BODY + "\\ntn_" + BODY)
@example("/home/C:\\Users\\ines")
@example("password=api_key=tulip99x, client_secret_key: 'tulip'")
def test_the_quick_search_finds_what_the_plain_one_finds(text: str) -> None:
    assert _by_themselves(quick(text)) == _by_themselves(plain(text))


@pytest.mark.parametrize("before", ["", " ", "x-", "é", "\\n", "\\t", "=", "_"])
@pytest.mark.parametrize("token", TOKENS)
def test_every_form_is_found_wherever_it_begins(token: str, before: str) -> None:
    found = _by_themselves(quick(before + token))
    assert found
    assert found == _by_themselves(plain(before + token))


@given(st.text())
@example("İ")
def test_folding_moves_no_character(text: str) -> None:
    assert len(folded(text)) == len(text)


def test_folding_makes_a_letter_of_all_that_a_search_in_any_case_takes_for_it() -> None:
    everything = "".join(map(chr, range(0x110000)))
    for found in re.finditer("[a-z]", everything, re.IGNORECASE):
        letter = folded(found[0])
        assert re.fullmatch("[a-z]", letter)
        assert re.fullmatch(letter, found[0], re.IGNORECASE)
