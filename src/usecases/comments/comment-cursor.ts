import { z } from 'zod'
import { PublicError } from '../../contract/errors.ts'
import type { Sealer } from '../../crypto/seal.ts'
import type { Place } from './merge-comments.ts'

const placesSchema: z.ZodType<readonly Place[]> = z.array(
  z.object({
    jobId: z.number(),
    page: z.string().nullable(),
    last: z.object({ createdAt: z.number(), id: z.string() }).nullable(),
    shown: z.string(),
  }),
)

/** The parameters of a list. A cursor works only with the same parameters. */
export type ListParameters = readonly (string | number | null)[]

const placeOf = (parameters: ListParameters): string => JSON.stringify(['comments', ...parameters])

export const writeCursor = (sealer: Sealer, parameters: ListParameters, places: readonly Place[]): string =>
  sealer.seal(JSON.stringify(places), placeOf(parameters))

/** Refuses a cursor that belongs to other parameters. */
export function readCursor(sealer: Sealer, parameters: ListParameters, cursor: string): readonly Place[] {
  try {
    return placesSchema.parse(JSON.parse(sealer.open(cursor, placeOf(parameters))))
  } catch (cause) {
    throw new PublicError(
      'invalid_cursor',
      'This cursor does not belong to this list. Send `next_cursor` unchanged, with the same `post_id`, `platform` and `profile_id`, or leave it out to start again.',
      {
        details: [{ path: 'cursor', code: 'invalid_cursor', message: 'The cursor does not belong to this list.' }],
        cause,
      },
    )
  }
}
