// Receives Polypost's webhooks: POLYPOST_WEBHOOK_SECRET=… PORT=8080 node verify.mjs
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const secret = process.env.POLYPOST_WEBHOOK_SECRET
if (!secret) throw new Error('Set POLYPOST_WEBHOOK_SECRET to the secret of the webhook.')
const maxBytes = 1024 * 1024
const maxAge = 5 * 60 * 1000 // milliseconds

/** Returns the event of a request, or null if it is not from Polypost or is too old. */
function eventOf(body, signature) {
  const signed = JSON.parse(body).signed_payload
  const digest = createHmac('sha256', secret).update(signed, 'utf8').digest('hex')
  const [given, expected] = [Buffer.from(signature), Buffer.from(`sha256=${digest}`)]
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const event = JSON.parse(signed) // Use only this: the fields around `signed_payload` are not signed.
  return Math.abs(Date.now() - Date.parse(event.sent_at)) <= maxAge ? event : null
}

async function receive(request) {
  const parts = []
  let bytes = 0
  for await (const part of request) {
    bytes += part.length
    if (bytes > maxBytes) return null
    parts.push(part)
  }
  return eventOf(Buffer.concat(parts).toString('utf8'), request.headers['x-service-payload-signature'] ?? '')
}

createServer(async (request, response) => {
  const event = await receive(request).catch(() => null)
  // Store the event here, unless its event_id is already stored: an event may arrive more than once.
  if (event) console.log(event.event, event.event_id, JSON.stringify(event.data))
  response.writeHead(event ? 200 : 401, { connection: 'close' }).end()
}).listen(Number(process.env.PORT ?? 8080), '127.0.0.1')
