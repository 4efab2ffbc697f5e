"""Inbound events from the payment provider."""
import json


class Request:
    def __init__(self, body: bytes, headers: dict[str, str]):
        self.body = body
        self.headers = headers


def handle(request: Request, inbox: list) -> int:
    """Store the event, answer with an HTTP status."""
    event = json.loads(request.body)
    inbox.append(event)
    return 202
