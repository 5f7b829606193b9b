import { z } from 'zod'
import { pageSize } from '../contract/common.ts'
import type { Sealer } from '../crypto/seal.ts'
import { type ListParameters, readCursor, writeCursor } from './list-cursor.ts'

/** The part of a list that a request asks for: after an offset, or after the last row of the page before. */
export type ListPart<P> =
  | { readonly offset: number; readonly limit: number }
  | { readonly after: P; readonly limit: number }

interface ListQuery {
  readonly page?: number | undefined
  readonly per_page: number
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

interface ListReads<T, P extends object> {
  /** The position of a row in the list. */
  readonly position: z.ZodType<P>
  readonly positionOf: (row: T) => P
  /** It may return one row more than the page shows. */
  readonly rows: (part: ListPart<P>) => Promise<readonly T[]>
  readonly count: () => Promise<number>
}

/** One page of a list that pages by number or by cursor. With a cursor, nothing is counted again. */
export async function readPage<T, P extends object>(
  sealer: Sealer,
  parameters: ListParameters,
  { page: asked = 1, cursor, ...size }: ListQuery,
  { position, positionOf, rows, count }: ListReads<T, P>,
) {
  const stored = z.object({ page: z.number(), total: z.number(), last: position })
  const before = cursor === undefined ? null : readCursor(sealer, parameters, stored, cursor)
  const page = before ? before.page + 1 : asked
  const per_page = pageSize(size)
  const limit = per_page + 1
  const [found, total] = await Promise.all([
    rows(before ? { after: before.last, limit } : { offset: (page - 1) * per_page, limit }),
    before?.total ?? count(),
  ])
  const shown = found.slice(0, per_page)
  const last = shown.at(-1)
  return {
    shown,
    meta: { page, per_page, total },
    next_cursor:
      last && found.length > per_page ? writeCursor(sealer, parameters, { page, total, last: positionOf(last) }) : null,
  }
}
