const beginnings = {
  'image/jpeg': /^ffd8ff/,
  'image/png': /^89504e470d0a1a0a/,
  'image/gif': /^474946383[79]61/,
  'image/webp': /^52494646.{8}57454250/,
  'video/mp4': /^.{8}(?:66747970|6d6f6f76|6d646174|66726565|77696465|736b6970)/,
} as const

export type Beginning = keyof typeof beginnings

const looked = 16

/** The type of a file by its first bytes; null if it is none of these. */
export function typeOf(bytes: Buffer): Beginning | null {
  const digits = bytes.subarray(0, looked).toString('hex')
  // The keys are the types.
  for (const [type, beginning] of Object.entries(beginnings)) if (beginning.test(digits)) return type as Beginning
  return null
}
