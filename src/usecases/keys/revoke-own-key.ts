import { notFound } from '../../contract/errors.ts'
import { revokeKey } from '../../store/people/keys.ts'
import { isoTime } from '../../system/clock.ts'
import { keyTarget } from '../admin/make-key.ts'
import { audit } from '../audit.ts'
import type { UseCase } from '../context.ts'
import { ownKey } from './own-key.ts'

export const revokeOwnKey: UseCase<'revokeOwnKey'> = ({ database, clock, caller, params }) =>
  database.transaction(async (tx) => {
    const key = await ownKey(tx, caller, params.id)
    const now = clock.now()
    const revoked = await revokeKey(tx, key.id, now)
    if (revoked === undefined) throw notFound('key')
    if (key.revoked_at === null) await audit(tx, caller, 'key.revoked', { now, target: keyTarget(key) })
    return { status: 'ok', data: { id: key.id, revoked_at: isoTime(revoked.revoked_at) } }
  })
