import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

PAGES = {"/devices": ["boiler", "vent"], "/devices/boiler/reading": {"value": 71.5}}
ROOTS = ("", "/api/v2")
seen = []


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        status, body = 404, None
        for root in ROOTS:
            if self.path.removeprefix(root) in PAGES and self.path.startswith(root):
                status, body = 200, PAGES[self.path.removeprefix(root)]
        if (self.server.mount or "") and not self.path.startswith(self.server.mount):
            status = 404
        seen.append((status, self.path))
        self.send_response(status)
        self.end_headers()
        self.wfile.write(json.dumps(body).encode())

    def log_message(self, *args):
        pass


@pytest.fixture(params=["", "/api/v2", "/api/v2/"], ids=["root", "mounted", "mounted-slash"])
def base(request):
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.mount = request.param.rstrip("/")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}{request.param}"
    server.shutdown()
    server.server_close()
