import type { AuditAction, AuditTarget } from '../domain/audit.ts'
import { insertAudit } from '../store/audit.ts'
import type { Transaction } from '../store/engine/database.ts'
import type { Caller } from './context.ts'

/** Who did something, and the user in whose list it stands. */
export type Actor = Pick<Caller, 'userId' | 'keyId' | 'personId' | 'name'>

/** The command line of the operator, or whoever opened a link. */
export const nobodyKnown = (userId: number): Actor => ({ userId, keyId: null, personId: null, name: '' })

interface Noted {
  readonly now: number
  readonly target?: AuditTarget
  /** Where a person signed in from. */
  readonly address?: string
}

/** Adds a line to the audit list of the caller's user, in the transaction of what was done. */
export const audit = (
  tx: Transaction,
  { userId, keyId, personId, name }: Actor,
  action: AuditAction,
  { now, target, address }: Noted,
): Promise<void> =>
  insertAudit(tx, {
    user_id: userId,
    action,
    by_type: personId !== null ? 'person' : keyId !== null ? 'key' : null,
    by_id: personId ?? keyId,
    by_name: (personId ?? keyId) ? name : null,
    target: target === undefined ? null : JSON.stringify(target),
    address: address ?? null,
    created_at: now,
  })
