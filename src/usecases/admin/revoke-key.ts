import { notFound } from '../../contract/errors.ts'
import { revokeKey as saveRevocation } from '../../store/keys.ts'
import { isoTime } from '../../system/clock.ts'
import { audit } from '../audit.ts'
import type { UseCase } from '../context.ts'

export const revokeKey: UseCase<'revokeKey'> = ({ database, clock, caller, params }) =>
  database.transaction(async (tx) => {
    const now = clock.now()
    const revokedAt = await saveRevocation(tx, params.id, now)
    if (revokedAt === undefined) throw notFound('key')
    if (revokedAt === now)
      await audit(tx, caller, 'key.revoked', { now, target: { type: 'key', id: String(params.id), name: null } })
    return { status: 'ok', data: { id: params.id, revoked_at: isoTime(revokedAt) } }
  })
