import { ConnectionError, PolypostError, RateLimitError, ServerError } from './errors.ts'
import { Events as Operations } from './generated/operations.ts'
import type { StatusChange } from './generated/types.ts'
import { sleep } from './request.ts'
import { readEvents } from './server-sent-events.ts'

export type { StatusChange }

export interface FollowOptions {
  /** Continue after this event: the `id` of the last one that you handled. */
  readonly after?: number | undefined
  readonly signal?: AbortSignal | undefined
  /** How often in a row to connect again before giving up. Without it: for ever. */
  readonly retries?: number | undefined
}

const firstWait = 1_000
const longestWait = 30_000

export class Events extends Operations {
  /**
   * Every status change of jobs and posts as it happens. It connects again when the connection is lost and continues
   * where it was. After `reset`, changes may be missing: read what you show again.
   */
  async *follow({
    after,
    signal,
    retries = Number.POSITIVE_INFINITY,
  }: FollowOptions = {}): AsyncGenerator<StatusChange> {
    let position = after === undefined ? null : String(after)
    for (let failures = 0; !signal?.aborted; failures += 1) {
      try {
        for await (const change of this.#connect(position, signal)) {
          failures = 0
          if (change.id !== null) position = change.id
          if (change.data !== '') yield changeOf(change)
        }
      } catch (error) {
        if (signal?.aborted) return
        if (!mayPass(error) || failures >= retries) throw error
      }
      if (!signal?.aborted) await sleep(Math.min(firstWait * 2 ** failures, longestWait), signal).catch(() => {})
    }
  }

  async *#connect(position: string | null, signal: AbortSignal | undefined) {
    const headers = { accept: 'text/event-stream', ...(position === null ? {} : { 'last-event-id': position }) }
    const { body } = await this.transport.open('GET', '/events/stream', { options: { headers, signal } })
    if (body) yield* readEvents(body)
  }
}

/** A wrong key stays wrong; a network comes back. */
const mayPass = (error: unknown): boolean =>
  !(error instanceof PolypostError) ||
  error instanceof ConnectionError ||
  error instanceof ServerError ||
  error instanceof RateLimitError

const changeOf = ({ id, event, data }: { id: string | null; event: string; data: string }): StatusChange =>
  // The service promises this type in its description.
  ({ id: Number(id), event, data: JSON.parse(data) }) as StatusChange
