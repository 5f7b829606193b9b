import type { z } from 'zod'
import type { Presence } from '../../domain/outcome.ts'
import { isDone } from '../shared/call.ts'
import { clockMargin } from '../shared/clock-margin.ts'
import type { AccountContext } from '../shared/context.ts'
import { presenceFrom } from '../shared/refusals.ts'
import { refuseFor } from '../shared/scopes.ts'
import { refusal } from './errors.ts'
import { login } from './login.ts'
import type { PostInput } from './plan.ts'
import { listed, published } from './published.ts'
import { request } from './request.ts'
import { commentsAnswer, type ListedComment, type ListedPost, type PostBody, postsAnswer } from './wire.ts'

/** Entries per page (Reddit's own limit), and the number of pages that are read. */
const pageSize = 100
const maxPages = 3

/** Searches a post among the account's own posts. */
export const findPost = (wanted: PostInput, kind: PostBody['kind'], context: AccountContext): Promise<Presence> =>
  search({ list: 'submitted', answer: postsAnswer, since: wanted.plannedAt }, (one) => isIt(wanted, kind, one), context)

/** Whether a listed post is the wanted one. Reddit changes the address of an image, so an image is known by its title only. */
function isIt(wanted: PostInput, kind: PostBody['kind'], post: ListedPost): boolean {
  if (post.subreddit.toLowerCase() !== wanted.subreddit.toLowerCase()) return false
  if (plain(post.title) !== plain(wanted.title)) return false
  if (post.is_self != null && post.is_self !== (kind === 'self')) return false
  if (kind === 'self') return plain(post.selftext) === plain(wanted.text)
  return kind === 'image' || sameAddress(post.url, wanted.url)
}

export interface WantedComment {
  readonly postId: string
  readonly text: string
  /** In milliseconds since 1970. */
  readonly since: number
  /** IDs of comments that are known not to be this one. */
  readonly others: readonly string[]
}

/** Searches a comment under a post among the account's own comments. */
export const findComment = (
  { postId, text, since, others }: WantedComment,
  context: AccountContext,
): Promise<Presence> =>
  search(
    { list: 'comments', answer: commentsAnswer, since },
    (one) => one.parent_id === `t3_${postId}` && !others.includes(one.id) && plain(one.body) === plain(text),
    context,
  )

interface List<T> {
  readonly list: 'submitted' | 'comments'
  readonly answer: z.ZodType<{ readonly items: readonly T[]; readonly next: string | null }>
  readonly since: number
}

/** Reads the list, newest first, until everything is older than the wanted entry. */
async function search<T extends ListedPost | ListedComment>(
  { list, answer: schema, since }: List<T>,
  isWanted: (one: T) => boolean,
  context: AccountContext,
): Promise<Presence> {
  const { username } = context.account
  const lack = refuseFor('find', login.connect, { name: 'reddit', title: 'Reddit' }, context)
  if (lack) return { type: 'cannot_tell', message: lack.message }
  if (username === null) return { type: 'cannot_tell', message: 'The username of the account is not known.' }
  let after: string | null = null
  for (let page = 0; page < maxPages; page += 1) {
    const answer = await request(context, {
      method: 'GET',
      path: `/user/${encodeURIComponent(username)}/${list}`,
      query: { sort: 'new', limit: String(pageSize), ...(after === null ? {} : { after }) },
    })
    if (!isDone(answer)) return presenceFrom(refusal(answer, 'read', context))
    const { items, next } = schema.parse(answer.json())
    const recent = items.filter(({ createdAt }) => createdAt >= since - clockMargin)
    const found = recent.find(isWanted)
    if (found) return { type: 'found', ...published(listed(found, context)) }
    if (next === null || recent.length < items.length) return { type: 'absent' }
    after = next
  }
  return { type: 'cannot_tell', message: 'The account has posted too much since then to search it all.' }
}

const plain = (text: string | null | undefined): string => (text ?? '').normalize('NFC').replaceAll(/\s+/g, ' ').trim()

const sameAddress = (shown: string | null | undefined, sent: string | null): boolean =>
  URL.parse(shown ?? '')?.href === URL.parse(sent ?? '')?.href
