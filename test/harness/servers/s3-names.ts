import dns from 'node:dns'

/** Buckets have host names below this one, such as `bucket.s3.test`. Only this process resolves it. */
export const hostName = 's3.test'

const { lookup } = dns
let resolvesHere = false

/** Machines do not resolve invented names, and changing the hosts file requires an administrator. */
export function resolveHere(): void {
  if (resolvesHere) return
  resolvesHere = true
  const ours = (name: string) => name === hostName || name.endsWith(`.${hostName}`)
  dns.lookup = Object.assign(
    // Passes the arguments of all overloads unchanged.
    (name: string, ...rest: unknown[]) => Reflect.apply(lookup, dns, [ours(name) ? '127.0.0.1' : name, ...rest]),
    { __promisify__: lookup.__promisify__ },
  )
}
