import type { z } from 'zod'
import { PublicError } from '../contract/errors.ts'
import type { Sealer } from '../crypto/seal.ts'

/** The name of a list, its user and its filters. A cursor works only with the same ones. */
export type ListParameters = readonly [list: string, ...unknown[]]

export const writeCursor = (sealer: Sealer, parameters: ListParameters, position: object): string =>
  sealer.seal(JSON.stringify(position), JSON.stringify(parameters))

/** Refuses a cursor of another list, of another user or of other filters. */
export function readCursor<T extends z.ZodType>(
  sealer: Sealer,
  parameters: ListParameters,
  position: T,
  cursor: string,
): z.output<T> {
  try {
    return position.parse(JSON.parse(sealer.open(cursor, JSON.stringify(parameters))))
  } catch (cause) {
    throw new PublicError(
      'invalid_cursor',
      'This cursor does not belong to this list. Send `next_cursor` unchanged, with the same filters and sort, or leave it out to start again.',
      {
        details: [{ path: 'cursor', code: 'invalid_cursor', message: 'The cursor does not belong to this list.' }],
        cause,
      },
    )
  }
}
