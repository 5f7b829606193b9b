import type { z } from 'zod'
import { hostOf, isDone, isFault, Unreadable } from '../shared/call.ts'
import type { Identity } from '../shared/connect.ts'
import type { LoginContext } from '../shared/context.ts'
import { profileUrl } from './published.ts'
import { homeOf, query } from './request.ts'
import { profileAnswer } from './wire.ts'

/** A Bluesky login is one account. */
export async function discover(context: LoginContext): Promise<readonly Identity[]> {
  const { did, handle } = homeOf(context)
  const shown = await profileOf(did, context)
  const username = handle === did ? (shown?.handle ?? null) : handle
  return [
    {
      kind: 'account',
      remoteId: did,
      username,
      displayName: shown?.displayName || null,
      avatarUrl: shown?.avatar ?? null,
      profileUrl: profileUrl(username ?? did, context),
      accountType: null,
      eligible: false,
      missingPermissions: [],
    },
  ]
}

/** Another service than the login has the name and picture. An account without them can be connected anyway. */
async function profileOf(did: string, context: LoginContext): Promise<z.output<typeof profileAnswer> | null> {
  try {
    const answer = await query(context, {
      host: hostOf(context, 'appview'),
      name: 'app.bsky.actor.getProfile',
      query: { actor: did },
    })
    return isDone(answer) ? (profileAnswer.safeParse(answer.json()).data ?? null) : null
  } catch (error) {
    if (!isFault(error) && !(error instanceof Unreadable)) throw error
    context.log.info({ err: error }, 'a Bluesky profile could not be read')
    return null
  }
}
