import type { AuditAction, AuditChange, AuditTarget } from '../domain/audit.ts'
import type { Transaction } from '../store/engine/database.ts'
import { insertAudit, isNoted } from '../store/people/audit.ts'
import type { Caller } from './context.ts'

/** Who did something, and the user in whose list it stands. */
export type Actor = Pick<Caller, 'userId' | 'keyId' | 'personId' | 'name'>

/** The same before it is known in whose list it stands. */
export type Doer = Omit<Actor, 'userId'>

/** The command line of the operator, or whoever opened a link. */
export const nobody: Doer = { keyId: null, personId: null, name: '' }

export const nobodyKnown = (userId: number): Actor => ({ userId, ...nobody })

interface AuditNote {
  readonly now: number
  readonly target?: AuditTarget
  /** The rights that are other than before. */
  readonly change?: readonly AuditChange[]
  /** Where a person signed in from. */
  readonly address?: string
}

const byOf = ({ keyId, personId }: Doer) => ({
  by_type: personId !== null ? ('person' as const) : keyId !== null ? ('key' as const) : null,
  by_id: personId ?? keyId,
})

/** Adds a line to the audit list of the caller's user, in the transaction of what was done. */
export const audit = (
  tx: Transaction,
  actor: Actor,
  action: AuditAction,
  { now, target, change = [], address }: AuditNote,
): Promise<void> =>
  insertAudit(tx, {
    user_id: actor.userId,
    action,
    ...byOf(actor),
    by_name: byOf(actor).by_id ? actor.name : null,
    target: target === undefined ? null : JSON.stringify(target),
    change: change.length === 0 ? null : JSON.stringify(change),
    address: address ?? null,
    created_at: now,
  })

/** The same for what a program may do again and again: one line within this time for each caller. */
export async function auditOnce(
  tx: Transaction,
  actor: Actor,
  action: AuditAction,
  { within, ...noted }: AuditNote & { readonly within: number },
): Promise<void> {
  const row = { user_id: actor.userId, action, ...byOf(actor) }
  if (!(await isNoted(tx, row, noted.now - within))) await audit(tx, actor, action, noted)
}
