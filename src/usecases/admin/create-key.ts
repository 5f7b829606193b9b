import { notFound } from '../../contract/errors.ts'
import { findUser } from '../../store/people/users.ts'
import type { UseCase } from '../context.ts'
import { makeKey } from './make-key.ts'

export const createKey: UseCase<'createKey'> = (call) =>
  call.database.transaction(async (tx) => {
    if (!(await findUser(tx, call.params.id))) throw notFound('user')
    return makeKey(tx, call, { userId: call.params.id, personId: null })
  })
