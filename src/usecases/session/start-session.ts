import { hashOneTime, newOneTime } from '../../crypto/one-time.ts'
import { browserName } from '../../domain/browser-name.ts'
import type { Transaction } from '../../store/engine/database.ts'
import { listMemberships } from '../../store/people/memberships.ts'
import { endSession, insertSession } from '../../store/people/sessions.ts'
import { audit } from '../audit.ts'
import { type RequestSender, WithCookie } from '../context.ts'
import { signInRefused } from './refused.ts'
import { showSignedIn } from './show-session.ts'

interface Start {
  readonly personId: number
  readonly sender: RequestSender
  /** Who was signed in in this browser: that session ends. */
  readonly caller: { readonly personId: number; readonly session: { readonly id: number } } | null
  readonly now: number
  /** The user in view; by default the person's oldest one. */
  readonly userId?: number
}

/** Signs a person in: a new session, and a response that puts its token into the cookie. */
export async function startSession(tx: Transaction, { personId, sender, caller, now, userId }: Start) {
  const memberships = await listMemberships(tx, personId)
  const viewed = memberships.find(({ user_id }) => userId === undefined || user_id === userId)
  if (viewed === undefined) throw signInRefused()
  if (caller !== null) await endSession(tx, caller.personId, caller.session.id)
  const token = newOneTime()
  const session = await insertSession(tx, {
    hash: hashOneTime(token),
    person_id: personId,
    user_id: viewed.user_id,
    label: browserName(sender.agent),
    address: sender.address,
    proven_at: now,
    seen_at: now,
    created_at: now,
  })
  const actor = { userId: viewed.user_id, keyId: null, personId, name: viewed.name }
  await audit(tx, actor, 'session.started', { now, address: sender.address })
  return new WithCookie({ status: 'ok' as const, data: await showSignedIn(tx, session.id) }, token)
}
