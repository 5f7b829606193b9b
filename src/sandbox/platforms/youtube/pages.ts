import type { Json } from '../../../domain/outcome.ts'
import { minute } from '../../../domain/time.ts'
import type { SimulatedReply, World } from '../../shared/simulator.ts'
import { badRequest, ok } from './answers.ts'
import type { Call } from './gate.ts'
import type { listOf } from './store.ts'

interface Page {
  readonly size: number
  /** The key after which it starts. */
  readonly from: string | null
}

export function readPage({ request }: Call, { usual, most }: { usual: number; most: number }): Page | SimulatedReply {
  const { query } = request
  const size = Number(query.get('maxResults') ?? usual)
  if (!Number.isInteger(size) || size < 1 || size > most)
    return badRequest(
      'invalidValue',
      `Invalid value '${query.get('maxResults')}'. Values must be within the range: [1, ${most}]`,
    )
  const token = query.get('pageToken')
  if (token === null) return { size, from: null }
  const from = Buffer.from(token, 'base64url').toString('utf8')
  return /^\d+$/.test(from)
    ? { size, from }
    : badRequest('invalidPageToken', 'The request specifies an invalid page token.')
}

/** How many of the latest items a lagging list leaves out; the newest is always missing. */
const lag = minute

interface PageOfItems<T> {
  readonly kind: string
  readonly list: ReturnType<typeof listOf>
  /** Undefined: it is not shown. */
  readonly get: (id: string) => T | undefined
  readonly shape: (value: T) => Json
  readonly newestFirst: boolean
  /** If the list may lag: the creation time of an item. */
  readonly madeAt?: (value: T) => number
}

/** A page of a list, in the form of all YouTube lists. */
export function listPage<T>(world: World, page: Page, listed: PageOfItems<T>): SimulatedReply {
  const { list, get, newestFirst, madeAt } = listed
  const lags = madeAt !== undefined && world.meets('list_lag', 'read')
  const rows = list.all().flatMap(({ id, document }) => {
    const value = typeof document === 'string' ? get(document) : undefined
    return value === undefined ? [] : [{ key: id, value }]
  })
  const known = lags ? rows.slice(0, -1).filter(({ value }) => madeAt(value) <= world.now() - world.scaled(lag)) : rows
  const ordered = newestFirst ? known.toReversed() : known
  const behind = ordered.findIndex(({ key }) => key === page.from) + 1
  const shown = ordered.slice(behind, behind + page.size)
  const last = shown.at(-1)
  const isMore = behind + shown.length < ordered.length
  return listAnswer(
    listed.kind,
    shown.map(({ value }) => listed.shape(value)),
    {
      total: ordered.length,
      size: page.size,
      next: isMore && last ? Buffer.from(last.key).toString('base64url') : null,
    },
  )
}

export const listAnswer = (
  kind: string,
  items: readonly Json[],
  {
    total = items.length,
    size = items.length,
    next = null,
  }: { total?: number; size?: number; next?: string | null } = {},
): SimulatedReply =>
  ok({
    kind: `youtube#${kind}ListResponse`,
    etag: 'simulated',
    ...(next === null ? {} : { nextPageToken: next }),
    pageInfo: { totalResults: total, resultsPerPage: size },
    items: [...items],
  })
