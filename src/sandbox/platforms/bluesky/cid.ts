import { createHash } from 'node:crypto'
import type { Json } from '../../../domain/outcome.ts'

const base32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** RFC 4648 in lower case, without padding. */
export function toBase32(bytes: Uint8Array, alphabet = base32): string {
  let text = ''
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff
    bits += 8
    for (; bits >= 5; bits -= 5) text += alphabet.charAt((value >> (bits - 5)) & 31)
  }
  return bits > 0 ? text + alphabet.charAt((value << (5 - bits)) & 31) : text
}

function fromBase32(text: string): Buffer {
  const bytes: number[] = []
  let bits = 0
  let value = 0
  for (const character of text) {
    value = ((value << 5) | base32.indexOf(character)) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((value >> bits) & 0xff)
  }
  return Buffer.from(bytes)
}

/** The kinds of content that a CID of version 1 identifies: the bytes of a file, or a record as DAG-CBOR. */
const codecs = { raw: 0x55, dagCbor: 0x71 } as const
const sha256Code = 0x12
const sha256Bytes = 32

/** Version, codec, hash function, length of the hash, hash. `b` means base 32. */
const cidOf = (codec: keyof typeof codecs, digest: Buffer): string =>
  `b${toBase32(Buffer.concat([Buffer.from([1, codecs[codec], sha256Code, sha256Bytes]), digest]))}`

export const blobCid = (sha256Hex: string): string => cidOf('raw', Buffer.from(sha256Hex, 'hex'))

export const recordCid = (record: Json): string =>
  cidOf('dagCbor', createHash('sha256').update(encode(record)).digest())

export const isCid = (text: string): boolean => /^baf(krei|yrei)[a-z2-7]{52}$/.test(text)

/** The major types of CBOR: the three highest bits of the first byte. */
const major = { unsigned: 0, negative: 1, bytes: 2, text: 3, list: 4, map: 5, tag: 6 } as const
const linkTag = 42

/** DAG-CBOR of the data that atproto allows: only integers; keys sorted by length, then by bytes. */
function encode(value: Json): Buffer {
  if (value === null) return Buffer.from([0xf6])
  if (typeof value === 'boolean') return Buffer.from([value ? 0xf5 : 0xf4])
  if (typeof value === 'number') return value < 0 ? head('negative', -1 - value) : head('unsigned', value)
  if (typeof value === 'string') return Buffer.concat([head('text', Buffer.byteLength(value)), Buffer.from(value)])
  if (isList(value)) return Buffer.concat([head('list', value.length), ...value.map(encode)])
  const keys = Object.keys(value)
  if (keys.length === 1 && typeof value.$link === 'string') return encodeLink(value.$link)
  if (keys.length === 1 && typeof value.$bytes === 'string') return encodeBytes(Buffer.from(value.$bytes, 'base64'))
  const sorted = keys.map((key) => Buffer.from(key)).sort((a, b) => a.length - b.length || a.compare(b))
  const entries = sorted.map((key) =>
    Buffer.concat([head('text', key.length), key, encode(value[key.toString()] ?? null)]),
  )
  return Buffer.concat([head('map', keys.length), ...entries])
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value)

const encodeBytes = (bytes: Buffer): Buffer => Buffer.concat([head('bytes', bytes.length), bytes])

/** A link is the bytes of its CID after a zero byte. */
const encodeLink = (cid: string): Buffer =>
  Buffer.concat([head('tag', linkTag), encodeBytes(Buffer.concat([Buffer.from([0]), fromBase32(cid.slice(1))]))])

/** A type and a count, the count in as few bytes as possible. */
function head(kind: keyof typeof major, count: number): Buffer {
  const first = major[kind] << 5
  if (count < 24) return Buffer.from([first | count])
  if (count < 2 ** 8) return Buffer.from([first | 24, count])
  const bytes = Buffer.alloc(9)
  if (count < 2 ** 16) {
    bytes.writeUInt8(first | 25)
    bytes.writeUInt16BE(count, 1)
    return bytes.subarray(0, 3)
  }
  if (count < 2 ** 32) {
    bytes.writeUInt8(first | 26)
    bytes.writeUInt32BE(count, 1)
    return bytes.subarray(0, 5)
  }
  bytes.writeUInt8(first | 27)
  bytes.writeBigUInt64BE(BigInt(count), 1)
  return bytes
}
