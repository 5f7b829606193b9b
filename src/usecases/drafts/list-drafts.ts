import { z } from 'zod'
import { countDrafts, listDrafts as findDrafts } from '../../store/posts/drafts.ts'
import type { UseCase } from '../context.ts'
import { readPage } from '../list-page.ts'
import { profileOrAll } from '../profiles/own-profile.ts'
import { showDraft } from './show-draft.ts'

const position = z.object({ id: z.string(), created_at: z.number() })

export const listDrafts: UseCase<'listDrafts'> = async ({ database, sealer, caller, query }) => {
  const { userId } = caller
  const profileId = await profileOrAll(database.read, caller, query.profile_id)
  const drafts = { userId, profileId, status: query.status, template: query.template === 'true', label: query.label }
  const { shown, meta, next_cursor } = await readPage(sealer, ['drafts', drafts], query, {
    position,
    rows: (part) => findDrafts(database.read, drafts, part),
    positionOf: ({ id, created_at }) => ({ id, created_at }),
    count: () => countDrafts(database.read, drafts),
  })
  return { status: 'ok', data: { drafts: shown.map(showDraft), meta, next_cursor } }
}
