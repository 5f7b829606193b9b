import { describeKey, newApiKey } from '../../crypto/api-key.ts'
import { type Sealer, UnsealFault } from '../../crypto/seal.ts'
import { type Database, DatabaseFault } from '../../store/engine/database.ts'
import { checkBinding } from '../../store/engine/sealed.ts'
import { createInstance, findInstance } from '../../store/instance.ts'
import type { Clock } from '../../system/clock.ts'
import { crashPoint } from '../../system/crash-point.ts'
import { nobody } from '../audit.ts'
import { newKey } from './new-key.ts'
import { newUser } from './new-user.ts'

const checkText = 'polypost'

interface FirstStart {
  readonly database: Database
  readonly clock: Clock
  readonly sealer: Sealer
  readonly ownerKey: string | null
  /** Saves the new key before the owner is stored: if nobody had the key, nobody could sign in. */
  readonly keepKey: (key: string) => Promise<void>
}

/**
 * Creates the owner and the first key in an empty database, and returns that key; null if there is an owner already.
 * Any number of processes may start at once on one database: one of them does it.
 */
export async function firstStart({ database, clock, sealer, ownerKey, keepKey }: FirstStart): Promise<string | null> {
  const made = await database.transaction(async (tx) => {
    if (await findInstance(tx)) return null
    const now = clock.now()
    if (!(await createInstance(tx, { created_at: now, secret_check: sealer.seal(checkText, checkBinding) })))
      return null
    const owner = await newUser(tx, { email: 'owner@localhost', plan: 4, by: nobody, now })
    const key = ownerKey === null ? newApiKey() : describeKey(ownerKey)
    await newKey(tx, key, { userId: owner.id, name: 'owner', scopes: ['read', 'write', 'admin'], expiresAt: null, now })
    if (ownerKey === null) await keepKey(key.key)
    return key.key
  })
  crashPoint('first-start.made')
  await checkSecret(database, sealer)
  return made
}

async function checkSecret(database: Database, sealer: Sealer): Promise<void> {
  const instance = await findInstance(database.read)
  try {
    if (instance) sealer.open(instance.secret_check, checkBinding)
  } catch (cause) {
    if (!(cause instanceof UnsealFault)) throw cause
    throw new DatabaseFault(
      'The secret key does not fit this database: the data was encrypted with another one. Restore the earlier POLYPOST_SECRET_KEY, or secret.key in the data directory.',
      { cause },
    )
  }
}
