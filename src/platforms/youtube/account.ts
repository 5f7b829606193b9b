import type { Refusal } from '../../domain/outcome.ts'
import { type Answer, isDone, webOf } from '../shared/call.ts'
import type { Identity } from '../shared/connect.ts'
import type { LoginContext } from '../shared/context.ts'
import { missingScopes } from '../shared/scopes.ts'
import { refusal, refused } from './errors.ts'
import { login } from './login.ts'
import { request } from './request.ts'
import { type Channel, channelsAnswer } from './wire.ts'

/** A login belongs to the one channel that the person chose at Google. The account may have no channel. */
export async function discover(context: LoginContext): Promise<readonly Identity[]> {
  const answer = await askChannel(context, ['id', 'snippet', 'status'])
  if (!isDone(answer)) throw refused(answer, context)
  const own = channelIn(answer)
  return own === null ? [] : [identityOf(own, context)]
}

/** Null: the Google account has no channel. */
export async function ownChannel(context: LoginContext, parts: readonly string[]): Promise<Channel | Refusal | null> {
  const answer = await askChannel(context, parts)
  return isDone(answer) ? channelIn(answer) : refusal(answer, 'read', context)
}

const askChannel = (context: LoginContext, parts: readonly string[]): Promise<Answer> =>
  request(context, { method: 'GET', path: '/channels', query: { part: parts.join(','), mine: 'true' } })

const channelIn = (answer: Answer): Channel | null => channelsAnswer.parse(answer.json()).items[0] ?? null

const identityOf = ({ id, snippet, status }: Channel, context: LoginContext): Identity => ({
  kind: 'channel',
  remoteId: id,
  username: snippet?.customUrl?.replace(/^@/, '') ?? null,
  displayName: snippet?.title ?? null,
  avatarUrl: pictureOf(snippet?.thumbnails) ?? null,
  profileUrl: `${webOf(context)}/channel/${id}`,
  accountType: null,
  // Whether its videos may be longer than 15 minutes.
  eligible: status?.longUploadsStatus === 'allowed',
  missingPermissions: missingScopes(login.connect, context.credentials.scopes),
})

const pictureOf = (pictures: NonNullable<Channel['snippet']>['thumbnails']): string | null | undefined =>
  ['high', 'medium', 'default'].map((size) => pictures?.[size]?.url).find((url) => url)
