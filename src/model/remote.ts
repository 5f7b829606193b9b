import { setTimeout as sleep } from 'node:timers/promises'
import { second } from '../domain/time.ts'
import { createHttpClient } from '../outbound/http-client.ts'
import type { Clock } from '../system/clock.ts'
import type { Log } from '../system/log.ts'
import type { Pace } from '../system/pace.ts'
import { fetchThrough } from './fetch-through.ts'
import type { ModelSettings, TextGenerator } from './model.ts'

interface Deps {
  readonly clock: Clock
  readonly pace: Pace
  readonly log: Log
}

/** Before each retry, unless the model asks for a longer pause. */
const pauses = [second, 4 * second]
/** If the model asks for a longer pause, there is no retry, and the caller gets the failure. */
const longestPause = 30 * second

/** The operator sets the address, so every address is allowed, including this machine and private networks. */
const everywhere = ['0.0.0.0/0', '::/0']

/** Sends prompts to the operator's model over the network. */
export function remoteGenerator(settings: ModelSettings, { clock, pace, log }: Deps): TextGenerator {
  const fetch = fetchThrough(createHttpClient({ exceptions: everywhere, log }))
  let loaded: Promise<TextGenerator> | null = null

  const once: TextGenerator = async (prompt) => {
    // Loaded with the first prompt, because it needs time and some megabytes.
    loaded ??= import('./provider.ts').then(({ connect }) => connect(settings, { fetch, clock, log }))
    return (await loaded)(prompt)
  }

  return async (prompt) => {
    for (const pause of pauses) {
      const generated = await once(prompt)
      if (generated.type === 'text' || !generated.temporary) return generated
      const wanted = Math.max(generated.fault.retryAfter ?? 0, pause)
      if (wanted > longestPause) return generated
      await sleep(pace(wanted), undefined, { signal: prompt.signal }).catch(() => prompt.signal.throwIfAborted())
    }
    return once(prompt)
  }
}
