import { isIP } from 'node:net'

/**
 * What counts as one address when requests are limited: an IPv4 address, or the first half of an IPv6 one, since whoever
 * has one of those has the whole half. Whatever a trusted proxy hands on that is no address counts as one together.
 */
export function addressKey(ip: string): string {
  if (isIP(ip) === 0) return 'none'
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped !== undefined || !ip.includes(':')) return mapped ?? ip
  const [head = '', tail] = ip.split('::')
  const groups = head === '' ? [] : head.split(':')
  const known = tail === undefined ? groups : [...groups, ...Array<string>(8).fill('0')]
  return `${known.slice(0, 4).join(':')}::/64`
}
