import type { Input } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import { newApiKey } from '../../crypto/api-key.ts'
import type { AuditTarget } from '../../domain/audit.ts'
import type { Policy } from '../../domain/policy.ts'
import type { Transaction } from '../../store/engine/database.ts'
import { type KeyRow, type ListedKey, withOwner } from '../../store/people/keys.ts'
import { isoTimeOrNull } from '../../system/clock.ts'
import { actorOf } from '../actor-of.ts'
import { audit } from '../audit.ts'
import type { Answer, Caller, Services } from '../context.ts'
import { newKey } from './new-key.ts'
import { showKey } from './show-admin.ts'

type Body = Input<Operations['createKey']>['body']

interface KeyMaker extends Pick<Services, 'clock'> {
  readonly caller: Caller
  readonly body: Body
  readonly answer: Answer
}

/** A new key for a user, and for a person if it is no service key. Only the first response contains the key itself. */
export async function makeKey(
  tx: Transaction,
  { clock, caller, body, answer }: KeyMaker,
  { userId, personId }: { readonly userId: number; readonly personId: number | null },
) {
  const made = newApiKey()
  const now = clock.now()
  const row = await newKey(tx, made, {
    userId,
    name: body.name,
    scopes: body.scopes,
    expiresAt: expiryOf(body.expires_at),
    policy: askedPolicy(body),
    unattended: body.unattended,
    by: actorOf(caller),
    personId,
    now,
  })
  await audit(tx, { ...caller, userId }, 'key.created', { now, target: keyTarget(row) })
  const shown = showKey(await withOwner(tx, row))
  return answer(
    tx,
    { status: 'ok' as const, data: { ...shown, key: made.key } },
    { status: 'ok' as const, data: { ...shown, key: null } },
  )
}

/** The rights of a key, and the time at which they end. */
export const rightsOf = ({
  policy,
  unattended,
  expires_at,
}: Pick<ListedKey, 'policy' | 'unattended' | 'expires_at'>) => ({
  policy: policy.type,
  minutes_ahead: policy.type === 'ahead' ? policy.minutes : null,
  unattended,
  expires_at: isoTimeOrNull(expires_at),
})

export const keyTarget = ({ id, name }: Pick<KeyRow, 'id' | 'name'>): AuditTarget => ({
  type: 'key',
  id: String(id),
  name,
})

export const expiryOf = (text: string | null): number | null => (text === null ? null : Date.parse(text))

/** The contract makes sure that the minutes are there. */
export const askedPolicy = ({ policy, minutes_ahead }: Pick<Body, 'policy' | 'minutes_ahead'>): Policy =>
  policy === 'ahead' ? { type: policy, minutes: minutes_ahead ?? 0 } : { type: policy }
