import hashlib
import hmac

from hookgate.inbound import Request, handle

KEY = b"demo-key"


def post(body: bytes, sign_with: bytes = KEY):
    digest = hmac.new(sign_with, body, hashlib.sha256).hexdigest()
    inbox = []
    return handle(Request(body, {"X-Signature": digest}), inbox), inbox


def test_compact_event_is_accepted():
    status, inbox = post(b'{"id":"evt_1","amount":1200}')
    assert status == 202
    assert inbox[0]["id"] == "evt_1"


def test_foreign_key_is_refused():
    status, inbox = post(b'{"id":"evt_2","amount":1200}', sign_with=b"other")
    assert status == 401
    assert inbox == []


def test_event_as_the_provider_sends_it():
    body = b'{"id": "evt_3", "amount": 12.50, "note": "caf\\u00e9", "ref": "a\\/b"}'
    status, inbox = post(body)
    assert status == 202
    assert inbox[0]["note"] == "caf\u00e9"
