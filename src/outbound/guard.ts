import { BlockList, isIP } from 'node:net'
import { OutboundFault } from './fault.ts'

/** Address ranges that the operator has allowed, on every port. */
export interface Exceptions {
  readonly none: boolean
  readonly has: (address: string) => boolean
}

/** Why a connection to an address is refused. */
export type Refusal = 'address' | 'port'

const openPorts: readonly number[] = [80, 443]
const maxNameLength = 253 // characters, RFC 1035

/** IPv4 that is not the public internet: the IANA special-purpose registry, and internal services of clouds at public addresses. */
const closedIpv4: readonly (readonly [range: string, what: string])[] = [
  ['0.0.0.0/8', 'this network'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'shared by carriers; Alibaba’s metadata'],
  ['127.0.0.0/8', 'loopback'],
  ['168.63.129.16/32', 'the host of an Azure machine'],
  ['169.254.0.0/16', 'link-local; metadata of most clouds'],
  ['172.16.0.0/12', 'private'],
  ['192.0.0.0/24', 'protocol assignments; Oracle’s metadata'],
  ['192.0.2.0/24', 'documentation'],
  ['192.88.99.0/24', '6to4 relays'],
  ['192.168.0.0/16', 'private'],
  ['198.18.0.0/15', 'benchmarking'],
  ['198.51.100.0/24', 'documentation'],
  ['203.0.113.0/24', 'documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['240.0.0.0/4', 'reserved, and broadcast'],
]

/**
 * IPv6 is public inside 2000::/3 only. Everything that wraps an IPv4 address (mapped, compatible, NAT64) lies outside,
 * as do unique-local, link-local, site-local and multicast addresses.
 */
const publicIpv6 = '2000::/3'
const closedIpv6: readonly (readonly [range: string, what: string])[] = [
  ['2001::/23', 'protocol assignments: Teredo, benchmarking, ORCHID'],
  ['2001:db8::/32', 'documentation'],
  ['3fff::/20', 'documentation'],
]

/** 6to4 carries an IPv4 address in its second and third group, and is as public as that address. */
function as6to4([range]: readonly [range: string, what: string]): string {
  const [address = '', prefix] = range.split('/')
  const bytes = address.split('.').map((part) => Number(part).toString(16).padStart(2, '0'))
  return `2002:${bytes.slice(0, 2).join('')}:${bytes.slice(2).join('')}::/${16 + Number(prefix)}`
}

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/')
    list.addSubnet(address, Number(prefix), familyOf(address))
  }
  return list
}

/** Of an address that is valid. `isIP` would compile a large expression, at every start. */
const familyOf = (address: string) => (address.includes(':') ? 'ipv6' : 'ipv4')
const rangeOf = ([range]: readonly [range: string, what: string]): string => range

const closed = listOf([...closedIpv4.map(rangeOf), ...closedIpv6.map(rangeOf), ...closedIpv4.map(as6to4)])
const openIpv6 = listOf([publicIpv6])

/** From the setting, whose form is already checked. */
export function readExceptions(ranges: readonly string[]): Exceptions {
  const list = listOf(ranges)
  return {
    none: ranges.length === 0,
    has: (address) => isPlain(address) && list.check(address, familyOf(address)),
  }
}

export const noExceptions: Exceptions = readExceptions([])

/** An address with a zone (`fe80::1%eth0`) is always local, and parsers read it differently. */
const isPlain = (address: string): boolean => isIP(address) !== 0 && !address.includes('%')

const isPublic = (address: string): boolean =>
  isPlain(address) &&
  (isIP(address) === 4 || openIpv6.check(address, 'ipv6')) &&
  !closed.check(address, familyOf(address))

/** Checks an address before the connection is opened. */
export function refusal(address: string, port: number, exceptions: Exceptions): Refusal | null {
  if (exceptions.has(address)) return null
  if (!isPublic(address)) return 'address'
  return openPorts.includes(port) ? null : 'port'
}

export const isAllowed = (address: string, port: number, exceptions: Exceptions): boolean =>
  refusal(address, port, exceptions) === null

/** Checks an address that a name resolved to. */
export const refusalOf = (host: string, address: string, port: number, exceptions: Exceptions): Refusal | null =>
  isInner(host) && !exceptions.has(address) ? 'address' : refusal(address, port, exceptions)

const innerNames = /(^|\.)(internal|local|localhost|home\.arpa)$/

/** Names of private networks: they are only allowed for the ranges that the operator has allowed. */
export const isInner = (host: string): boolean => isIP(host) === 0 && (!host.includes('.') || innerNames.test(host))

/** Without brackets and without the root’s dot, as it is looked up, compared and shown to TLS. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

export const portOf = ({ port, protocol }: URL): number =>
  port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)

/** Checks a URL before its name is looked up. The URL parser has already normalized addresses. */
export function checkUrl(given: string | URL, exceptions: Exceptions = noExceptions): URL {
  const url = URL.parse(String(given))
  if (!url) throw new OutboundFault('bad_url', 'This is not a complete URL.')
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new OutboundFault('bad_url', 'Only http and https URLs are allowed.')
  if (url.username !== '' || url.password !== '')
    throw new OutboundFault('bad_url', 'The URL must not contain a user name or a password.')
  const host = hostOf(url)
  if (host === '' || host.length > maxNameLength || /^\.|\.\.|\.$/.test(host))
    throw new OutboundFault('bad_url', 'The URL has no valid host name.')

  if (isIP(host) !== 0) {
    const refused = refusal(host, portOf(url), exceptions)
    if (refused) throw forbidden(refused, host)
  } else if (exceptions.none) {
    if (isInner(host)) throw forbidden('address', host)
    if (!openPorts.includes(portOf(url))) throw forbidden('port', host)
  }
  return url
}

/** Whether a URL is public, as far as this is known before its name is looked up. */
export function isPublicUrl(given: string): boolean {
  const url = URL.parse(given)
  if (!url || !/^https?:$/.test(url.protocol)) return false
  const host = hostOf(url)
  return isIP(host) === 0 ? !isInner(host) : isPublic(host)
}

/** `address` is only for the log: strangers must not learn which address a name resolves to. */
export const forbidden = (refused: Refusal, address: string): OutboundFault =>
  new OutboundFault(
    'forbidden_address',
    refused === 'address'
      ? 'The URL has a private or reserved address, and this service connects only to public addresses. The operator can allow more with POLYPOST_ALLOW_PRIVATE_ADDRESSES.'
      : 'The URL has a port that this service does not connect to. Only 80 and 443 are allowed.',
    { cause: new Error(`Refused for its ${refused}: ${address}`) },
  )
