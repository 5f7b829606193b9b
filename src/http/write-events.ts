import { once } from 'node:events'
import type { PassThrough } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PublicError } from '../contract/errors.ts'
import type { StreamedEvent } from '../contract/status-stream.ts'
import type { Pace } from '../system/pace.ts'
import type { EventStream } from '../usecases/context.ts'
import { heartbeatEvery, heartbeatsMissed, streamEndTime, streamRetryAfter } from './limits.ts'

interface WriteOptions {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly pace: Pace
  readonly body: EventStream
  /** Rejects with a PublicError when the key is no longer valid. */
  readonly check: () => Promise<unknown>
}

/** Writes the parts to a stream as fast as the client reads. Returns a function that ends it. */
export function writeEvents(stream: PassThrough, { request, reply, pace, body, check }: WriteOptions): () => void {
  const closed = new AbortController()
  const { signal } = closed
  let position: number | null = null
  let written = 0
  /** How much was written at the last heartbeat, and how many heartbeats passed without the client reading it. */
  let before = 0
  let missed = 0

  const end = () => {
    closed.abort()
    clearInterval(heart)
    stream.end()
    // A client that does not read would keep the connection open.
    setTimeout(() => reply.raw.destroy(), streamEndTime).unref()
  }

  async function write(): Promise<void> {
    stream.write(`retry: ${streamRetryAfter}\n`)
    for await (const part of body.parts(signal)) {
      if (signal.aborted) return
      const text = position === null ? mark(part.position) + textOf(part.events) : textOf(part.events)
      position = part.position
      written += text.length
      if (text !== '' && !stream.write(text)) await once(stream, 'drain', { signal })
    }
  }

  function beat(): void {
    check().catch((error: unknown) => {
      if (error instanceof PublicError) end()
    })
    missed = stream.writableNeedDrain && written === before ? missed + 1 : 0
    before = written
    if (missed >= heartbeatsMissed) {
      request.log.info('an event stream was closed because its client reads nothing')
      reply.raw.destroy()
    } else if (!stream.writableNeedDrain && position !== null) stream.write(`: still here\n${mark(position)}`)
  }

  const heart = setInterval(beat, pace(heartbeatEvery))
  stream.once('close', () => {
    clearInterval(heart)
    closed.abort()
  })
  write().catch((err) => {
    if (signal.aborted) return
    request.log.warn({ err }, 'an event stream failed')
    end()
  })
  return end
}

/** Sends a position without an event, so that the client can continue from it. */
const mark = (position: number): string => `id: ${position}\n\n`

const textOf = (events: readonly StreamedEvent[]): string =>
  events.map(({ id, event, data }) => `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join('')
