import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { limitConcurrency } from '../system/limit-concurrency.ts'

/** The cost of a guess. Raise it when machines get faster: hashes with another cost are replaced at the next sign-in. */
const cost = { logN: 15, r: 8, p: 3 }
/** A hash needs 32 MB and most of a core for half a second. */
const atOnce = 1
const mostWaiting = 30
const saltBytes = 16
const hashBytes = 32

export interface Passwords {
  /** The text to store. It contains the cost and the salt. */
  readonly hash: (password: string) => Promise<string>
  /**
   * Without a stored hash it works as long, and the password is wrong. `isKnown`: the person has signed in from there before,
   * so the guesses of strangers do not come first.
   */
  readonly check: (password: string, stored: string | null, isKnown: boolean) => Promise<PasswordCheck>
}

export interface PasswordCheck {
  readonly right: boolean
  /** The hash has another cost than new ones. */
  readonly outdated: boolean
}

/** Hashes passwords, two at a time: one for strangers, and one for all others. `tooMany` makes the error for more than can wait. */
export function createPasswords(tooMany: () => Error): Passwords {
  const queue = () => {
    const limited = limitConcurrency(atOnce)
    let waiting = 0
    return async (password: string, salt: Buffer, price: Cost): Promise<Buffer> => {
      if (waiting >= atOnce + mostWaiting) throw tooMany()
      waiting += 1
      try {
        return await limited(() => derive(password, salt, price))
      } finally {
        waiting -= 1
      }
    }
  }
  const [ofKnown, ofStrangers] = [queue(), queue()]

  return {
    hash: async (password) => {
      const salt = randomBytes(saltBytes)
      return write(salt, await ofKnown(password, salt, cost))
    },
    check: async (password, stored, isKnown) => {
      const queued = isKnown ? ofKnown : ofStrangers
      const parts = stored === null ? null : read(stored)
      const made = await queued(password, parts?.salt ?? randomBytes(saltBytes), parts?.cost ?? cost)
      if (parts === null) return { right: false, outdated: false }
      const { logN, r, p } = parts.cost
      return {
        right: timingSafeEqual(made, parts.hash),
        outdated: logN !== cost.logN || r !== cost.r || p !== cost.p,
      }
    },
  }
}

type Cost = typeof cost

const derive = (password: string, salt: Buffer, { logN, r, p }: Cost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const N = 2 ** logN
    // Different keyboards write the same letter in different ways.
    scrypt(password.normalize('NFKC'), salt, hashBytes, { N, r, p, maxmem: 256 * N * r }, (error, made) =>
      error ? reject(error) : resolve(made),
    )
  })

const write = (salt: Buffer, hash: Buffer): string =>
  ['scrypt', cost.logN, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$')

function read(stored: string): { cost: Cost; salt: Buffer; hash: Buffer } {
  const [, logN, r, p, salt = '', hash = ''] = stored.split('$')
  return {
    cost: { logN: Number(logN), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    hash: Buffer.from(hash, 'base64url'),
  }
}
