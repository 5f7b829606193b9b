import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench, Row } from '../kit/bench.ts'
import type { InstanceData } from '../kit/instance-data.ts'
import { addUsers } from '../kit/seed.ts'
import { instance } from '../kit/servers.ts'
import { quantile } from '../kit/table.ts'

const postsEach = 40 // in a round
/** In milliseconds. The job of the post before ends meanwhile: its account takes one job at a time. */
const pause = 100

export const firstByte: Row = {
  about: 'milliseconds from the response of POST /post to the first byte at the platform, idle, on both databases',
  run: async (bench) => {
    for (const kind of ['sqlite', 'postgres'] as const) {
      const data = await bench.makeData(kind)
      const waits = await firstBytes(bench, data)
      const rounds = Array.from({ length: bench.rounds }, (_, round) =>
        waits.slice(postsEach * (round + 1), postsEach * (round + 2)),
      )
      bench.print({
        name: `accepted to the platform’s first byte, idle, p50, ${data.title}`,
        ours: `p99 ${quantile(rounds.flat(), 0.99).toFixed(1)} ms`,
        values: rounds.map((one) => quantile(one, 0.5)),
        unit: ' ms',
        digits: 1,
        goal: { atMost: kind === 'postgres' ? 4 : 3 },
      })
    }
  },
}

/** One round more than is reported, to warm up. */
async function firstBytes(bench: Bench, data: InstanceData): Promise<number[]> {
  let arrived = Promise.withResolvers<number>()
  let number = 0
  const platform = createServer((incoming, outgoing) => {
    const at = performance.now()
    incoming.resume().on('end', () => {
      number += 1
      outgoing.writeHead(201, { 'content-type': 'application/json' })
      outgoing.end(JSON.stringify({ data: { id: String(number), text: '' } }), () => arrived.resolve(at))
    })
  }).listen(0, '127.0.0.1')
  bench.atEnd(() => platform.close())
  await once(platform, 'listening')
  // The address of a listening TCP server is an object.
  const { port } = platform.address() as AddressInfo
  const server = await instance('both', 'platforms', {
    ...data.env,
    X_API_URL: `http://127.0.0.1:${port}`,
    X_CLIENT_ID: 'bench',
  })
  bench.atEnd(server.stop)
  const [user] = await addUsers(data, 1, ['x'])
  const agent = new Agent({ keepAlive: true })
  bench.atEnd(() => agent.destroy())
  const waits: number[] = []
  for (let post = 0; post < postsEach * (bench.rounds + 1); post += 1) {
    arrived = Promise.withResolvers()
    const answered = await accepted(server.base, user?.key ?? '', agent)
    waits.push((await arrived.promise) - answered)
    await sleep(pause)
  }
  return waits
}

/** Returns the time of the response. */
async function accepted(base: string, key: string, agent: Agent): Promise<number> {
  const outgoing = request(`${base}/api/v1/post`, {
    method: 'POST',
    agent,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  })
  outgoing.end(JSON.stringify({ message: 'We are live: come and see what is new.', platforms: ['x'] }))
  const [response] = await once(outgoing, 'response')
  const at = performance.now()
  response.resume()
  await once(response, 'end')
  if (response.statusCode !== 200) throw new Error(`POST /post: ${response.statusCode}`)
  return at
}
