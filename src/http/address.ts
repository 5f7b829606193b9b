import { isIP } from 'node:net'

/**
 * The key of an address for rate limits: an IPv4 address, or the first half of an IPv6 address, because its owner
 * usually has all addresses with that half. All invalid addresses from a trusted proxy count as one.
 */
export function addressKey(ip: string): string {
  const version = isIP(ip)
  if (version === 0) return 'none'
  if (version === 4) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail] = ip.split('::')
  const groups = head === '' ? [] : head.split(':')
  const known = tail === undefined ? groups : [...groups, ...Array<string>(8).fill('0')]
  return `${known.slice(0, 4).join(':')}::/64`
}
