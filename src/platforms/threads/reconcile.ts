import type { Presence, Refusal } from '../../domain/outcome.ts'
import { isDone, jsonIn } from '../shared/call.ts'
import { clockMargin } from '../shared/clock-margin.ts'
import type { AccountContext } from '../shared/context.ts'
import { presenceFrom } from '../shared/refusals.ts'
import { faultAsRetry } from './container.ts'
import { refusal } from './errors.ts'
import { published } from './published.ts'
import { request } from './request.ts'
import { type ListedPost, listOf, post, postFields, replyFields } from './wire.ts'

/** How a post is recognised in a list. */
export interface SoughtPost {
  readonly text: string
  /** As lists name it. */
  readonly mediaType: string
  /** Null: it answers nothing. */
  readonly replyTo: string | null
  /** It cannot be older; in milliseconds since 1970 by our clock. */
  readonly since: number
  /** IDs of others with the same text. */
  readonly others?: readonly string[]
}

const pageSize = 50
const maxPages = 6

const list = listOf(post)

/** Looks for what was surely published among what the account has posted, newest first. */
export async function findPost(wanted: SoughtPost, context: AccountContext): Promise<Presence> {
  const found = await search({ replies: wanted.replyTo !== null, since: wanted.since }, context, (one) =>
    isIt(wanted, one),
  )
  if (found === null) return { type: 'absent' }
  return 'type' in found ? presenceFrom(found) : { type: 'found', ...published(found.id, found.url) }
}

/** A post of the account, by its short name: a person who gave an address gave no ID. */
export const findByShortcode = (code: string, context: AccountContext): Promise<ListedPost | Refusal | null> =>
  search({ replies: false, since: null }, context, ({ shortcode }) => shortcode === code)

async function search(
  { replies, since }: { readonly replies: boolean; readonly since: number | null },
  context: AccountContext,
  isWanted: (post: ListedPost) => boolean,
): Promise<ListedPost | Refusal | null> {
  let after: string | null = null
  for (let page = 0; page < maxPages; page += 1) {
    const answer = await request(context, {
      method: 'GET',
      path: replies ? '/me/replies' : '/me/threads',
      query: {
        fields: replies ? replyFields : postFields,
        limit: String(pageSize),
        ...(since === null ? {} : { since: String(Math.floor((since - clockMargin) / 1_000)) }),
        ...(after === null ? {} : { after }),
      },
    })
    if (!isDone(answer)) return refusal(answer, 'read', context)
    const { items, after: next } = list.parse(answer.json())
    const found = items.find(isWanted)
    if (found) return found
    if (next === null || next === after) return null
    after = next
  }
  return null
}

const isIt = ({ text, mediaType, replyTo, since, others = [] }: SoughtPost, post: ListedPost): boolean =>
  !others.includes(post.id) &&
  (post.createdAt === null || post.createdAt >= since - clockMargin) &&
  (post.mediaType === null || post.mediaType === mediaType) &&
  (replyTo === null || post.repliedTo === replyTo) &&
  plain(post.text) === plain(text)

const plain = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim()

/** The URL of a post that certainly exists; null if it cannot be read. */
export async function permalinkOf(id: string, context: AccountContext): Promise<string | null> {
  const answer = await faultAsRetry(
    request(context, { method: 'GET', path: `/${id}`, query: { fields: 'id,permalink' } }),
  )
  return 'status' in answer && isDone(answer) ? (post.safeParse(jsonIn(answer)).data?.url ?? null) : null
}
