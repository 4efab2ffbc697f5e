"""Secrets and personal names that show by their shape alone: provider tokens, keys, headers, URLs, addresses.

Every pattern starts at a literal that is rare, and repeats only within bounds or up to a character that it cannot
hold, so that the time grows with the length of the text.
"""

import re
from collections import deque
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from reflectgit.text.fold import word


class Found(NamedTuple):
    """A place in a text and what was found there."""

    start: int
    end: int
    kind: str


_WRAP = r"(?:\\?\r?\n[ \t]*)?"  # a terminal or a shell may have broken the line inside a token
_EDGE = r"(?:(?<![A-Za-z0-9])|(?<=\\[nrt]))"


def _fixed(prefix: str, chars: str, count: int) -> str:
    """A token of known length, which may be wrapped; or what is left of one that was cut off."""
    return rf"{prefix}(?:(?:{chars}{_WRAP}){{{count - 1}}}{chars}|{chars}{{{min(8, count)},}})"


#: kind → the forms that its issuer documents (docs/redaction.md has the sources).
_TOKENS: dict[str, str] = {
    "github": _fixed(r"gh[pousr]_", "[A-Za-z0-9]", 36) + r"|github_pat_\w{20,}",
    "gitlab": r"gl(?:pat|ptt|dt|rt|cbt|ft|soat|agent|imt|oas|ffct)-[\w-]{16,}(?:\.[\w.-]+)?",
    "aws": _fixed(r"(?:AKIA|ASIA|ABIA|ACCA)", "[A-Z0-9]", 16),
    "google": _fixed(r"AIza", r"[\w-]", 35) + r"|ya29\.[\w-]{16,}|GOCSPX-[\w-]{16,}|1//0[\w-]{30,}",
    "slack": r"xox[abeoprs]-[\w-]{8,}|xapp-\d-[\w-]{8,}|(?<=hooks\.slack\.com/)(?:services|workflows)/[\w/]{16,}",
    "stripe": r"(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9+/=]{16,}",
    "anthropic": r"sk-ant-[\w-]{16,}",
    "openai": r"sk-(?:proj|svcacct|admin|None)-[\w-]{16,}|sk-[A-Za-z0-9]{20,}|sk-or-v1-[0-9a-f]{16,}",
    "npm": _fixed(r"npm_", "[A-Za-z0-9]", 36),
    "pypi": r"pypi-[\w-]{32,}",
    "huggingface": r"hf_[A-Za-z0-9]{20,}",
    "twilio": r"(?:SK|AC)[0-9a-f]{32}(?![A-Za-z0-9])",
    "sendgrid": r"SG\.[\w-]{16,32}\.[\w-]{16,64}",
    "digitalocean": r"do[oprs]_v1_[0-9a-f]{16,}",
    "docker": r"dckr_[op]at_[\w-]{16,}",
    "shopify": r"shp(?:at|ca|pa|ss)_[0-9a-fA-F]{16,}",
    "databricks": r"dapi[0-9a-f]{32}",
    "vault": r"hv[sbr]\.[\w-]{20,}",
    "linear": r"lin_(?:api|oauth)_[A-Za-z0-9]{16,}",
    "grafana": r"glsa_\w{16,}|glc_[\w+/=]{32,}",
    "telegram": r"\d{8,10}:AA[\w-]{33}(?![\w-])",
    "age": r"AGE-SECRET-KEY-1[0-9A-Z]{16,}",
    "jwt": r"eyJ[\w=-]{8,2048}\.(?:eyJ)?[\w=-]{8,}(?:\.[\w=+/-]*)*",
    "discord": r"(?<=discord\.com/api/)webhooks/\d+/[\w-]{16,}",
    "provider": r"gsk_[A-Za-z0-9]{20,}|xai-[A-Za-z0-9]{20,}|r8_[A-Za-z0-9]{20,}|pplx-[A-Za-z0-9]{20,}"
    r"|ATATT[\w=-]{24,}|ATBB[A-Za-z0-9]{28,}|tskey-[a-z]{1,16}-[A-Za-z0-9-]{12,}|sntry[su]_[\w+/=-]{20,}"
    r"|rubygems_[0-9a-f]{32,}|NRAK-[A-Z0-9]{20,}|dp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{20,}|sbp_[0-9a-f]{32,}"
    r"|PMAK-[0-9a-f]{24}-[0-9a-f]{32,}|figd_[\w-]{20,}|secret_[A-Za-z0-9]{43}|ntn_[A-Za-z0-9]{24,}"
    r"|HRKU-[\w-]{24,}|EAA[A-Za-z0-9]{30,}|sq0(?:atp|csp|idp)-[\w-]{20,}|LTAI[A-Za-z0-9]{12,}"
    r"|AKID[A-Za-z0-9]{28,}|pul-[0-9a-f]{40,}|GR1348941[\w-]{16,}|ops_eyJ[\w=-]{20,}"
    r"|pat[A-Za-z0-9]{14}\.[0-9a-f]{40,}|pscale_(?:tkn|pw|oauth)_[\w.-]{16,}|fm[12][ar]?_[\w+/=-]{20,}",
}
_FORMS = "|".join(f"(?P<{kind}>{form})" for kind, form in _TOKENS.items())
#: What stands right behind a token goes with it: its first letters would begin another one as soon as it is gone.
_TOKEN = re.compile(rf"{_EDGE}(?:{_FORMS})[A-Za-z0-9]*")
#: How the forms begin: only there they are tried.
_BEGINNING = (
    r"(?=A(?:[KSB]I|CC|Iz|[CTG])|EAA|G(?:OC|R1)|HRKU|LTAI|NRAK|PMAK|S[KG]|1//0|\d{8}"
    r"|d(?:ckr_|o[oprs]_|api|p\.)|eyJ|f(?:igd_|m[12])|g(?:h[pousr]_|ithub_pat_|l[a-z]{1,5}[_-]|sk_)|h(?:f_|v[sbr]\.)|lin_"
    r"|n(?:pm|tn)_|ops_|p(?:k_|at[A-Za-z0-9]|plx-|scale_|ul-|ypi-)|r(?:k_|8_|ubygems_)"
    r"|s(?:k[_-]|hp|bp_|q0|ntry|ervices/|ecret_)|tskey-|w(?:ebhooks/|hsec_|orkflows/)|x(?:ox|ai-|app-)|ya29)"
)
_BEGINS = (re.compile(rf"[^A-Za-z0-9]{_BEGINNING}"), re.compile(rf"\\[nrt]{_BEGINNING}"))

_SCHEME = r"(?:basic|bearer|token|digest|negotiate|apikey|api-key|hawk|hmac|signature|aws4-hmac-sha256)"
_CREDENTIAL = r"(?![{$%<*\[])[^\s\"'`,;\\<>{}]+"
_HEADER = rf"{word('authorization')}\\{{0,7}}[\"']?\s{{0,4}}[:=]\s{{0,4}}(?:b?\\{{0,7}}[\"'])?"
#: In the folded text.
_IN_ANY_CASE = (
    ("authorization", rf"{_HEADER}{_SCHEME}\s{{1,4}}(?P<secret>{_CREDENTIAL})"),
    ("authorization", rf"{_HEADER}(?P<secret>(?=[\w.~+/=-]{{0,64}}\d)[\w.~+/=-]{{16,}})"),
    ("bearer", rf"{word('bearer')}\s{{1,4}}(?P<secret>(?=[\w.~+/=-]{{0,64}}\d)[\w.~+/=-]{{8,}})"),
    ("basic", rf"{word('basic')}\s{{1,4}}(?P<secret>[a-z0-9+/]{{12,}}={{1,2}})"),
    (
        "cookie",
        rf"{word('cookie')}\\?[\"']?\s{{0,4}}:\s{{0,4}}[\"']?"
        r"(?P<secret>[\w.%-]{1,128}=[^\s\"';,]+(?:;\s?[\w.%-]{1,128}=[^\s\"';,]*)*)",
    ),
    ("signature", r"sig(?<=[?&]sig)(?:nature)?=(?P<secret>[\w%+/=-]{8,})"),
    (
        "signature",
        r"signature(?:(?<=[?&]x-amz-signature)|(?<=[?&]x-goog-signature))=(?P<secret>[\w%+/=-]{8,})",
    ),
)
_IN_THIS_CASE = (
    # The parts of a Digest and of an AWS 4 header that prove who asks.
    ("authorization", rf"{word('response=')}\\{{0,7}}\"?(?P<secret>[0-9a-f]{{32,128}})\b"),
    ("authorization", rf"{word('Signature=')}(?P<secret>[0-9a-f]{{32,128}})\b"),
    ("password", r"://[^\s/?#\"'<>:@\[]{0,256}:(?P<secret>(?![{$%<*\[])[^\s\"'<>/]{1,512})@"),
    ("token", r"://(?P<secret>[\w.~%-]{16,512})@"),
    ("password", r"-(?<=\s-)(?:u|-user)[ =]{1,2}[\"']?[\w.@-]{1,128}:(?P<secret>(?![{$%<*\[])[^\s\"']+)"),
    (
        "password",
        rf"{word('login')}\s{{1,4}}\S{{1,128}}\s{{1,8}}password\s{{1,4}}(?P<secret>(?![{{$%<*\[])\S+)",
    ),
)
_FOLDED, _PLAIN = (
    tuple((kind, re.compile(form)) for kind, form in forms) for forms in (_IN_ANY_CASE, _IN_THIS_CASE)
)

_PERSON = r"(?P<secret>(?![.{}$<%*]+(?:[/\\]|$))[^\s/\\\"'`:;,|<>()\[\]{}$*?%]{1,64})"
_HOME = re.compile(
    rf"(?:(?<![\w.\]])/(?:home|Users)/|(?<![A-Za-z])[A-Za-z]:[\\/]{{1,4}}Users[\\/]{{1,4}}|/pytest-of-){_PERSON}"
)
_HOMES = re.compile(r"/(?=home/|Users/|pytest-of-)")
_DRIVES = re.compile(r":(?=[\\/]{1,4}Users)")

_MAIL_NAME = re.compile(r"[\w.%+-]{1,64}\Z")
_IN_URL = re.compile(r"://[^\s/]*\Z")
_MAIL_DOMAIN = re.compile(
    r"(?!\d+\.)[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,8}\.[A-Za-z]{2,24}(?![\w-])"
)

_KEY_BEGIN = re.compile(r"----(?:-| )BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?(?:-| )----")
_KEY_END = re.compile(r"----(?:-| )END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?(?:-| )----")
_KEY_GAP = r"(?:\\[nr]|[\s|>\"',+-])*"
_KEY_LINES = re.compile(
    rf"(?:{_KEY_GAP}(?:(?:Proc-Type|DEK-Info|Version|Comment):[^\n]*|[A-Za-z0-9+/]{{16,}}=*))*"
    rf"(?:{_KEY_GAP}[A-Za-z0-9+/]{{1,15}}={{1,2}})?"
)
#: PuTTY's files name the number of lines before the key, and close it with nothing.
_PUTTY = re.compile(rf"{word('Private-Lines')}:[ \t]{{0,4}}\d{{1,4}}")
_KEY_LINE = re.compile(r"[\s|>\"',+-]*[A-Za-z0-9+/]{16,}=*(?:\\[nr]|[\s\"',])*")
_KEY_LAST_LINE = re.compile(r"[\s|>\"',+-]*[A-Za-z0-9+/]+=*(?:\\[nr]|[\s\"',])*")
_KEY_LINE_CHARS = 200
_PUTTY_CHARS = 16_384  # the private lines of RSA with 16,384 bits are some 9,000


def find(text: str, folded: str) -> Iterator[Found]:
    """Every secret and personal name in a text that shows by its shape, in no particular order.

    `folded` is the text in lower case (`fold.folded`).
    """
    yield from _private_keys(text)
    yield from _mail_addresses(text)
    for match in matches(
        _TOKEN, text, {0, *(at.end() for begins in _BEGINS for at in begins.finditer(text))}
    ):
        yield Found(match.start(), match.end(), match.lastgroup or "token")
    for forms, seen in ((_FOLDED, folded), (_PLAIN, text)):
        for kind, pattern in forms:
            for match in pattern.finditer(seen):
                yield Found(*match.span("secret"), kind)
    drives = (at.start() - 1 for at in _DRIVES.finditer(text, 1))
    for match in matches(_HOME, text, {*(at.start() for at in _HOMES.finditer(text)), *drives}):
        yield Found(*match.span("secret"), "user")


def matches(pattern: re.Pattern[str], text: str, places: Iterable[int]) -> Iterator[re.Match[str]]:
    """What `finditer` would find, where the pattern can match at these places alone."""
    end = 0
    for place in sorted(places):
        if place >= end and (match := pattern.match(text, place)):
            yield match
            end = match.end()


def _private_keys(text: str) -> Iterator[Found]:
    """Key blocks, also where the beginning or the end was cut off."""
    for putty in _PUTTY.finditer(text):
        yield Found(putty.end(), _body_end(text, putty.end(), putty.end() + _PUTTY_CHARS), "private-key")
    done = 0
    ends = deque(match.span() for match in _KEY_END.finditer(text))
    begins = [match.span() for match in _KEY_BEGIN.finditer(text)]
    for place, (start, body) in enumerate(begins):
        limit = begins[place + 1][0] if place + 1 < len(begins) else len(text)
        while ends and ends[0][1] <= start:
            yield from _headless(text, done, *ends.popleft())
        whole = bool(ends) and ends[0][0] < limit
        stop = ends.popleft()[1] if whole else _body_end(text, body, limit)
        yield Found(start, stop, "private-key")
        done = stop
    for start, stop in ends:
        yield from _headless(text, done, start, stop)


def _body_end(text: str, start: int, limit: int) -> int:
    match = _KEY_LINES.match(text, start, limit)
    return match.end() if match else start


def _headless(text: str, done: int, start: int, stop: int) -> Iterator[Found]:
    """The lines of a key before an END without a BEGIN."""
    first, expected = start, _KEY_LAST_LINE
    while first > done:
        least = max(done, first - _KEY_LINE_CHARS)
        line = text.rfind("\n", least, first - 1) + 1 or least
        if (line == least > done) or not expected.fullmatch(text, line, first):
            break
        first, expected = line, _KEY_LINE
    yield Found(first, stop, "private-key")


def _mail_addresses(text: str) -> Iterator[Found]:
    at = text.find("@")
    while at >= 0:
        domain = _MAIL_DOMAIN.match(text, at + 1)
        name = domain and _MAIL_NAME.search(text[max(0, at - 64) : at])
        if name and domain and not _addresses_host(text, at, name[0], domain.end()):
            yield Found(at - len(name[0]), domain.end(), "email")
        at = text.find("@", at + 1)


def _addresses_host(text: str, at: int, name: str, end: int) -> bool:
    """Whether this is ``user@host`` of a URL or of git over ssh, and no address of a person."""
    return (name == "git" and text[end : end + 1] == ":") or bool(_IN_URL.search(text[max(0, at - 320) : at]))
