import { notFound } from '../../contract/errors.ts'
import { isoTime } from '../../system/clock.ts'
import type { UseCase } from '../context.ts'
import { endKey } from './end-key.ts'

export const revokeKey: UseCase<'revokeKey'> = ({ database, clock, caller, params }) =>
  database.transaction(async (tx) => {
    const revokedAt = await endKey(tx, params.id, caller, clock.now())
    if (revokedAt === undefined) throw notFound('key')
    return { status: 'ok', data: { id: params.id, revoked_at: isoTime(revokedAt) } }
  })
