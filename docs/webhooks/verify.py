# Receives Polypost's webhooks: POLYPOST_WEBHOOK_SECRET=… PORT=8080 python3 verify.py
import hashlib, hmac, json, os
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ.get("POLYPOST_WEBHOOK_SECRET", "").encode() or exit("Set POLYPOST_WEBHOOK_SECRET.")
MAX_BYTES = 1024 * 1024
MAX_AGE = timedelta(minutes=5)


def event_of(body, signature):
    """The event that a request brings, or None where it is not from Polypost, or an old one sent once more."""
    signed = json.loads(body)["signed_payload"]
    expected = "sha256=" + hmac.new(SECRET, signed.encode(), hashlib.sha256).hexdigest()
    if not hmac.compare_digest(signature.encode(), expected.encode()):
        return None
    event = json.loads(signed)  # The fields around signed_payload are not signed: never use those.
    sent_at = datetime.strptime(event["sent_at"], "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=timezone.utc)
    return event if abs(datetime.now(timezone.utc) - sent_at) <= MAX_AGE else None


class Receiver(BaseHTTPRequestHandler):
    timeout = 30  # seconds

    def do_POST(self):
        try:
            body = self.rfile.read(max(0, min(int(self.headers["Content-Length"]), MAX_BYTES)))
            event = event_of(body, self.headers.get("X-Service-Payload-Signature", ""))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            event = None
        if event:  # Here it is stored, unless this event_id is stored already: the same event may come more than once.
            print(event["event"], event["event_id"], json.dumps(event["data"]), flush=True)
        self.send_response(200 if event else 401)
        self.end_headers()


ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8080"))), Receiver).serve_forever()
