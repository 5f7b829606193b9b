import { createTurns } from '../system/turns.ts'
import type { Lookup } from './dial.ts'

/**
 * Look-ups that run at once. Each takes one of the process's threads (32, of which files and pictures need some too)
 * until the system gives up, and whoever owns a name decides how long that takes.
 */
const atOnce = { known: 12, strange: 8 }
/** Names that have led somewhere, the latest that did; about 100 bytes each. */
const maxKnown = 20_000

/** Keeps names that never resolve from holding up those that do: they get places of their own, one for each name. */
export function createFairLookup(lookup: Lookup): Lookup {
  const known = new Set<string>()
  const running = new Map<string, Promise<readonly string[]>>()
  const turns = { known: createTurns(atOnce.known), strange: createTurns(atOnce.strange) }

  async function look(name: string): Promise<readonly string[]> {
    // A name is as good as its last look-up.
    const turn = known.delete(name) ? turns.known : turns.strange
    const addresses = await turn(() => lookup(name))
    known.add(name)
    const [oldest] = known
    if (known.size > maxKnown && oldest !== undefined) known.delete(oldest)
    return addresses
  }

  return (name) => {
    const started = running.get(name) ?? look(name).finally(() => running.delete(name))
    running.set(name, started)
    return started
  }
}
