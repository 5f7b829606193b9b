import type { Presence } from '../../domain/outcome.ts'
import { isDone } from '../shared/call.ts'
import { clockMargin } from '../shared/clock-margin.ts'
import type { AccountContext } from '../shared/context.ts'
import { presenceFrom } from '../shared/refusals.ts'
import { refusal } from './errors.ts'
import { published } from './published.ts'
import { request } from './request.ts'
import { saysTheSame } from './same-text.ts'
import { type ListedPost, type NewPost, postFields, timelineAnswer } from './wire.ts'

export interface SoughtPost extends Omit<NewPost, 'mediaIds'> {
  /** Null: it has media whose IDs are lost. */
  readonly mediaIds: NewPost['mediaIds'] | null
  /** It cannot be older; in milliseconds since 1970 by our clock. */
  readonly since: number
  /** IDs of others with the same text. */
  readonly others?: readonly string[]
}

/** Posts in a response, X's own limit, and how many responses are read: every post costs the app money. */
const pageSize = 100
const maxPages = 5

/** Searches the account's own posts, newest first. */
export async function findPost(wanted: SoughtPost, context: AccountContext): Promise<Presence> {
  let next: string | null = null
  for (let page = 0; page < maxPages; page += 1) {
    const answer = await request(context, {
      method: 'GET',
      path: `/2/users/${context.account.remoteId}/tweets`,
      query: {
        max_results: String(pageSize),
        start_time: new Date(wanted.since - clockMargin).toISOString(),
        ...postFields(context),
        ...(next === null ? {} : { pagination_token: next }),
      },
    })
    if (!isDone(answer)) return presenceFrom(refusal(answer, 'read', context))
    const { posts, fault, next: following } = timelineAnswer.parse(answer.json())
    if (fault !== null) return { type: 'cannot_tell', message: `X does not show the account’s posts: ${fault}` }
    const found = posts.find((post) => isIt(wanted, post))
    if (found) return { type: 'found', ...published(found, context) }
    if (following === null) return { type: 'absent' }
    next = following
  }
  return { type: 'cannot_tell', message: 'The account has too many newer posts to search.' }
}

/** Whether a listed post is the wanted one. A media ID is enough: each upload belongs to one job. */
function isIt({ text, mediaIds, replyTo, since, others = [] }: SoughtPost, post: ListedPost): boolean {
  if (others.includes(post.id)) return false
  if (post.createdAt !== null && Date.parse(post.createdAt) < since - clockMargin) return false
  if (post.replyTo !== replyTo) return false
  if (mediaIds === null) return post.mediaIds.length > 0 && saysTheSame(text, withoutMediaLink(post))
  if (mediaIds.length > 0) return mediaIds.every((id) => post.mediaIds.includes(id))
  return post.mediaIds.length === 0 && saysTheSame(text, post)
}

/** X ends the text of a post with media with a link to it. */
const withoutMediaLink = (post: ListedPost): ListedPost => ({
  ...post,
  text: post.text.replace(/\s*https:\/\/t\.co\/\w+$/, ''),
})
