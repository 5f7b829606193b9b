import { Agent, Client, request } from 'undici'
import { newWebhookSecret, signDelivery } from '../../src/crypto/webhook-signature.ts'
import { systemClock } from '../../src/system/clock.ts'
import { uuid7 } from '../../src/system/random.ts'
import { data } from './tell.ts'

const secret = newWebhookSecret()

/**
 * Signs the same bodies as our worker and posts them, this number at once, and does nothing else. Returns the number per
 * second: over kept connections, as undici does by default, or over a new connection for each, as our worker does.
 */
export async function bareLoop(
  urls: readonly string[],
  { count, atOnce, keeps }: { count: number; atOnce: number; keeps: boolean },
): Promise<number> {
  const dispatcher = new Agent({ connections: atOnce })
  const begun = performance.now()
  let next = 0
  async function tellOn(): Promise<void> {
    for (let at = next++; at < count; at = next++) {
      const url = urls[at % urls.length] ?? ''
      const { body, headers } = signDelivery({
        secret,
        event: 'post.published',
        eventId: uuid7(systemClock.now()),
        data: JSON.stringify(data),
        sentAt: systemClock.now(),
      })
      await (keeps ? tell(url, { body, headers, dispatcher }) : tellAlone(url, { body, headers }))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, tellOn))
  const rate = (count / (performance.now() - begun)) * 1_000
  await dispatcher.close()
  return rate
}

interface Message {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

async function tell(url: string, { dispatcher, ...message }: Message & { dispatcher: Agent }): Promise<void> {
  const answer = await request(url, { method: 'POST', ...message, dispatcher })
  await answer.body.dump()
  if (answer.statusCode !== 204) throw new Error(`${url}: ${answer.statusCode}`)
}

async function tellAlone(url: string, message: Message): Promise<void> {
  const { origin, pathname } = new URL(url)
  const client = new Client(origin)
  const answer = await client.request({ path: pathname, method: 'POST', reset: true, ...message })
  await answer.body.dump()
  await client.destroy()
}
