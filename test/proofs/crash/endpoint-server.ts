import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Manner, secretOf } from './endpoint-plan.ts'
import type { ToldEvent } from './endpoints.ts'

/**
 * Endpoints of every behaviour in their own process, at `/<behaviour>/<user>`. It records each delivery before it
 * responds, and returns the records on `GET /ledger`. It prints its port, and runs until it is killed.
 */
const ledger: ToldEvent[] = []
const times = new Map<string, number>()

const server = createServer((request, response) => {
  // A sender that dies in the middle of a request has sent nothing.
  answer(request, response).catch(() => response.destroy())
}).listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address === 'object') process.stdout.write(`${address.port}\n`)
})

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'GET') {
    response.end(JSON.stringify(ledger))
    return
  }
  const path = request.url ?? ''
  const told = toldBy(path, request, await textOf(request))
  ledger.push(told)
  const key = `${path} ${told.eventId}`
  const time = (times.get(key) ?? 0) + 1
  times.set(key, time)
  // The path comes from the plan, whose first parts are only behaviours.
  await behave[path.split('/')[1] as Manner](response, time, chanceOf(told.eventId))
}

async function textOf(request: IncomingMessage): Promise<string> {
  request.setEncoding('utf8')
  let text = ''
  for await (const piece of request) text += piece
  return text
}

function toldBy(path: string, { headers }: IncomingMessage, text: string): ToldEvent {
  const body = JSON.parse(text)
  const payload: string = body.signed_payload
  const digest = createHmac('sha256', secretOf(path.split('/')[2] ?? ''))
    .update(payload)
    .digest('hex')
  const [, data = ''] = /^\{"event":"[^"]+","event_id":"[^"]+","data":(.*),"sent_at":"[^"]+"\}$/s.exec(payload) ?? []
  const signed =
    headers['x-service-payload-signature'] === `sha256=${digest}` && headers['webhook-id'] === body.event_id
  return { path, eventId: body.event_id, event: body.event, data, signed }
}

/** From 0 up to 1, the same for each delivery of the event: its ID ends with random characters. */
const chanceOf = (eventId: string): number => Number.parseInt(eventId.slice(-8), 16) / 2 ** 32

type Behave = (response: ServerResponse, time: number, chance: number) => Promise<void> | void

const say =
  (status: number, headers: Readonly<Record<string, string>> = {}): Behave =>
  (response) => {
    response.writeHead(status, headers).end()
  }
const yes = say(204)
const least = 20 // milliseconds that the slow one takes
const more = 150

const behave: Readonly<Record<Manner, Behave>> = {
  steady: yes,
  slow: async (response, time, chance) => {
    await sleep(least + chance * more)
    await yes(response, time, chance)
  },
  // It fails up to twice.
  flaky: (response, time, chance) => (time <= Math.floor(chance * 3) ? say(500 + time) : yes)(response, time, chance),
  busy: (response, time, chance) =>
    (time === 1 && chance < 0.2 ? say(429, { 'retry-after': '1' }) : yes)(response, time, chance),
  broken: say(500),
  hanging: (response, time, chance) => (time === 1 ? undefined : yes(response, time, chance)),
  dead: () => {
    throw new Error('The dead have another port.')
  },
}
