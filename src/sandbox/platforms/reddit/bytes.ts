const beginnings = {
  'image/jpeg': /^ffd8ff/,
  'image/png': /^89504e470d0a1a0a/,
  'image/gif': /^474946383[79]61/,
} as const

const looked = 16

/** The type of an image by its first bytes; undefined if it is none of these. */
export function typeOf(bytes: Buffer): string | undefined {
  const digits = bytes.subarray(0, looked).toString('hex')
  return Object.entries(beginnings).find(([, beginning]) => beginning.test(digits))?.[0]
}
