import type { LiveContext } from '../platforms/shared/context.ts'
import type { Log } from '../system/log.ts'
import type { Metrics } from '../system/metrics.ts'

interface About {
  /** Its name. */
  readonly platform: string
  readonly operation: string
  /** Aborts the calls: that is no failure of the platform. */
  readonly signal: AbortSignal | undefined
  readonly log: Log
  readonly metrics: Pick<Metrics, 'count'>
}

/** Counts the calls to a platform, and logs those that fail: never an address, and nothing of what is sent or received. */
export const recorded = (http: LiveContext['http'], about: About): LiveContext['http'] => ({
  request: async (request) => {
    const begun = performance.now()
    try {
      const response = await http.request(request)
      record(about, begun, response)
      return response
    } catch (error) {
      if (!about.signal?.aborted && !request.signal?.aborted) record(about, begun, null)
      throw error
    }
  },
})

interface RecordedAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

function record({ platform, operation, log, metrics }: About, begun: number, response: RecordedAnswer | null): void {
  const took = performance.now() - begun
  const status = response?.status ?? null
  metrics.count.platformCalled({ platform, operation, status, seconds: took / 1000 })
  if (status !== null && status < 400) return
  log.warn(
    {
      ...{ platform, operation, status },
      platform_request_id: response ? requestIdIn(response) : undefined,
      took_ms: Math.round(took),
    },
    'platform call failed',
  )
}

/** Each platform has another name for its own ID of a request. */
const idName = /(^|-)((request|trace|transaction|log)-?id|uuid|rid)$/
/** It comes from another machine, so it must look like an ID. */
const idForm = /^[\w.:+/=-]{1,100}$/

const requestIdIn = ({ headers }: RecordedAnswer): string | undefined =>
  Object.entries(headers).find(([name, value]) => idName.test(name) && idForm.test(value))?.[1]
