import type { Presence } from '../../domain/outcome.ts'
import { clockMargin } from '../shared/clock-margin.ts'
import type { StepContext } from '../shared/live.ts'
import { notTold } from '../shared/refusals.ts'
import { usernameOf } from './creator.ts'
import { refusal } from './errors.ts'
import type { Pull } from './plan.ts'
import { published } from './published.ts'
import { isOk, request } from './request.ts'
import { type ListedVideo, listedFields, listOf } from './wire.ts'

/** TikTok's own limit of a page; newer posts come first. */
const looked = 20

const cannotTell: Presence = {
  type: 'cannot_tell',
  message: 'TikTok does not list such a post, which it does only of what everybody may see.',
}

/**
 * Of a call whose answer was lost, and with it the only name of what it began: the account's public posts. What is not
 * among them may be still to come, or never listed, so that nothing is ever taken for absent here.
 */
export async function findPost({ shows, direct, plannedAt }: Pull, context: StepContext): Promise<Presence> {
  const words = [direct?.info.title, direct?.info.description].map(plain).filter((text) => text !== '')
  // What can't be told from another is not looked for.
  if (direct === null || words.length === 0) return cannotTell
  const answer = await request(context, {
    method: 'POST',
    path: '/video/list/',
    query: { fields: listedFields },
    json: { max_count: looked },
  })
  if (!isOk(answer)) return notTold(refusal(answer, 'read', context))
  const found = listOf(answer).find((one) => isIt(one, words, plannedAt))
  if (!found) return cannotTell
  const username = usernameOf(true, context)
  // Whoever has lost the name of its beginning does without it.
  const known = { id: found.id, publishId: found.id, kind: shows.kind, username }
  return { type: 'found', ...published(known, context) }
}

const isIt = (
  { title, video_description: described, create_time: at }: ListedVideo,
  words: readonly string[],
  since: number,
): boolean =>
  (at ?? 0) * 1_000 >= since - clockMargin && [title, described].map(plain).some((text) => words.includes(text))

const plain = (text: string | null | undefined): string => (text ?? '').normalize('NFC').replace(/\s+/g, ' ').trim()
