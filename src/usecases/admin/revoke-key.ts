import { notFound } from '../../contract/errors.ts'
import { revokeKey as saveRevocation } from '../../store/keys.ts'
import { isoTime } from '../../system/clock.ts'
import type { UseCase } from '../context.ts'

export const revokeKey: UseCase<'revokeKey'> = ({ database, clock, params }) =>
  database.transaction(async (tx) => {
    const revokedAt = await saveRevocation(tx, params.id, clock.now())
    if (revokedAt === undefined) throw notFound('key')
    return { status: 'ok', data: { id: params.id, revoked_at: isoTime(revokedAt) } }
  })
