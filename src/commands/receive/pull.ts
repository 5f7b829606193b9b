import { setTimeout as sleep } from 'node:timers/promises'
import { ConnectionError, type Event, type Polypost, RateLimitError, ServerError } from '@polypost/sdk'
import { signDelivery } from '../../crypto/webhook-signature.ts'
import { second } from '../../domain/time.ts'
import type { Clock } from '../../system/clock.ts'
import { newEvents } from './new-events.ts'
import { printable, showEvent } from './show-delivery.ts'

const askEvery = 2 * second
/** As long as Polypost waits for the answer of a receiver. */
const longestAnswer = 15 * second

interface Options {
  readonly client: Polypost
  /** The address of the instance. */
  readonly url: string
  readonly secret: string
  /** Where events are sent; null: they are only printed. */
  readonly forwardTo: string | null
  readonly clock: Clock
  readonly print: (text: string) => void
  readonly signal: AbortSignal
}

/** Reads the events of an instance from now on, and sends each as a webhook would. Ends with the signal. */
export async function pullEvents(
  { client, url, secret, forwardTo, clock, print, signal }: Options,
  started: () => void,
): Promise<void> {
  const say = (text: string) => print(printable(text))
  const next = newEvents(client, signal)
  await next()
  started()
  for (;;) {
    await sleep(askEvery, undefined, { signal })
    for (const event of await untilItAnswers(url, next, mayPass)) {
      say(`${showEvent(event)}\n`)
      if (forwardTo !== null) {
        const status = await untilItAnswers(forwardTo, () => deliver(event, forwardTo), isNetwork)
        say(`${forwardTo} answered ${status}${status < 300 ? '' : '. It is not sent again.'}\n`)
      }
    }
  }

  /** Says once that somebody is away, and once that it is back. */
  async function untilItAnswers<T>(
    who: string,
    work: () => Promise<T>,
    passes: (error: unknown) => boolean,
  ): Promise<T> {
    for (let failures = 0; ; failures += 1)
      try {
        const done = await work()
        if (failures > 0) say(`${who} answers again.\n`)
        return done
      } catch (error) {
        if (signal.aborted || !passes(error)) throw error
        if (failures === 0) say(`${who} does not answer. Trying again every ${askEvery / second} seconds.\n`)
        await sleep(askEvery, undefined, { signal })
      }
  }

  /** Each attempt has a new time and signature, as those of Polypost have. */
  async function deliver({ event, event_id: eventId, data }: Event, address: string): Promise<number> {
    const sent = signDelivery({ secret, event, eventId, data: JSON.stringify(data), sentAt: clock.now() })
    const limit = AbortSignal.any([signal, AbortSignal.timeout(longestAnswer)])
    const response = await fetch(address, { method: 'POST', ...sent, redirect: 'manual', signal: limit })
    await response.body?.cancel()
    return response.status
  }
}

/** A key that is refused stays refused; an instance comes back. */
const mayPass = (error: unknown): boolean =>
  error instanceof ConnectionError || error instanceof ServerError || error instanceof RateLimitError

/** Whatever `fetch` throws. */
const isNetwork = (): boolean => true
