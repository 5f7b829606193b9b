# Receives Polypost's webhooks: POLYPOST_WEBHOOK_SECRET=… PORT=8080 python3 verify.py
import hashlib, hmac, json, os
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ.get("POLYPOST_WEBHOOK_SECRET", "").encode() or exit("Set POLYPOST_WEBHOOK_SECRET.")
MAX_BYTES = 1024 * 1024
MAX_AGE = timedelta(minutes=5)


def event_of(body, signature):
    """Returns the event of a request, or None if it is not from Polypost or is too old."""
    signed = json.loads(body)["signed_payload"]
    expected = "sha256=" + hmac.new(SECRET, signed.encode(), hashlib.sha256).hexdigest()
    if not hmac.compare_digest(signature.encode(), expected.encode()):
        return None
    event = json.loads(signed)  # Use only this: the fields around signed_payload are not signed.
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
        if event:  # Store the event here, unless its event_id is already stored: an event may arrive more than once.
            print(event["event"], event["event_id"], json.dumps(event["data"]), flush=True)
        self.send_response(200 if event else 401)
        self.end_headers()


ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8080"))), Receiver).serve_forever()
