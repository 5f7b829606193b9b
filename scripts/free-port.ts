import { once } from 'node:events'
import { createServer } from 'node:net'

/** A port of this machine that nobody had just now. */
export const freePort = (): Promise<number> => tryPort(0)

/** Below those that systems give to whoever calls out (Linux: from 32768). */
const lowest = 20_000
const count = 10_000
const maxTries = 100

/** The same, for a server that is to come again at its port: while it is away no call of anybody's takes it. */
export async function lastingPort(): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const port = lowest + Math.floor(Math.random() * count)
    try {
      return await tryPort(port)
    } catch (error) {
      if (tries === maxTries) throw error
    }
  }
}

async function tryPort(port: number): Promise<number> {
  const probe = createServer().listen(port, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (address === null || typeof address === 'string') throw new Error('No free port.')
  return address.port
}
