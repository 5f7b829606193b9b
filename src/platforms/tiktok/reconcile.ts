import type { Presence } from '../../domain/outcome.ts'
import { clockMargin } from '../shared/clock-margin.ts'
import type { StepContext } from '../shared/context.ts'
import { presenceFrom } from '../shared/refusals.ts'
import { refuseWithout } from '../shared/scopes.ts'
import { usernameOf } from './creator.ts'
import { refusal } from './errors.ts'
import { connect } from './login.ts'
import type { Pull } from './plan.ts'
import { published } from './published.ts'
import { isOk, request } from './request.ts'
import { type ListedVideo, listedFields, listOf } from './wire.ts'

/** TikTok's own page size limit; newer posts come first. */
const pageSize = 20

const cannotTell: Presence = {
  type: 'cannot_tell',
  message: 'TikTok lists no such post. It lists only public posts.',
}

interface PostFacts extends Pick<Pull, 'direct' | 'plannedAt'> {
  readonly kind: Pull['shows']['kind']
}

/**
 * For a request whose response, and with it the `publish_id`, was lost: looks among the account's public posts. A post that
 * is not listed may appear later or never, so this never answers `absent`.
 */
export async function findPost({ kind, direct, plannedAt }: PostFacts, context: StepContext): Promise<Presence> {
  const words = [direct?.info.title, direct?.info.description].map(plain).filter((text) => text !== '')
  // A post without text can't be told from others.
  if (direct === null || words.length === 0) return cannotTell
  const lack = refuseWithout('find', { name: 'tiktok', title: 'TikTok', live: { connect } }, context)
  if (lack) return { type: 'cannot_tell', message: lack.message }
  const answer = await request(context, {
    method: 'POST',
    path: '/video/list/',
    query: { fields: listedFields },
    json: { max_count: pageSize },
  })
  if (!isOk(answer)) return presenceFrom(refusal(answer, 'read', context))
  const found = listOf(answer).find((one) => isIt(one, words, plannedAt))
  if (!found) return cannotTell
  const username = usernameOf(true, context)
  // The `publish_id` is lost, so the ID takes its place.
  const known = { id: found.id, publishId: found.id, kind, username }
  return { type: 'found', ...published(known, context) }
}

const isIt = (
  { title, video_description: described, create_time: at }: ListedVideo,
  words: readonly string[],
  since: number,
): boolean =>
  (at ?? 0) * 1_000 >= since - clockMargin && [title, described].map(plain).some((text) => words.includes(text))

const plain = (text: string | null | undefined): string => (text ?? '').normalize('NFC').replace(/\s+/g, ' ').trim()
