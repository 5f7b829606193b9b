import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems use for outgoing connections (Linux: from 32768), which could take the port first. */
const lowest = 20_000
const count = 10_000
const maxTries = 100
/**
 * Each process tries the ports one after the other, from a place of its own: on a busy machine a process needs seconds until
 * it listens on its port, and another one must not find it free in the meantime. The prime puts processes that begin together
 * far apart.
 */
let next = (process.pid * 1009) % count

/** A free port of this machine. */
export async function freePort(): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const port = lowest + next
    next = (next + 1) % count
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
