import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

const ivBytes = 12
const tagBytes = 16

/**
 * Encrypts what must not be readable in the database. What is sealed is bound to its place (table, column, row), so that
 * a sealed value copied to another row does not open.
 */
export interface Sealer {
  /** What everything sealed with the newest key begins with. */
  readonly newest: string
  readonly seal: (text: string, place: string) => string
  /** Throws `UnsealFault` where no key fits, or the value was altered or moved. */
  readonly open: (sealed: string, place: string) => string
}

export class UnsealFault extends Error {}

/** The first secret seals; every one opens what it sealed. */
export function createSealer(secrets: readonly string[]): Sealer {
  const keys = secrets.map((secret) => {
    const key = Buffer.from(hkdfSync('sha256', secret, '', 'polypost seal v1', 32))
    return { key, id: createHash('sha256').update(key).digest('hex').slice(0, 8) }
  })
  const [newest] = keys
  if (newest === undefined) throw new Error('A sealer needs a secret.')

  return {
    newest: `${newest.id}.`,
    seal(text, place) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', newest.key, iv).setAAD(Buffer.from(place))
      const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${newest.id}.${sealed.toString('base64url')}`
    },
    open(sealed, place) {
      const [id, payload = ''] = sealed.split('.')
      const found = keys.find((key) => key.id === id)
      if (found === undefined) throw new UnsealFault('No secret key fits this sealed value.')
      const bytes = Buffer.from(payload, 'base64url')
      try {
        const decipher = createDecipheriv('aes-256-gcm', found.key, bytes.subarray(0, ivBytes), {
          authTagLength: tagBytes,
        })
        decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-tagBytes))
        return decipher.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
      } catch (cause) {
        throw new UnsealFault('A sealed value was altered or moved.', { cause })
      }
    },
  }
}
