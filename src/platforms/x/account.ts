import type { z } from 'zod'
import { isDone, webOf } from '../shared/call.ts'
import type { Identity } from '../shared/connect.ts'
import type { LoginContext } from '../shared/context.ts'
import { missingScopes } from '../shared/scopes.ts'
import { refused } from './errors.ts'
import { login } from './login.ts'
import { request } from './request.ts'
import { userAnswer, userFields } from './wire.ts'

/** A login at X is one account. */
export async function discover(context: LoginContext): Promise<readonly Identity[]> {
  const answer = await request(context, { method: 'GET', path: '/2/users/me', query: { 'user.fields': userFields } })
  if (!isDone(answer)) throw refused(answer, context)
  return [identityOf(userAnswer.parse(answer.json()), context)]
}

type User = z.output<typeof userAnswer>

const identityOf = (user: User, context: LoginContext): Identity => ({
  kind: 'account',
  remoteId: user.id,
  username: user.username,
  displayName: user.name,
  avatarUrl: user.profile_image_url ?? null,
  profileUrl: `${webOf(context)}/${user.username}`,
  accountType: told(user.subscription_type) ?? told(user.verified_type) ?? null,
  eligible: isEligible(user),
  missingPermissions: missingScopes(login.connect, context.credentials.scopes),
})

/**
 * "Premium or verified accounts" of the interface. Basic is a tier of X Premium (help.x.com, X Premium FAQ, read
 * 2026-11-21); whichever further tiers come are paid for too.
 */
const isEligible = ({ subscription_type, verified_type, verified }: User): boolean =>
  told(subscription_type) !== undefined || told(verified_type) !== undefined || verified === true

/** X writes `None` of subscriptions and `none` of verification. */
const told = (word: string | null | undefined): string | undefined =>
  word && word.toLowerCase() !== 'none' ? word : undefined
