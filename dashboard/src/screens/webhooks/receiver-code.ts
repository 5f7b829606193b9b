/** A test runs both against a real delivery. */
export const receivers = [
  {
    name: 'Node',
    text: `// POLYPOST_WEBHOOK_SECRET=… PORT=8080 node receive.mjs
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

const secret = process.env.POLYPOST_WEBHOOK_SECRET
if (!secret) throw new Error('Set POLYPOST_WEBHOOK_SECRET.')

function eventOf(body, signature) {
  const signed = JSON.parse(body).signed_payload
  const right = Buffer.from('sha256=' + createHmac('sha256', secret).update(signed).digest('hex'))
  const given = Buffer.from(signature)
  if (given.length !== right.length || !timingSafeEqual(given, right)) throw new Error('Not from Polypost.')
  const event = JSON.parse(signed)
  if (Math.abs(Date.now() - Date.parse(event.sent_at)) > 300_000) throw new Error('Too old.')
  return event
}

createServer(async (request, response) => {
  try {
    const event = eventOf(await text(request), request.headers['x-service-payload-signature'] ?? '')
    console.log(event.event, event.event_id) // The same event_id may come twice.
    response.writeHead(204).end()
  } catch {
    response.writeHead(401).end()
  }
}).listen(Number(process.env.PORT ?? 8080))
`,
  },
  {
    name: 'Python',
    text: `# POLYPOST_WEBHOOK_SECRET=… PORT=8080 python3 receive.py
import hashlib, hmac, json, os
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, HTTPServer

SECRET = os.environ["POLYPOST_WEBHOOK_SECRET"].encode()


def event_of(body, signature):
    signed = json.loads(body)["signed_payload"]
    right = "sha256=" + hmac.new(SECRET, signed.encode(), hashlib.sha256).hexdigest()
    if not hmac.compare_digest(signature.encode(), right.encode()):
        raise ValueError("Not from Polypost.")
    event = json.loads(signed)
    sent_at = datetime.fromisoformat(event["sent_at"].replace("Z", "+00:00"))
    if abs((datetime.now(timezone.utc) - sent_at).total_seconds()) > 300:
        raise ValueError("Too old.")
    return event


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        try:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            event = event_of(body, self.headers.get("X-Service-Payload-Signature", ""))
            print(event["event"], event["event_id"], flush=True)  # The same event_id may come twice.
            self.send_response(204)
        except (ValueError, KeyError, TypeError):
            self.send_response(401)
        self.end_headers()


HTTPServer(("", int(os.environ.get("PORT", "8080"))), Receiver).serve_forever()
`,
  },
] as const
