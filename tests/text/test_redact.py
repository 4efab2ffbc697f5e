"""Secrets and names of people leave; evidence stays. Every secret here is made up."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from reflectgit.text.clean import clean
from reflectgit.text.redact import redact

BODY = "q7Rk2mZx9LpV4tYc8WnB3sDf6GhJ1aEu5oKi"
HEX = "9f86d081884c7d659a2feaa0c55ad015"
KEY_BODY = "\n".join([BODY * 2, BODY * 2, "Zm9vYmFy=="])

GONE = [
    (f"TOKEN=ghp_{BODY}", BODY, "[redacted:github]"),
    (f"github_pat_{BODY}{BODY}", BODY, "[redacted:github]"),
    (f"glpat-{BODY[:20]}", BODY[:20], "[redacted:gitlab]"),
    ("aws AKIAQ7RK2MZX9LPV4TYC", "Q7RK", "[redacted:aws]"),
    (f"key=AIza{BODY[:35]}", BODY[:30], "[redacted:google]"),
    (f"xoxb-123-{BODY}", BODY, "[redacted:slack]"),
    (f"sk_live_{BODY}", BODY, "[redacted:stripe]"),
    (f"sk-proj-{BODY}", BODY, "[redacted:openai]"),
    (f"sk-ant-api03-{BODY}", BODY, "[redacted:anthropic]"),
    (f"//registry.example/:_authToken=npm_{BODY}", BODY, "[redacted:npm]"),
    (f"pypi-{BODY}", BODY, "[redacted:pypi]"),
    (f"hf_{BODY}", BODY, "[redacted:huggingface]"),
    (f"SK{HEX}", HEX, "[redacted:twilio]"),
    (f"SG.{BODY[:22]}.{BODY}", BODY, "[redacted:sendgrid]"),
    (f"AccountName=x;AccountKey={BODY}==;EndpointSuffix=y", BODY, "[redacted:password]"),
    (f"eyJ{BODY}.eyJ{BODY}.{BODY}", BODY, "[redacted:jwt]"),
    ("Authorization: Bearer abc", "abc", "[redacted:authorization]"),
    ("'Authorization': 'Basic dTpw'", "dTpw", "[redacted:authorization]"),
    ("Cookie: sid=tulip; theme=dark", "tulip", "[redacted:cookie]"),
    ("postgres://u:p4ss@h/db", "p4ss", "postgres://u:[redacted:password]@h/db"),
    (f"https://{BODY}@example.org/x.git", BODY, "[redacted:token]"),
    (f"-----BEGIN RSA PRIVATE KEY-----\n{KEY_BODY}\n-----END RSA PRIVATE KEY-----\nafter", BODY, "\nafter"),
    (f"-----BEGIN PRIVATE KEY-----\n{KEY_BODY}\nand more", BODY, "\nand more"),
    (f"before\n{KEY_BODY}\n-----END PRIVATE KEY-----", BODY, "before\n"),
    (
        f'"-----BEGIN PRIVATE KEY-----\\n{BODY}\\n-----END PRIVATE KEY-----\\n"',
        BODY,
        "[redacted:private-key]",
    ),
    ("password = 'tulip', stored = 'a1b39dd4'", "tulip", "stored = 'a1b39dd4'"),
    ("+    DB_PASSWORD: str = 'tulip'", "tulip", "DB_PASSWORD: str = '[redacted:password]'"),
    (
        '{"user": "ines", "password": "tu\\"lip"}',
        "lip",
        '{"user": "ines", "password": "[redacted:password]"}',
    ),
    ('"{\\"api_key\\": \\"tulip\\"}"', "tulip", '\\"[redacted:password]\\"'),
    ("export API_KEY=tulip", "tulip", "API_KEY=[redacted:password]"),
    ("  password: tulip\n  user: ines", "tulip", "\n  user: ines"),
    ("  password: |\n    tulip\n", "tulip", "[redacted:password]"),
    ("host=h user=ines password=tulip", "tulip", "user=ines password=[redacted:password]"),
    ("spring.datasource.password=tulip\nnext", "tulip", "\nnext"),
    ("deploy --password=tulip", "tulip", "[redacted:password]"),
    ("['deploy', '--token', 'tulip99x']", "tulip99x", "'[redacted:password]']"),
    ("password=hunter2", "hunter2", "[redacted:password]"),
    ("client_secret: 'tulip", "tulip", "[redacted:password]"),
    ("deploy --password tulip --host h", "tulip", "--host h"),
    ("deploy --api-key=tulip9x", "tulip9x", "[redacted:password]"),
    ("curl -u ines:tulip https://h", "tulip", "-u ines:[redacted:password]"),
    ("<password>tulip</password>", "tulip", "</password>"),
    (f"session_id={BODY}", BODY, "[redacted:token]"),
    ("os.environ['SECRET_KEY'] = 'tulip'", "tulip", "[redacted:password]"),
    ("mail ines.birch@example.org!", "ines.birch", "[redacted:email]!"),
    ("File '/home/ines/shop/cart.py'", "ines", "/home/[redacted:user]/shop/cart.py"),
    (f"data:\n  password: {BODY}=\n", BODY, "password: [redacted:password]\n"),
    ("data:\n  password: dHVsaXA=\n", "dHVs", "password: [redacted:password]\n"),
    (f"client-secret: {BODY}= # of the shop", BODY, "client-secret: [redacted:password] # of"),
    ("DB_PASSWORD: str='tulip'", "tulip", "str='[redacted:password]'"),
    ("PASS=tulip", "tulip", "PASS=[redacted:token]"),
    ("PIN=1234", "1234", "PIN=[redacted:token]"),
    ("DB_PASS=tulip", "tulip", "DB_PASS=[redacted:password]"),
    ("smtp_pass = 'tulip'", "tulip", "'[redacted:password]'"),
    ("  pass: tulip99x\n", "tulip", "pass: [redacted:token]"),
    ("deploy --pass tulip --host h", "tulip", "--pass [redacted:password] --host h"),
    ("deploy --password 'tulip in bloom' -x", "bloom", "'[redacted:password]' -x"),
    ('passphrase: "tulip in full bloom"', "bloom", '"[redacted:password]"'),
    ("- name: DB_PASSWORD\n  value: tulip\n", "tulip", "value: [redacted:password]\n"),
    ('{"name": "DB_PASSWORD", "value": "tulip"}', "tulip", '"value": "[redacted:password]"}'),
    ('<add key="Password" value="tulip"/>', "tulip", 'value="[redacted:password]"/>'),
    ("monkeypatch.setenv('API_KEY', 'tulip')", "tulip", "'API_KEY', '[redacted:password]')"),
    ('os.getenv("DB_PASSWORD", "tulip")', "tulip", '"DB_PASSWORD", "[redacted:password]")'),
    ("account.set_password('tulip')", "tulip", "('[redacted:password]')"),
    ('account.setPassword("tulip")', "tulip", '("[redacted:password]")'),
    ('#define PASSWORD "tulip"', "tulip", 'PASSWORD "[redacted:password]"'),
    ("CREATE USER ines IDENTIFIED BY 'tulip';", "tulip", "BY '[redacted:password]';"),
    ("ALTER ROLE ines WITH PASSWORD 'tulip'", "tulip", "PASSWORD '[redacted:password]'"),
    ("FROM x\nENV DB_PASSWORD tulip\nRUN y", "tulip", "ENV DB_PASSWORD [redacted:password]\nRUN y"),
    ("('password', 'tulip99x')", "tulip", "('password', '[redacted:password]')"),
    ("password:\n  tulip99x\nuser: ines", "tulip", "[redacted:password]\nuser: ines"),
    ("password: !secret tulip99x", "tulip", "!secret [redacted:password]"),
    (f"Authorization: {BODY}", BODY, "Authorization: [redacted:authorization]"),
    (f'Authorization: Digest username="ines", response="{HEX}"', HEX, "[redacted:authorization]"),
    (f"AWS4-HMAC-SHA256 SignedHeaders=host, Signature={HEX}{HEX}", HEX, "SignedHeaders=host, "),
    ('"{\\\\\\"password\\\\\\": \\\\\\"tulip\\\\\\"}"', "tulip", '\\\\\\"[redacted:password]\\\\\\"'),
    ('"{\\"password\\": \\"tu\\\\\\"lip\\"}"', "lip", '\\"[redacted:password]\\"'),
    (
        f"PuTTY-User-Key-File-3: ssh-rsa\nPrivate-Lines: 3\n{KEY_BODY}\nPrivate-MAC: 0",
        BODY,
        "\nPrivate-MAC: 0",
    ),
    (
        f"---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\n{KEY_BODY}\n---- END SSH2 ENCRYPTED PRIVATE KEY ----\nafter",
        BODY,
        "\nafter",
    ),
    (f"x AKIA{'Q7RK2MZX9LPV4TYC' * 3} y", "Q7RK", "x [redacted:aws] y"),
    ("/Users/ines and C:\\Users\\ines\\x", "ines", "C:\\Users\\[redacted:user]\\x"),
]

PROVIDERS = [
    *(
        f"{prefix}{BODY}"
        for prefix in ("gsk_", "xai-", "r8_", "pplx-", "ATBB", "sntrys_", "figd_", "ntn_", "dp.pt.", "HRKU-")
    ),
    *(f"rubygems_{HEX}", f"sbp_{HEX}{HEX[:8]}", f"PMAK-{HEX[:24]}-{HEX}", f"pul-{HEX}{HEX[:8]}"),
    *(
        f"ATATT3xFfGF0{BODY}",
        f"tskey-auth-{BODY}-{BODY}",
        f"NRAK-{BODY[:27].upper()}",
        f"secret_{BODY}{BODY[:7]}",
    ),
    *(f"sq0atp-{BODY[:22]}", f"ops_eyJ{BODY}", f"pscale_tkn_{BODY}", f"FlyV1 fm2_{BODY}", f"LTAI{BODY[:20]}"),
]

KEPT = [
    "else: pass\n    bypass = True; compass: north-12ab34",
    "--- PASS: TestFoo123 (0.00s)\nPASS: test-foo12\nPASS=3 FAIL=0\npass: 12, fail: 0",
    "first_pass = 'inline2'[:3], opt_pass: inline",
    "if not password:\n    return_all_2()",
    "  password:\n    type: string\n",
    "fields = ('username', 'password', 'email')",
    "columns = ['id', 'password', 'created']",
    "- name: LOG_LEVEL\n  value: debug",
    "setenv('HOME', 'x'); user.set_password(given); set_password(None)",
    "request.get('password', None), os.getenv('API_KEY', '')",
    "Authorization: required, authorization = headers.get('x')",
    "assert response='ok'; Signature=None; ask-me-anything-about-this-today",
    "tests/sk-learn_gsk_test.py xai-model path.pt.x 1//0",
    "IDENTIFIED BY ? WITH PASSWORD %s",
    "❤️ and 1️⃣ stay as they are",
    "def verify(password, stored):",
    "token = next(tokens)",
    'secret_key = os.environ["X"]',
    "self.password = password",
    "    password: str,",
    "password = config.password",
    "connect(password=password, token=None)",
    "connect(user, password=given)",
    "this.password=e;",
    "    password=given,",
    "if token == '(' or token == 'EOF':",
    "SyntaxError: Unexpected token: foo",
    "max_tokens=4096, n_tokens: 17",
    "f'Bearer {token}' and $PASSWORD and --password is required",
    "PASSWORD=$SECRET password=%s secret: ${{ secrets.X }}",
    "tests/test_passwords.py::test_wrong_password_on_old_row FAILED",
    "FAILED tests/test_passwords.py::test_old_rows_still_log_in[ines-tulip] - ValueError",
    "commit 4ceb1d0f0a7f7d0c9b8e6a5d4c3b2a1908f7e6d5",
    "-    hash: 9f86d081884c7d659a2feaa0c55ad015\n+    hash: 60303ae22b998861bce3b28f33eec1be",
    "id = 123e4567-e89b-12d3-a456-426614174000",
    "name\n@example.org",
    "git@github.com:owner/repo.git, uses: actions/checkout@v4.1.0, @pytest.mark.x",
    "InvalidGrant: refresh token r1 was already used; token = 'r1'",
    "hashlib.sha1(password.encode()).hexdigest()",
    "Basic usage and bearer of news; http://localhost:8080/path?x=1",
]


@pytest.mark.parametrize(("text", "secret", "left"), GONE)
def test_a_secret_is_gone(text: str, secret: str, left: str) -> None:
    redacted = redact(text)
    assert secret not in redacted
    assert left in redacted
    assert redact(redacted) == redacted


@pytest.mark.parametrize("token", PROVIDERS)
def test_a_token_of_a_provider_is_gone(token: str) -> None:
    assert redact(f"x {token}, y").endswith("[redacted:provider], y")


@pytest.mark.parametrize("text", KEPT)
def test_evidence_stays(text: str) -> None:
    assert redact(text) == text


@pytest.mark.parametrize(
    "noise", ["\x1b[31m", "\x1b[0;1m", "\u200b", "\x00", "\x1b]0;t\x07", "\u202e", "\ufeff", "\ufe0f"]
)
@pytest.mark.parametrize("place", [2, 6, 20])
def test_what_a_reader_does_not_see_hides_no_secret(noise: str, place: int) -> None:
    token = f"ghp_{BODY}"
    assert redact(f"x {token[:place]}{noise}{token[place:]} y") == "x [redacted:github] y"
    assert "lip" not in redact(f"pass{noise}word = 'tu{noise}lip'")
    assert token[-10:] not in redact(clean(f"x {token[:place]}{noise}{token[place:]} y"))


@pytest.mark.parametrize("wrap", ["\n", "\\\n    ", "\r\n"])
def test_a_token_that_was_wrapped_is_gone_whole(wrap: str) -> None:
    assert redact(f"ghp_{BODY[:20]}{wrap}{BODY[20:]}.") == "[redacted:github]."


secrets = st.text("abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789", min_size=9, max_size=60).filter(
    lambda text: any(char.isdigit() for char in text) and any(char.isalpha() for char in text)
)


@given(
    secrets,
    st.sampled_from(["password = '{}'", "TOKEN={} x", '"api_key": "{}"', "db://u:{}@h", "--password {}"]),
)
def test_nothing_depends_on_the_value_or_length_of_a_secret(secret: str, form: str) -> None:
    assert redact(form.format(secret)) == redact(form.format("other7Value"))


fragments = st.sampled_from([
    "password", "token", "=", ": ", "'", '"', "\\", "\n", " ", "://", ":", "@", "a.b", "x9", "[redacted:user]",
    "/home/",
    "-----BEGIN PRIVATE KEY-----", "-----END PRIVATE KEY-----", "Authorization: Bearer ", "cookie: a=b", "ghp_", BODY,
    "\x1b[0m", "--secret ", "|", "eyJ", ".", "Users", "{", "<password>", "</",
])  # fmt: skip


@given(st.lists(fragments | st.text(max_size=3), max_size=30).map("".join))
@example("/home/a/home/b")
@example("password: |\n [redacted:password]x")
def test_redacting_twice_is_redacting_once(text: str) -> None:
    redacted = redact(text)
    assert redact(redacted) == redacted


@pytest.mark.parametrize(
    "unit", ["password: |\n  tulip\nnext: 3\n", "password: tulip\n", "x@y.example\n", "/home/ines\n"]
)
def test_every_one_of_many_is_gone(unit: str) -> None:
    assert redact(unit * 20) == redact(unit) * 20 != unit * 20


def test_a_text_without_secrets_keeps_every_character() -> None:
    text = "\x1b[31mE   assert 1 == 2\x1b[0m\r\n\tat x.py:3\u200b\n"
    assert redact(text) == text


HOSTILE = [
    "a", "=", "'", "password=", "password='", "password: a[", "token: ", "@", "a@", "a.", "://a:", "eyJ",
    "/home/a", "ghp_",
    "--token ", "cookie:a=b;", "-----BEGIN PRIVATE KEY-----", "-----END PRIVATE KEY-----\n",
    "abcdefghijklmnop\n", "\x1b[",
    '\\"secret\\": \\"', "pwd" + " " * 60, "secret:|\n ", "authorization: bearer ", "SG.aaaaaaaaaaaaaaaaaaaa", "+++",
]  # fmt: skip


@pytest.mark.parametrize("unit", HOSTILE)
def test_time_grows_with_the_length(unit: str, grows_linearly: Callable[..., None]) -> None:
    grows_linearly(redact, unit)


def test_the_documentation_names_every_kind() -> None:
    root = Path(__file__).resolve().parents[2]
    documented = set(
        re.findall(r"^\| `([a-z-]+)` \|", (root / "docs" / "redaction.md").read_text("utf-8"), re.MULTILINE)
    )
    seen = {kind for text, _, _ in GONE for kind in re.findall(r"\[redacted:([a-z-]+)\]", redact(text))}
    assert seen <= documented


def test_real_failures_lose_only_what_is_given_to_a_secret_name(shared: Path) -> None:
    for line in (shared / "corpus" / "cases.jsonl").read_text("utf-8").splitlines():
        for text in _texts(json.loads(line)["termination"]):
            for before, after in zip(text.split("\n"), redact(text).split("\n"), strict=True):
                assert before == after or re.search(r"password\s*=\s*'", before), before


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []:
        yield from _texts(inner)
