import { createTurns } from '../system/turns.ts'
import type { Lookup } from './dial.ts'

/**
 * Simultaneous lookups. Each uses one of the 32 threads of the process, which files and images need too, until the
 * system gives up; the owner of a name decides how long that takes.
 */
const atOnce = { known: 12, strange: 8 }
/** The latest names that were resolved; about 100 bytes each. */
const maxKnown = 20_000

/** Names that do not resolve get one separate place each, so that they do not delay names that do. */
export function createFairLookup(lookup: Lookup): Lookup {
  const known = new Set<string>()
  const running = new Map<string, Promise<readonly string[]>>()
  const turns = { known: createTurns(atOnce.known), strange: createTurns(atOnce.strange) }

  async function look(name: string): Promise<readonly string[]> {
    // Only the last lookup of a name counts.
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
