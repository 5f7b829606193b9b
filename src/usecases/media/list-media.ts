import { z } from 'zod'
import { listMedia as findMedia } from '../../store/posts/library.ts'
import type { UseCase } from '../context.ts'
import { readCursor, writeCursor } from '../list-cursor.ts'
import { scopeOf } from '../profiles/own-profile.ts'
import { readLibrary } from './show-library.ts'

const position = z.object({ created_at: z.number(), key: z.string() })

export const listMedia: UseCase<'listMedia'> = async ({ database, sealer, media, caller, query }) => {
  const { cursor, limit, search, kind } = query
  const scope = await scopeOf(database.read, caller, query.profile_id ?? 'all')
  const filters = { scope, search, kind, used: query.used && query.used === 'true' }
  const parameters = ['media', filters] as const
  const after = cursor === undefined ? undefined : readCursor(sealer, parameters, position, cursor)
  // One more than the page shows whether there are more.
  const found = await findMedia(database.readLong, filters, { after, limit: limit + 1 })
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return {
    status: 'ok',
    data: {
      media: await readLibrary(database.readLong, media, shown),
      next_cursor:
        last && found.length > limit
          ? writeCursor(sealer, parameters, { created_at: last.created_at, key: last.key })
          : null,
    },
  }
}
