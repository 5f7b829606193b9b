import { notFound } from '../../contract/errors.ts'
import { newApiKey } from '../../crypto/api-key.ts'
import { findUser } from '../../store/users.ts'
import type { UseCase } from '../context.ts'
import { newKey } from './new-key.ts'
import { showKey } from './show-admin.ts'

export const createKey: UseCase<'createKey'> = ({ database, clock, params, body, answer }) =>
  database.transaction(async (tx) => {
    if (!(await findUser(tx, params.id))) throw notFound('user')
    const made = newApiKey()
    const row = await newKey(tx, made, {
      userId: params.id,
      name: body.name,
      scopes: body.scopes,
      expiresAt: body.expires_at === null ? null : Date.parse(body.expires_at),
      now: clock.now(),
    })
    const shown = showKey(row)
    return answer(
      tx,
      { status: 'ok', data: { ...shown, key: made.key } },
      { status: 'ok', data: { ...shown, key: null } },
    )
  })
