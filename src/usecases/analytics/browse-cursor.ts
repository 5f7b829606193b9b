import { z } from 'zod'
import { PublicError } from '../../contract/errors.ts'
import type { Sealer } from '../../crypto/seal.ts'
import type { Ranked } from '../../store/browse.ts'

/** What the cursor contains: the instant of the snapshot, the number of groups, and the last group of the page. */
export interface BrowsePlace {
  readonly at: number
  readonly total: number
  readonly last: Ranked
}

const stored: z.ZodType<BrowsePlace> = z.object({
  at: z.number(),
  total: z.number(),
  last: z.object({ postId: z.number(), value: z.number().nullable() }),
})

/** The parameters of a list. A cursor works only with the same parameters. */
export type BrowseParameters = Readonly<Record<string, unknown>>

const placeOf = (parameters: BrowseParameters): string => JSON.stringify(['analytics', parameters])

export const writeCursor = (sealer: Sealer, parameters: BrowseParameters, place: BrowsePlace): string =>
  sealer.seal(JSON.stringify(place), placeOf(parameters))

/** Refuses a cursor of another user or of other filters, and one that is too old. */
export function readCursor(sealer: Sealer, parameters: BrowseParameters, cursor: string, oldest: number): BrowsePlace {
  const place = openCursor(sealer, parameters, cursor)
  if (place.at < oldest)
    throw refusal('This cursor is more than a day old. Leave it out to start again at the first page.')
  return place
}

function openCursor(sealer: Sealer, parameters: BrowseParameters, cursor: string): BrowsePlace {
  try {
    return stored.parse(JSON.parse(sealer.open(cursor, placeOf(parameters))))
  } catch (cause) {
    throw refusal(
      'This cursor does not belong to this list. Send `next_cursor` unchanged, with the same filters and sort, or leave it out to start again.',
      cause,
    )
  }
}

const refusal = (message: string, cause?: unknown): PublicError =>
  new PublicError('invalid_cursor', message, {
    details: [{ path: 'cursor', code: 'invalid_cursor', message: 'The list cannot continue with this cursor.' }],
    cause,
  })
