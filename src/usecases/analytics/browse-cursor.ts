import { z } from 'zod'
import { PublicError } from '../../contract/errors.ts'
import type { Sealer } from '../../crypto/seal.ts'
import type { RankedGroup } from '../../store/posts/browse.ts'
import { readCursor as readListCursor, writeCursor as writeListCursor } from '../list-cursor.ts'

/** The content of the cursor: the instant of the snapshot, the number of groups, and the last group of the page. */
export interface BrowsePosition {
  readonly at: number
  readonly total: number
  readonly last: RankedGroup
}

const stored: z.ZodType<BrowsePosition> = z.object({
  at: z.number(),
  total: z.number(),
  last: z.object({ postId: z.number(), value: z.number().nullable() }),
})

/** The parameters of a list. A cursor works only with the same parameters. */
export type BrowseParameters = Readonly<Record<string, unknown>>

export const writeCursor = (sealer: Sealer, parameters: BrowseParameters, position: BrowsePosition): string =>
  writeListCursor(sealer, ['analytics', parameters], position)

/** Also refuses a cursor that is too old. */
export function readCursor(
  sealer: Sealer,
  parameters: BrowseParameters,
  cursor: string,
  oldest: number,
): BrowsePosition {
  const position = readListCursor(sealer, ['analytics', parameters], stored, cursor)
  if (position.at >= oldest) return position
  throw new PublicError(
    'invalid_cursor',
    'This cursor is more than a day old. Leave it out to start again at the first page.',
    { details: [{ path: 'cursor', code: 'invalid_cursor', message: 'The cursor is too old.' }] },
  )
}
