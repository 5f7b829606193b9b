import type { Presence } from '../../domain/outcome.ts'
import { isDone } from '../shared/call.ts'
import { clockMargin } from '../shared/clock-margin.ts'
import type { AccountContext } from '../shared/context.ts'
import { presenceFrom } from '../shared/refusals.ts'
import { refusal } from './errors.ts'
import { addressOf, published } from './published.ts'
import { ofPage } from './request.ts'
import { type ListedPost, postFields, postsAnswer } from './wire.ts'

export interface SoughtPost {
  readonly text: string
  readonly link: string | null
  /** IDs of the photos. */
  readonly photos: readonly string[]
  /** It has photos whose IDs are lost. */
  readonly hasLostPhotos?: boolean
  /** It cannot be older; in milliseconds since 1970 by our clock. */
  readonly since: number
}

/** Posts in an answer, and how many answers are read. */
const pageSize = 50
const maxAnswers = 5

/** Looks for a post among those of the Page, newest first. The list takes no time to begin at (SPEC, 2026-04). */
export async function findPost(wanted: SoughtPost, context: AccountContext): Promise<Presence> {
  let after: string | null = null
  for (let read = 0; read < maxAnswers; read += 1) {
    const answer = await ofPage(context, {
      method: 'GET',
      path: '/published_posts',
      query: { fields: postFields, limit: String(pageSize), ...(after === null ? {} : { after }) },
    })
    if (!isDone(answer)) return presenceFrom(refusal(answer, 'read', context))
    const { data, next } = postsAnswer.parse(answer.json())
    const found = data.find((post) => isIt(wanted, post))
    if (found) return { type: 'found', ...foundPost(found, context) }
    if (next === null || data.some(({ createdAt }) => isOlder(wanted, createdAt))) return { type: 'absent' }
    after = next
  }
  return { type: 'cannot_tell', message: 'The Page has too many newer posts to search.' }
}

const foundPost = ({ id, permalink }: ListedPost, context: AccountContext) =>
  published({ id, postId: id, url: addressOf(permalink, `/${id}`, context) })

const isOlder = ({ since }: Pick<SoughtPost, 'since'>, createdAt: number): boolean => createdAt < since - clockMargin

/** Whether a listed post is the wanted one. Photos are enough if the list names them: each belongs to one upload. */
export function isIt(wanted: SoughtPost, post: ListedPost): boolean {
  if (isOlder(wanted, post.createdAt)) return false
  if (wanted.photos.length > 0 && post.targets.length > 0) return wanted.photos.every((id) => post.targets.includes(id))
  if (!saysTheSame(wanted.text, post.text)) return false
  if (wanted.hasLostPhotos) return wanted.text.trim() !== '' && post.targets.length > 0
  if (wanted.text.trim() !== '') return wanted.photos.length > 0 || post.targets.length === 0
  return wanted.link !== null && post.links.some((one) => sameAddress(one, wanted.link ?? ''))
}

/** Facebook trims texts and may change white space. */
export const saysTheSame = (sent: string, shown: string): boolean => plain(sent) === plain(shown)

const plain = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim()

const sameAddress = (one: string, other: string): boolean =>
  one.replace(/\/$/, '').toLowerCase() === other.replace(/\/$/, '').toLowerCase()
