import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { get as getSecurely } from 'node:https'
import { text } from 'node:stream/consumers'
import { streamedData } from '../../src/contract/status-stream.ts'
import { eventually } from './eventually.ts'

/** An event whose data was checked against the contract. */
export interface StreamEvent {
  readonly id: number
  readonly event: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read data of every shape, and it was checked.
  readonly data: any
}

/** A stream of events as its client sees it. */
export interface EventReader {
  /** All events received so far. */
  readonly events: readonly StreamEvent[]
  /** The last ID, which a client sends when it reconnects. */
  readonly lastId: () => string
  /** The number of heartbeats. */
  readonly heartbeats: () => number
  /** Waits for this number of events. */
  readonly until: (count: number) => Promise<readonly StreamEvent[]>
  /** Waits for its end: `whole` if the server ended it, `cut` if the connection broke. */
  readonly ended: () => Promise<'whole' | 'cut'>
  readonly drop: () => void
}

/** Opens a stream on a new connection, and waits until it has begun. A key of null sends none, but maybe a cookie. */
export async function readEvents(
  base: string,
  key: string | null,
  headers: Readonly<Record<string, string>> = {},
): Promise<EventReader> {
  const request = (base.startsWith('https:') ? getSecurely : get)(`${base}/api/v1/events/stream`, {
    agent: false,
    headers: { ...(key === null ? {} : { authorization: `Bearer ${key}` }), ...headers },
  })
  const [response]: IncomingMessage[] = await once(request, 'response')
  assert.ok(response)
  if (response.statusCode !== 200) assert.fail(await text(response))
  assert.match(response.headers['content-type'] ?? '', /^text\/event-stream\b/)
  const events: StreamEvent[] = []
  let lastId = ''
  let heartbeats = 0

  function take(block: string): void {
    const lines = block.split('\n')
    const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
    if (lines.some((line) => line.startsWith(':'))) heartbeats += 1
    lastId = field('id') ?? lastId
    const [event, data] = [field('event'), field('data')]
    if (event === undefined || data === undefined) return
    assert.ok(event === 'job' || event === 'post' || event === 'reset', block)
    events.push({ id: Number(lastId), event, data: streamedData[event].parse(JSON.parse(data)) })
  }

  async function read(from: IncomingMessage): Promise<void> {
    let rest = ''
    for await (const piece of from.setEncoding('utf8')) {
      const blocks = (rest + piece).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) take(block)
    }
  }

  let end: 'whole' | 'cut' | undefined
  read(response).then(
    () => {
      end = 'whole'
    },
    (error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'ECONNRESET')) throw error
      end = 'cut'
    },
  )
  // It begins with its position.
  await eventually('the stream has begun', () => lastId !== '')
  return {
    events,
    lastId: () => lastId,
    heartbeats: () => heartbeats,
    until: async (count) => {
      await eventually(`${count} events are told`, () => events.length >= count)
      return events
    },
    ended: () => eventually('the stream ends', () => end),
    drop: () => request.destroy(),
  }
}
