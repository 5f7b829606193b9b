import type { Output } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import { plans } from '../../domain/plans.ts'
import { type KeyApplication, type ListedKey, readScopes } from '../../store/people/keys.ts'
import type { UserRow } from '../../store/people/users.ts'
import { isoTime, isoTimeOrNull } from '../../system/clock.ts'

export const showUser = (user: UserRow): Output<Operations['updateUser']>['data'] => ({
  id: user.id,
  email: user.email,
  plan_id: user.plan_id,
  tier: plans[user.plan_id].tier,
  default_profile_id: user.default_profile_id,
  created_at: isoTime(user.created_at),
})

export const showKey = (key: ListedKey): Output<Operations['listKeys']>['data']['keys'][number] => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  scopes: readScopes(key.scopes),
  policy: key.policy.type,
  minutes_ahead: key.policy.type === 'ahead' ? key.policy.minutes : null,
  unattended: key.unattended,
  expires_at: isoTimeOrNull(key.expires_at),
  last_used_at: isoTimeOrNull(key.last_used_at),
  revoked_at: isoTimeOrNull(key.revoked_at),
  created_by: key.created_by,
  person: key.person,
  application: key.application && showApplication(key.application),
  created_at: isoTime(key.created_at),
})

const showApplication = ({ client_id, name, host, ends_at }: KeyApplication) => ({
  client_id,
  name,
  host,
  signed_in_until: isoTime(ends_at),
})
