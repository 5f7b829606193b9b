import { PassThrough, Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PublicError, unavailable } from '../contract/errors.ts'
import type { AtOnce } from '../system/at-once.ts'
import type { Pace } from '../system/pace.ts'
import type { Caller, EventStream } from '../usecases/context.ts'
import { streamBufferBytes, streamsPerProcess } from './limits.ts'
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
  readonly body: EventStream
  readonly check: () => Promise<unknown>
}

export interface EventStreamServices {
  readonly pace: Pace
  /** The open streams of each user with a key, and of each session of a person. */
  readonly eventStreams: AtOnce
  readonly maxEventStreams: Readonly<Record<Caller['plan'], number>>
}

export function createEventStreams({ pace, eventStreams, maxEventStreams }: EventStreamServices): EventStreams {
  /** The functions that end the open streams. */
  const all = new Set<() => void>()
  let stopped = false

  /** Counts one more stream, and returns the function that counts it no longer. */
  function take({ userId, plan, session }: Caller): () => void {
    if (stopped || all.size >= streamsPerProcess)
      throw unavailable('This process cannot open another event stream at the moment.')
    const limit = maxEventStreams[plan]
    const release = eventStreams.begin(session ? `session ${session.id}` : userId, limit)
    if (release) return release
    const message = `Your plan allows ${limit} open event streams${session ? ' in each session' : ''}, and you have ${limit}. Close one of them, or ask the operator to raise the limit.`
    throw new PublicError('limit_reached', message, {
      details: [{ code: 'limit_reached', message: 'Too many event streams.', limit, actual: limit }],
    })
  }

  return {
    answer: (request, reply, { caller, body, check }) => {
      // HEAD opens no stream, so it needs no room.
      const release = request.method === 'HEAD' ? null : take(caller)
      reply.type('text/event-stream; charset=utf-8').headers({
        connection: 'close',
        // Otherwise a proxy would buffer small parts.
        'x-accel-buffering': 'no',
      })
      if (release === null) return reply.send(Readable.from([]))
      const stream = new PassThrough({ highWaterMark: streamBufferBytes })
      const end = writeEvents(stream, { request, reply, pace, body, check })
      all.add(end)
      stream.once('close', () => {
        all.delete(end)
        release()
      })
      return reply.send(stream)
    },
    count: () => all.size,
    stop: () => {
      stopped = true
      for (const end of all) end()
    },
  }
}
