import { Agent, request } from 'undici'
import { newWebhookSecret, signDelivery } from '../../src/crypto/webhook-signature.ts'
import { systemClock } from '../../src/system/clock.ts'
import { uuid7 } from '../../src/system/random.ts'
import type { RoundResult } from '../kit/compare.ts'
import { data } from '../kit/deliveries.ts'

const secret = newWebhookSecret()

/** Signs the same bodies as our worker and posts them over kept connections, this number at once, and does nothing else. */
export async function bareDeliveries(urls: readonly string[], count: number, atOnce: number): Promise<RoundResult> {
  const dispatcher = new Agent({ connections: atOnce })
  const begun = performance.now()
  let next = 0
  async function deliverOn(): Promise<void> {
    for (let at = next++; at < count; at = next++) {
      const url = urls[at % urls.length] ?? ''
      const message = signDelivery({
        secret,
        event: 'post.published',
        eventId: uuid7(systemClock.now()),
        data: JSON.stringify(data),
        sentAt: systemClock.now(),
      })
      const answer = await request(url, { method: 'POST', ...message, dispatcher })
      await answer.body.dump()
      if (answer.statusCode !== 204) throw new Error(`${url}: ${answer.statusCode}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, deliverOn))
  const milliseconds = performance.now() - begun
  await dispatcher.close()
  return { count, milliseconds }
}
