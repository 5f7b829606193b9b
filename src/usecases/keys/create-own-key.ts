import { askedPolicy, makeKey } from '../admin/make-key.ts'
import type { UseCase } from '../context.ts'
import { checkRights } from './own-key.ts'

export const createOwnKey: UseCase<'createOwnKey'> = async (call) => {
  const { database, caller, body } = call
  checkRights(caller, body.scopes, askedPolicy(body))
  const personId = body.service ? null : caller.session === null ? caller.ofPerson : caller.personId
  return database.transaction((tx) => makeKey(tx, call, { userId: caller.userId, personId }))
}
