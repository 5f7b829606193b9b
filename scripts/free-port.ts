import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below those that systems give to whoever calls out (Linux: from 32768), or a call of anybody's may take it first. */
const lowest = 20_000
const count = 10_000
const maxTries = 100

/** A port of this machine that nobody had just now, chosen at random so that two who ask at once get two. */
export async function freePort(): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const port = lowest + Math.floor(Math.random() * count)
    const probe = createServer().listen(port, '127.0.0.1')
    try {
      await once(probe, 'listening')
      return port
    } catch (error) {
      if (tries === maxTries) throw error
    } finally {
      probe.close()
    }
  }
}
