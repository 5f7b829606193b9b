import { inSeconds, minute } from '../../domain/time.ts'
import { webOf } from '../shared/call.ts'
import type { Identity } from '../shared/connect.ts'
import type { LoginContext } from '../shared/context.ts'
import { missingScopes } from '../shared/scopes.ts'
import { refused } from './errors.ts'
import { connect } from './login.ts'
import { isOk, request } from './request.ts'
import { type Creator, creatorOf, userOf } from './wire.ts'

/** The fields of a user, by the scope that each needs. */
const fieldsOfScopes: Readonly<Record<string, string>> = {
  'user.info.basic': 'open_id,union_id,avatar_url,display_name',
  'user.info.profile': 'username,profile_deep_link',
  'user.info.stats': 'follower_count',
}

/** In seconds: the duration that every creator may post (developers.tiktok.com, 2026-09-11). */
const usualMaxSeconds = inSeconds(10 * minute)

/** A TikTok login is one account. `accountType` decides which privacy levels it may choose from; see `privacy.ts`. */
export async function discover(context: LoginContext): Promise<readonly Identity[]> {
  const user = await readUser(context)
  const creator = await readCreator(context)
  const username = user.username ?? creator?.creator_username ?? null
  const { scopes: granted } = context.credentials
  return [
    {
      kind: 'account',
      remoteId: user.open_id,
      username,
      displayName: user.display_name ?? null,
      avatarUrl: user.avatar_url ?? null,
      profileUrl: username === null ? null : `${webOf(context)}/@${username}`,
      accountType: creator && typeOf(creator),
      eligible: (creator?.max_video_post_duration_sec ?? 0) > usualMaxSeconds,
      missingPermissions: missingScopes(connect, granted),
    },
  ]
}

const typeOf = ({ privacy_level_options: levels }: Creator): string =>
  levels.includes('FOLLOWER_OF_CREATOR') ? 'private' : 'public'

/** TikTok refuses the whole request if it names one field whose scope was not granted. */
export async function readUser(context: LoginContext) {
  const { scopes: granted } = context.credentials
  const fields = Object.entries(fieldsOfScopes).flatMap(([scope, names]) =>
    scope === 'user.info.basic' || granted.includes(scope) ? [names] : [],
  )
  const answer = await request(context, { method: 'GET', path: '/user/info/', query: { fields: fields.join(',') } })
  if (!isOk(answer)) throw refused(answer, context)
  return userOf(answer)
}

/** Null: the scope is missing, or TikTok lets the account post nothing today. The account can be connected anyway. */
async function readCreator(context: LoginContext): Promise<Creator | null> {
  if (!context.credentials.scopes.includes('video.publish')) return null
  const answer = await askCreator(context)
  if (isOk(answer)) return creatorOf(answer)
  const no = refused(answer, context)
  if (no.outcome.type === 'expired' || no.outcome.type === 'reconnect') throw no
  return null
}

export const askCreator = (context: LoginContext) =>
  request(context, { method: 'POST', path: '/post/publish/creator_info/query/', json: {} })
