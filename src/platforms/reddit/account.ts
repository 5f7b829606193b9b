import type { z } from 'zod'
import { isDone, webOf } from '../shared/call.ts'
import type { Identity } from '../shared/connect.ts'
import type { LoginContext } from '../shared/context.ts'
import { missingScopes } from '../shared/scopes.ts'
import { refused } from './errors.ts'
import { login } from './login.ts'
import { request } from './request.ts'
import { meAnswer } from './wire.ts'

/** A Reddit login is one account. Each post names its community. */
export async function discover(context: LoginContext): Promise<readonly Identity[]> {
  const answer = await request(context, { method: 'GET', path: '/api/v1/me' })
  if (!isDone(answer)) throw refused(answer, context)
  return [identityOf(meAnswer.parse(answer.json()), context)]
}

const identityOf = (me: z.output<typeof meAnswer>, context: LoginContext): Identity => ({
  kind: 'account',
  remoteId: me.id,
  username: me.name,
  displayName: me.subreddit?.title ? me.subreddit.title : me.name,
  avatarUrl: me.icon_img ? me.icon_img : null,
  profileUrl: `${webOf(context)}/user/${me.name}/`,
  accountType: null,
  eligible: false,
  missingPermissions: missingScopes(login.connect, context.credentials.scopes),
})
