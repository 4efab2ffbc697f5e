"""No text takes long: units that patterns begin with, repeated up to 64 KB, cost in proportion to their length."""

from collections.abc import Callable

import pytest

from reflectgit.text.anchors import anchors, numbers
from reflectgit.text.foreign import Trace, foreign
from reflectgit.text.lookalikes import hidden, mixed_words
from reflectgit.text.orders import orders
from reflectgit.text.quotes import quotes, without_quotes
from reflectgit.text.redact import redact
from reflectgit.text.template import message_template, normal_site

CHARS = 8_000  # and eight times as many

TOKENS = [
    "ghp_", "github_pat_", "glpat-", "AKIA", "AIza", "ya29.", "GOCSPX-", "1//0", "xoxb-", "xapp-1-",
    "hooks.slack.com/services/", "sk_live_", "whsec_", "sk-ant-", "sk-proj-", "sk-", "sk-or-v1-", "npm_", "pypi-",
    "hf_", "SK", "SG.", "dop_v1_", "dckr_pat_", "shpat_", "dapi", "hvs.", "lin_api_", "glsa_", "glc_",
    "123456789:AA", "AGE-SECRET-KEY-1", "eyJ", "eyJ-", "eyJa.", "discord.com/api/webhooks/1/", "gsk_", "xai-",
    "r8_", "ATATT", "ATBB", "tskey-auth-", "sntrys_", "rubygems_", "NRAK-", "dp.pt.", "sbp_", "PMAK-", "figd_",
    "secret_", "ntn_", "HRKU-", "EAA", "sq0atp-", "LTAI", "AKID", "pul-", "ops_eyJ", "pat", "pscale_tkn_", "fm2_",
]  # fmt: skip
WHOLE = [f"{prefix}{'0' * 36}" for prefix in ("AKIA", "ghp_", "dapi", "SG.", "npm_", "secret_", "SK")]
NAMES = [
    "pass=", "pass: ", "password: a=", "password: !a ", "password:\n  aaaaaaaa1\n", 'password="""', "password='\\'",
    '\\\\\\"pwd\\\\\\":\\\\\\"', "name: password value: ", "'password','", 'set_password("', "setenv('a_password', ",
    "#define password ", "identified by '", "with password '", "\nENV password a", "<password value=", "--pass '",
    "-u a:b ", "Authorization: a1", 'response="', "Signature=0", "Private-Lines: 1\n", "\ufe0f", "cookie: a=b;",
    "---- BEGIN SSH2 PRIVATE KEY ----\n", "---- END SSH2 PRIVATE KEY ----\n",
]  # fmt: skip
SENTENCES = [
    "`", "``", "` [a", "` [a] ", "`a` [b", "`a` ``", '"', '" [', '" [a] ', "“", "'", "[", "(", "{", "a/", "a.", "a_",
    "a()", "1,", "1.", "1.1", "+1", "1e", "0x", "1", "12 ", "=12 ", "status 12 ", "@@ -1 +1 @@\n", "test_", "Error",
    "A", "AAA_", "a.py", "\\", "\\303", " ", "/tmp/a", "KeyError::", "$$Lambda", "gw1 ", "12:34:56 ",
]  # fmt: skip


@pytest.mark.parametrize("unit", [*TOKENS, *WHOLE, *NAMES])
def test_redaction(unit: str, grows_linearly: Callable[..., None]) -> None:
    grows_linearly(redact, unit, CHARS)


@pytest.mark.parametrize("unit", SENTENCES)
def test_sentences(unit: str, grows_linearly: Callable[..., None]) -> None:
    grows_linearly(quotes, unit, CHARS)
    grows_linearly(without_quotes, unit, CHARS)
    grows_linearly(anchors.__wrapped__, unit, CHARS)
    grows_linearly(numbers.__wrapped__, unit, CHARS)


@pytest.mark.parametrize("unit", SENTENCES)
def test_messages_and_sites(unit: str, grows_linearly: Callable[..., None]) -> None:
    grows_linearly(lambda text: message_template("KeyError", text), unit, CHARS)
    grows_linearly(lambda text: message_template(text[:1000], text), unit, CHARS)
    grows_linearly(normal_site, unit, CHARS)


def test_a_number_of_any_length_is_read() -> None:
    assert numbers("9" * 5000) == {"9" * 5000}
    assert [anchor.kind for anchor in anchors("It gave " + "9" * 5000)] == ["number"]


@pytest.mark.parametrize(
    "unit",
    [
        "a@",
        "@a.b",
        "--",
        "--a-",
        "a/",
        "a.",
        "~/",
        "git ",
        "://",
        "www.",
        "a dot ",
        "rm ",
        "rm -a ",
        "curl |",
        "send a ",
        "//a.",
        "a[.]",
    ],
)
def test_what_a_lesson_leads_to(unit: str, grows_linearly: Callable[..., None]) -> None:
    grows_linearly(lambda text: foreign(text, Trace(said="")), unit, CHARS)


@pytest.mark.parametrize(
    "unit",
    [
        "ignore ", "ignore you ", "your ", "send tokens ", "answer ", "answer with ", "do not tell ",
        "<a", "<!-- a ", "[a", "A", "aA",
        "A ", "igno", "忽略", "игнорируй ", "0", "=", "&#", "%6", "\\u00", "\\u{200b}", "а", "аa ",
        "ο", "\u0301",
    ],
)  # fmt: skip
def test_orders_and_look_alikes(unit: str, grows_linearly: Callable[..., None]) -> None:
    grows_linearly(orders, unit, CHARS)
    grows_linearly(mixed_words, unit, CHARS)
    grows_linearly(hidden, unit, CHARS)
