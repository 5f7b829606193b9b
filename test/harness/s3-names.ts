import dns from 'node:dns'

/** Below this name, which leads here in this process alone, buckets have names of their own: `bucket.s3.test`. */
export const hostName = 's3.test'

const { lookup } = dns
let resolvesHere = false

/** Machines resolve no made-up names, and to write into their list of hosts takes an administrator. */
export function resolveHere(): void {
  if (resolvesHere) return
  resolvesHere = true
  const ours = (name: string) => name === hostName || name.endsWith(`.${hostName}`)
  dns.lookup = Object.assign(
    // The arguments of all of its overloads go on as they came.
    (name: string, ...rest: unknown[]) => Reflect.apply(lookup, dns, [ours(name) ? '127.0.0.1' : name, ...rest]),
    { __promisify__: lookup.__promisify__ },
  )
}
