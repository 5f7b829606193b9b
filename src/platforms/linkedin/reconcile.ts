import type { Presence } from '../../domain/outcome.ts'
import { isDone } from '../shared/call.ts'
import { clockMargin } from '../shared/clock-margin.ts'
import type { AccountContext } from '../shared/context.ts'
import { presenceFrom } from '../shared/refusals.ts'
import { refusal } from './errors.ts'
import { fromLittleText, saysTheSame } from './little-text.ts'
import { published } from './published.ts'
import { encoded, request } from './request.ts'
import { type ListedPost, postsAnswer } from './wire.ts'

export interface SoughtPost {
  readonly text: string
  readonly mediaId: string | null
  /** It has media whose ID is lost. */
  readonly isMediaLost?: boolean
  /** An older one is another one. In milliseconds since 1970 by our clock. */
  readonly since: number
}

/** LinkedIn's largest page of posts, and how many pages are read. */
const pageSize = 100
const maxAnswers = 3

/** Searches the posts of the author, newest first. */
export async function findPost(wanted: SoughtPost, context: AccountContext): Promise<Presence> {
  for (let read = 0; read < maxAnswers; read += 1) {
    const answer = await request(context, {
      method: 'GET',
      path: '/rest/posts',
      query: {
        q: 'author',
        author: encoded(context.account.remoteId),
        start: String(read * pageSize),
        count: String(pageSize),
        sortBy: 'CREATED',
      },
      finds: true,
    })
    if (!isDone(answer)) return presenceFrom(refusal(answer, 'read', context))
    const { elements, hasNext } = postsAnswer.parse(answer.json())
    const found = elements.find((one) => isIt(wanted, one))
    if (found) return { type: 'found', ...published(found.id, context) }
    const isThrough = elements.some(({ createdAt }) => isOlder(wanted, createdAt))
    if (isThrough || (!hasNext && elements.length < pageSize)) return { type: 'absent' }
  }
  return { type: 'cannot_tell', message: 'The account has too many newer posts to search.' }
}

const isOlder = ({ since }: SoughtPost, createdAt: number): boolean => createdAt < since - clockMargin

/** Whether a listed post is the wanted one. Media is enough: an upload belongs to one job. */
function isIt(wanted: SoughtPost, { commentary, createdAt, content, lifecycleState }: ListedPost): boolean {
  if (isOlder(wanted, createdAt) || lifecycleState === 'PUBLISH_FAILED') return false
  const shown = content?.media?.id ?? null
  return wanted.mediaId === null
    ? (shown !== null) === (wanted.isMediaLost ?? false) && saysTheSame(wanted.text, fromLittleText(commentary))
    : shown === wanted.mediaId
}
