import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** The upload that a signed address allows: one file of exactly this type and size, until it expires. */
export interface UploadPermit {
  readonly key: string
  readonly contentType: string
  readonly size: number
  /** Unix seconds. */
  readonly expires: number
}

export interface Signer {
  readonly sign: (permit: UploadPermit) => string
  readonly verify: (permit: UploadPermit, signature: string) => boolean
}

/** The first secret signs; signatures of all secrets are valid. */
export function createSigner(secrets: readonly string[]): Signer {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', 'polypost upload v1', 32)))
  const [newest] = keys
  if (newest === undefined) throw new Error('A signer needs a secret.')
  return {
    sign: (permit) => signature(newest, permit).toString('base64url'),
    verify: (permit, given) => {
      const bytes = Buffer.from(given, 'base64url')
      return keys.some((key) => {
        const right = signature(key, permit)
        return bytes.length === right.length && timingSafeEqual(bytes, right)
      })
    },
  }
}

const signature = (key: Buffer, { key: file, contentType, size, expires }: UploadPermit): Buffer =>
  createHmac('sha256', key).update([file, contentType, size, expires].join('\n')).digest()
