import type { Presence } from '../../domain/outcome.ts'
import { isDone } from '../shared/call.ts'
import { clockMargin } from '../shared/clock-margin.ts'
import type { AccountContext } from '../shared/context.ts'
import { presenceFrom } from '../shared/refusals.ts'
import { refusal } from './errors.ts'
import type { PostInput } from './plan.ts'
import { published } from './published.ts'
import { request } from './request.ts'
import { type Pin, pinsAnswer } from './wire.ts'

/** Pins per page, and the number of pages that are read. */
const pageSize = 100
const maxPages = 5

/** Looks for a Pin on its board. */
export async function findPin(wanted: PostInput, context: AccountContext): Promise<Presence> {
  if (wanted.boardId === null) return { type: 'absent' }
  const seen: Pin[] = []
  let bookmark: string | null = null
  for (let page = 0; page < maxPages; page += 1) {
    const answer = await request(context, {
      method: 'GET',
      path: `/boards/${wanted.boardId}/pins`,
      query: { page_size: String(pageSize), ...(bookmark === null ? {} : { bookmark }) },
    })
    if (!isDone(answer)) return presenceFrom(refusal(answer, 'read', context))
    const { items, next } = pinsAnswer.parse(answer.json())
    seen.push(...items)
    const found = items.find((one) => isIt(wanted, one))
    if (found) return { type: 'found', result: null, published: published(found.id, context) }
    if (next === null || isPast(seen, wanted.plannedAt)) return { type: 'absent' }
    bookmark = next
  }
  return { type: 'cannot_tell', message: 'The board has too many Pins to search them all.' }
}

/** Whether older Pins follow only. That the list is newest first is undocumented, so it is assumed only if the list confirms it. */
function isPast(seen: readonly Pin[], since: number): boolean {
  const times = seen.map(({ created_at }) => created_at ?? Number.POSITIVE_INFINITY)
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  const isSorted = first > last && times.every((time, index) => index === 0 || time <= (times[index - 1] ?? time))
  return isSorted && last < since - clockMargin
}

/** Whether a listed Pin is the wanted one, by its texts, its link, its kind of media and its time. */
function isIt(wanted: Omit<PostInput, 'boardId' | 'altText'>, listed: Pin): boolean {
  const { title, description, link, shown, plannedAt } = wanted
  const { created_at, media } = listed
  if (typeof created_at === 'number' && created_at < plannedAt - clockMargin) return false
  if (media?.media_type && (media.media_type === 'video') !== (shown.type === 'video')) return false
  return (
    plain(title) === plain(listed.title) &&
    plain(description) === plain(listed.description) &&
    plainLink(link) === plainLink(listed.link)
  )
}

const plain = (text: string | null | undefined): string => (text ?? '').normalize('NFC').replace(/\s+/g, ' ').trim()

const plainLink = (link: string | null | undefined): string => URL.parse(link ?? '')?.href ?? ''
