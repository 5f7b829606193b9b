import { z } from 'zod'
import { countDrafts, listDrafts as findDrafts } from '../../store/posts/draft-list.ts'
import type { UseCase } from '../context.ts'
import { readPage } from '../list-page.ts'
import { timeRange } from '../posts/time-range.ts'
import { scopeOf } from '../profiles/own-profile.ts'
import { readDrafts } from './show-draft.ts'

const position = z.object({ id: z.string(), created_at: z.number() })

export const listDrafts: UseCase<'listDrafts'> = async ({ database, sealer, media, caller, query }) => {
  const scope = await scopeOf(database.read, caller, query.profile_id)
  const { status, label, search } = query
  const planned = timeRange(query, 'planned_from', 'planned_to')
  const wanted = { search, plannedFrom: planned.from, plannedTo: planned.to }
  const drafts = { scope, status, template: query.template === 'true', label, ...wanted }
  const { shown, meta, next_cursor } = await readPage(sealer, ['drafts', drafts], query, {
    position,
    rows: (part) => findDrafts(database.read, drafts, part),
    positionOf: ({ id, created_at }) => ({ id, created_at }),
    count: () => countDrafts(database.read, drafts),
  })
  return { status: 'ok', data: { drafts: await readDrafts(database.read, media, shown), meta, next_cursor } }
}
