import { setTimeout as sleep } from 'node:timers/promises'
import { second } from '../domain/time.ts'
import { createHttpClient } from '../outbound/http-client.ts'
import type { Clock } from '../system/clock.ts'
import type { Log } from '../system/log.ts'
import type { Pace } from '../system/pace.ts'
import { fetchThrough } from './fetch-through.ts'
import type { Speaker } from './model.ts'

/** The operator's model. */
export interface ModelSettings {
  readonly provider: 'openai-compatible' | 'anthropic'
  /** Up to the version, as in `https://api.openai.com/v1`. */
  readonly baseUrl: string
  /** Null where the endpoint wants none. */
  readonly apiKey: string | null
  readonly name: string
}

interface Around {
  readonly clock: Clock
  readonly pace: Pace
  readonly log: Log
}

/** Before each further try, where the model does not ask for more. */
const pauses = [second, 4 * second]
/** A model that asks for more is left alone, and whoever asked is told. */
const longestPause = 30 * second

/** The operator has named the address, so that it may be any: of this machine and of a closed network, too. */
const everywhere = ['0.0.0.0/0', '::/0']

/** A model that is asked over the network. */
export function remoteSpeaker(settings: ModelSettings, { clock, pace, log }: Around): Speaker {
  const fetch = fetchThrough(createHttpClient({ exceptions: everywhere, log }))
  let loaded: Promise<Speaker> | null = null

  const once: Speaker = async (prompt) => {
    // With the first question, as it takes a while and some megabytes.
    loaded ??= import('./provider.ts').then(({ connect }) => connect(settings, { fetch, clock, log }))
    return (await loaded)(prompt)
  }

  return async (prompt) => {
    for (const pause of pauses) {
      const spoken = await once(prompt)
      if (spoken.type === 'said' || !spoken.passing) return spoken
      const asked = Math.max(spoken.fault.retryAfter ?? 0, pause)
      if (asked > longestPause) return spoken
      await sleep(pace(asked), undefined, { signal: prompt.signal }).catch(() => prompt.signal.throwIfAborted())
    }
    return once(prompt)
  }
}
