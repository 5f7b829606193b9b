import type { Transaction } from '../../store/engine/database.ts'
import { revokeKey } from '../../store/people/keys.ts'
import { audit, type Doer } from '../audit.ts'
import { keyTarget } from './make-key.ts'

/** Revokes a key of any user. Returns when it was revoked; undefined: there is none. */
export async function endKey(tx: Transaction, id: number, by: Doer, now: number): Promise<number | undefined> {
  const key = await revokeKey(tx, id, now)
  if (key?.revoked_at === now)
    await audit(tx, { ...by, userId: key.user_id }, 'key.revoked', { now, target: keyTarget(key) })
  return key?.revoked_at
}
