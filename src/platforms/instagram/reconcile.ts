import type { Presence } from '../../domain/outcome.ts'
import { isDone } from '../shared/call.ts'
import { clockMargin } from '../shared/clock-margin.ts'
import type { AccountContext } from '../shared/context.ts'
import { presenceFrom } from '../shared/refusals.ts'
import { refusal } from './errors.ts'
import type { PostInput } from './plan.ts'
import { published } from './published.ts'
import { request } from './request.ts'
import { type ListedMedia, listedMedia, mediaFields } from './wire.ts'

/** How many of the account's newest posts are read. */
const looked = '25'

/**
 * Searches the account's posts, because a published container does not name its post. The newest post that fits is
 * returned; the caller knows whether it belongs to another job.
 */
export async function findPost(wanted: PostInput, context: AccountContext): Promise<Presence> {
  const edge = wanted.product === 'STORY' ? 'stories' : 'media'
  const answer = await request(context, {
    method: 'GET',
    path: `/${context.account.remoteId}/${edge}`,
    query: { fields: mediaFields, limit: looked },
  })
  if (!isDone(answer)) return presenceFrom(refusal(answer, 'read', context))
  const { data } = listedMedia.parse(answer.json())
  const [newest] = data.filter((one) => isIt(wanted, one)).sort((one, other) => timeOf(other) - timeOf(one))
  return newest ? { type: 'found', ...published(newest.id, newest.permalink ?? null) } : { type: 'absent' }
}

const timeOf = ({ timestamp }: ListedMedia): number => timestamp ?? 0

function isIt({ product, caption, plannedAt }: PostInput, post: ListedMedia): boolean {
  if (timeOf(post) < plannedAt - clockMargin) return false
  if (post.media_product_type && post.media_product_type !== product) return false
  return product === 'STORY' || plain(post.caption ?? '') === plain(caption)
}

const plain = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim()
