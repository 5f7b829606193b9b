import { PublicError } from '../../contract/errors.ts'
import { changesOf } from '../../domain/audit.ts'
import { editKey, readScopes } from '../../store/people/keys.ts'
import { askedPolicy, expiryOf, keyTarget, rightsOf } from '../admin/make-key.ts'
import { showKey } from '../admin/show-admin.ts'
import { audit } from '../audit.ts'
import type { UseCase } from '../context.ts'
import { malformed } from '../refuse.ts'
import { checkRights, ownKey } from './own-key.ts'

export const updateOwnKey: UseCase<'updateOwnKey'> = ({ database, clock, caller, params, body, answer }) =>
  database.transaction(async (tx) => {
    const key = await ownKey(tx, caller, params.id)
    if (key.revoked_at !== null)
      throw new PublicError('wrong_state', 'The key is revoked, so it can no longer change. Create another key.', {
        details: [{ code: 'wrong_state', message: 'The key is revoked.', status: 'revoked' }],
      })
    if (key.application !== null && body.expires_at !== undefined) throw signInDecides()
    const { name = key.name, policy, unattended = key.unattended, expires_at, minutes_ahead } = body
    const edited = {
      name,
      unattended,
      policy: policy === undefined ? key.policy : askedPolicy({ policy, minutes_ahead }),
      expires_at: expires_at === undefined ? key.expires_at : expiryOf(expires_at),
    }
    checkRights(caller, readScopes(key.scopes), edited.policy)
    if (edited.policy.type !== 'publish' && readScopes(key.scopes).includes('admin')) throw adminPublishes()
    const change = changesOf(rightsOf(key), rightsOf(edited))
    await audit(tx, caller, 'key.changed', { now: clock.now(), target: keyTarget(key), change })
    await editKey(tx, key.id, edited)
    return answer(tx, { status: 'ok', data: showKey({ ...key, ...edited }) })
  })

/** Its key is replaced every hour, and ends with the sign-in. */
const signInDecides = (): PublicError =>
  malformed([
    {
      path: 'expires_at',
      code: 'invalid_value',
      message: 'An application decides itself when it renews this key. To end its access, revoke the key.',
    },
  ])

/** The contract says the same for a new key. */
const adminPublishes = (): PublicError =>
  new PublicError(
    'validation_failed',
    'policy: A key with the scope “admin” can create other keys, so its policy must be `publish`.',
    {
      details: [
        {
          path: 'policy',
          code: 'invalid_value',
          message: 'A key with the scope `admin` must have the policy `publish`.',
        },
      ],
    },
  )
