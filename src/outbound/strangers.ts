import { Resolver } from 'node:dns/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { second } from '../domain/time.ts'
import { limitConcurrency } from '../system/limit-concurrency.ts'
import { type Lookup, systemLookup } from './dial.ts'
import { isInner } from './guard.ts'

/**
 * Simultaneous lookups of internal names. Each occupies one of the 16 threads that Node gives to the system's resolver,
 * until the system gives up; the names of platforms need these threads too.
 */
const innerAtOnce = 4
/** How long a name server may take, and how often it is asked. */
const patience = 3 * second
const tries = 2
/** After this time the name counts as not found. */
const longest = 9 * second
/** How long the addresses of one family wait for those of the other. */
const tail = second / 4

/**
 * Looks up host names that users have chosen. It asks the name servers itself, over UDP, and occupies no thread. So a
 * user whose names never resolve delays nobody, however many there are. The hosts file and the search domains are not
 * used, except for internal names, which are only allowed in networks that the operator has opened.
 */
export function strangersLookup({ servers }: { readonly servers?: readonly string[] } = {}): Lookup {
  const inner = limitConcurrency(innerAtOnce)
  const running = new Map<string, Promise<readonly string[]>>()
  const look = (name: string) => (isInner(name) ? inner(() => systemLookup(name)) : ask(name, servers))
  return (name) => {
    const started = running.get(name) ?? look(name).finally(() => running.delete(name))
    running.set(name, started)
    return started
  }
}

/** Names of the operator's own settings are looked up as the system does; all other names are those of strangers. */
export const lookupFor =
  (ownNames: ReadonlySet<string>, strangers: Lookup): Lookup =>
  (name) =>
    ownNames.has(name) ? systemLookup(name) : strangers(name)

/** A resolver of its own for each lookup: it reads the system's name servers again, and can be stopped alone. */
async function ask(name: string, servers: readonly string[] | undefined): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: patience, tries })
  if (servers) resolver.setServers(servers)
  const timer = setTimeout(() => resolver.cancel(), longest)
  const families = [resolver.resolve4(name), resolver.resolve6(name)] as const
  try {
    await Promise.any(families)
    const [four, six] = await Promise.all(families.map(soon))
    return interleaved(four ?? [], six ?? [])
  } catch (error) {
    throw error instanceof AggregateError ? error.errors[0] : error
  } finally {
    clearTimeout(timer)
    resolver.cancel()
  }
}

/** Empty if the addresses do not come soon, or if there are none. */
const soon = (addresses: Promise<readonly string[]>): Promise<readonly string[]> =>
  Promise.race([addresses.catch(() => []), sleep(tail, [], { ref: false })])

/** A machine may reach only one of the families, and only the first addresses are tried. */
const interleaved = (one: readonly string[], other: readonly string[]): readonly string[] =>
  Array.from({ length: Math.max(one.length, other.length) }, (_, at) =>
    [one[at], other[at]].filter((address) => address !== undefined),
  ).flat()
