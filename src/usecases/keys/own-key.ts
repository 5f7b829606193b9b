import { notFound, PublicError } from '../../contract/errors.ts'
import type { Scope } from '../../contract/operation.ts'
import { isWithin, type Policy } from '../../domain/policy.ts'
import type { Reader } from '../../store/engine/database.ts'
import { findKey, type ListedKey, readScopes } from '../../store/people/keys.ts'
import type { Caller } from '../context.ts'

/** A key of the caller’s user that has no more rights than the caller. */
export async function ownKey(db: Reader, caller: Caller, id: number): Promise<ListedKey> {
  const key = await findKey(db, caller.userId, id)
  if (!key) throw notFound('key')
  checkRights(caller, readScopes(key.scopes), key.policy)
  return key
}

/** Nobody makes, changes or revokes a key that can do more than they can. The scope `admin` includes the others here. */
export function checkRights({ scopes, publishing }: Caller, wanted: readonly Scope[], wantedPolicy: Policy): void {
  const missing = scopes.includes('admin') ? [] : wanted.filter((scope) => !scopes.includes(scope))
  if (missing.length > 0)
    throw new PublicError(
      'insufficient_scope',
      `You cannot manage a key with the scope “${missing[0]}”, because you do not have it. You have ${scopes.join(', ')}.`,
      {
        details: [
          { path: 'scopes', code: 'insufficient_scope', message: 'Missing scope.', required_scope: missing[0], scopes },
        ],
      },
    )
  if (!isWithin(wantedPolicy, publishing))
    throw new PublicError('insufficient_scope', 'You cannot manage a key that may publish more freely than you may.', {
      details: [{ path: 'policy', code: 'insufficient_scope', message: 'The policy allows more than yours.' }],
    })
}
