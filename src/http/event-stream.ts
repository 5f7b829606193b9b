import { PassThrough, Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PublicError, unavailable } from '../contract/errors.ts'
import type { Pace } from '../system/pace.ts'
import type { Caller, Streamed } from '../usecases/context.ts'
import { streamBufferBytes, streamsPerProcess, streamsPerUser } from './limits.ts'
import { writeEvents } from './write-events.ts'

export interface EventStreams {
  /** Responds with a stream. `check` rejects with a PublicError when the key is no longer valid. */
  readonly answer: (request: FastifyRequest, reply: FastifyReply, streamed: StreamRequest) => FastifyReply
  /** The number of open streams. */
  readonly count: () => number
  /** Ends all streams, so that clients reconnect to another process. */
  readonly stop: () => void
}

interface StreamRequest {
  readonly caller: Caller
  readonly body: Streamed
  readonly check: () => Promise<unknown>
}

interface Open {
  readonly userId: number
  readonly end: () => void
}

export function createEventStreams(pace: Pace): EventStreams {
  const all = new Set<Open>()
  let stopped = false

  function requireRoom(userId: number): void {
    if (stopped || all.size >= streamsPerProcess)
      throw unavailable('This process cannot open another event stream at the moment.')
    if ([...all].filter((open) => open.userId === userId).length < streamsPerUser) return
    const message = `A user can have ${streamsPerUser} open event streams. Close one of them.`
    throw new PublicError('limit_reached', message, {
      details: [{ code: 'limit_reached', message: 'Too many event streams.', limit: streamsPerUser }],
    })
  }

  return {
    answer: (request, reply, { caller: { userId }, body, check }) => {
      requireRoom(userId)
      reply.type('text/event-stream; charset=utf-8').headers({
        connection: 'close',
        // Otherwise a proxy would buffer small parts.
        'x-accel-buffering': 'no',
      })
      if (request.method === 'HEAD') return reply.send(Readable.from([]))
      const stream = new PassThrough({ highWaterMark: streamBufferBytes })
      const open = { userId, end: writeEvents(stream, { request, reply, pace, body, check }) }
      all.add(open)
      stream.once('close', () => all.delete(open))
      return reply.send(stream)
    },
    count: () => all.size,
    stop: () => {
      stopped = true
      for (const { end } of all) end()
    },
  }
}
