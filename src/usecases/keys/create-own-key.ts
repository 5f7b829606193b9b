import { askedPolicy, makeKey } from '../admin/make-key.ts'
import type { UseCase } from '../context.ts'
import { checkRights } from './own-key.ts'

export const createOwnKey: UseCase<'createOwnKey'> = async (call) => {
  const { database, caller, body } = call
  checkRights(caller, body.scopes, askedPolicy(body))
  return database.transaction((tx) => makeKey(tx, call, caller.userId))
}
