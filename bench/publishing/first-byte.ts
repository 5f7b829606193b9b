import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { instance } from '../serve.ts'
import type { Place } from './place.ts'
import { addUsers } from './seed.ts'

const posts = 200
const pause = 5 // milliseconds, in which the job ends

/** Milliseconds from the response of POST /post to the first byte at the platform, without other load. */
export async function firstBytes(place: Place): Promise<number[]> {
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
  await once(platform, 'listening')
  // The address of a listening TCP server is an object.
  const { port } = platform.address() as AddressInfo
  const server = await instance('both', 'platforms', {
    ...place.env,
    X_API_URL: `http://127.0.0.1:${port}`,
    X_CLIENT_ID: 'bench',
  })
  const [user] = await addUsers(place, 1, ['x'])
  const agent = new Agent({ keepAlive: true })
  const waits: number[] = []
  for (let post = 0; post < posts; post += 1) {
    arrived = Promise.withResolvers()
    const answered = await accepted(server.base, user?.key ?? '', agent)
    waits.push((await arrived.promise) - answered)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  await server.stop()
  agent.destroy()
  platform.close()
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
