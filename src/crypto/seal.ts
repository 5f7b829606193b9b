import { createCipheriv, createDecipheriv, createHash, createSecretKey, hkdfSync, randomBytes } from 'node:crypto'

const ivBytes = 12
const tagBytes = 16

/**
 * Encrypts secrets in the database. An encrypted value is bound to its table, column and row, so that it cannot be
 * decrypted in another row.
 */
export interface Sealer {
  /** The prefix of everything that is encrypted with the newest key. */
  readonly newest: string
  readonly seal: (text: string, binding: string) => string
  /** Throws `UnsealFault` if no key decrypts the value, or if it was changed or moved. */
  readonly open: (sealed: string, binding: string) => string
}

export class UnsealFault extends Error {}

/** The first secret encrypts; all secrets decrypt. */
export function createSealer(secrets: readonly string[]): Sealer {
  const keys = secrets.map((secret) => {
    const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'polypost seal v1', 32))
    // Node opens six times as many values in the same time with a key object as with bytes.
    return { key: createSecretKey(bytes), id: createHash('sha256').update(bytes).digest('hex').slice(0, 8) }
  })
  const [newest] = keys
  if (newest === undefined) throw new Error('A sealer needs a secret.')

  return {
    newest: `${newest.id}.`,
    seal(text, binding) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', newest.key, iv).setAAD(Buffer.from(binding))
      const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${newest.id}.${sealed.toString('base64url')}`
    },
    open(sealed, binding) {
      const [id, payload = ''] = sealed.split('.')
      const found = keys.find((key) => key.id === id)
      if (found === undefined) throw new UnsealFault('None of the secret keys decrypts this value.')
      const bytes = Buffer.from(payload, 'base64url')
      try {
        const decipher = createDecipheriv('aes-256-gcm', found.key, bytes.subarray(0, ivBytes), {
          authTagLength: tagBytes,
        })
        decipher.setAAD(Buffer.from(binding)).setAuthTag(bytes.subarray(-tagBytes))
        return decipher.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
      } catch (cause) {
        throw new UnsealFault('An encrypted value was changed or moved.', { cause })
      }
    },
  }
}

/** Opens each value once, and remembers this number of them. Opening one takes almost half as long as signing. */
export function remembering(open: Sealer['open'], most: number): Sealer['open'] {
  const opened = new Map<string, string>()
  return (sealed, binding) => {
    const key = `${binding} ${sealed}`
    const known = opened.get(key)
    if (known !== undefined) return known
    const text = open(sealed, binding)
    if (opened.size >= most) opened.clear()
    opened.set(key, text)
    return text
  }
}
