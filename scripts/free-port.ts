import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems use for outgoing connections (Linux: from 32768), which could take the port first. */
const lowest = 20_000
const count = 10_000
const maxTries = 100

/** A free port of this machine, chosen at random so that two callers at the same time get different ports. */
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
