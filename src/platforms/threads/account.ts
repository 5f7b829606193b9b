import { isDone, isFault, jsonIn, webOf } from '../shared/call.ts'
import type { Identity } from '../shared/connect.ts'
import type { LoginContext } from '../shared/context.ts'
import { missingScopes } from '../shared/scopes.ts'
import { refused } from './errors.ts'
import { login } from './login.ts'
import { request } from './request.ts'
import { profile, profileFields, tokenAnswer } from './wire.ts'

/** A login at Threads is one profile. */
export async function discover(context: LoginContext): Promise<readonly Identity[]> {
  const answer = await request(context, { method: 'GET', path: '/me', query: { fields: profileFields } })
  if (!isDone(answer)) throw refused(answer, context)
  const { id, username, name, threads_profile_picture_url: picture } = profile.parse(answer.json())
  const granted = await grantedScopes(context)
  return [
    {
      kind: 'account',
      remoteId: id,
      username,
      displayName: name ?? null,
      avatarUrl: picture ?? null,
      profileUrl: `${webOf(context)}/@${username}`,
      accountType: null,
      eligible: false,
      missingPermissions: missingScopes(login.connect, granted),
      credentials: { ...context.credentials, scopes: granted },
    },
  ]
}

/** The answer with the token does not say what was granted; where this does not either, all is taken to be. */
async function grantedScopes(context: LoginContext): Promise<readonly string[]> {
  const { accessToken, scopes } = context.credentials
  try {
    const answer = await request(context, {
      method: 'GET',
      path: '/debug_token',
      query: { input_token: accessToken },
    })
    return tokenAnswer.safeParse(isDone(answer) ? jsonIn(answer) : undefined).data?.data.scopes ?? scopes
  } catch (error) {
    if (!isFault(error)) throw error
    context.log.info({ err: error }, 'what a Threads login may do could not be read')
    return scopes
  }
}
