import { z } from 'zod'
import { countAutoReplies, listAutoReplies as findAutoReplies } from '../../store/comments/auto-replies.ts'
import type { UseCase } from '../context.ts'
import { readPage } from '../list-page.ts'
import { scopeOf } from '../profiles/own-profile.ts'
import { showAutoReply } from './show-auto-reply.ts'

export const listAutoReplies: UseCase<'listAutoReplies'> = async ({ database, sealer, caller, query }) => {
  const scope = await scopeOf(database.read, caller, query.profile_id)
  const replies = { scope, status: query.status }
  const { shown, ...page } = await readPage(sealer, ['auto-replies', replies], query, {
    position: z.object({ id: z.number() }),
    rows: (part) => findAutoReplies(database.read, replies, part),
    positionOf: ({ id }) => ({ id }),
    count: () => countAutoReplies(database.read, replies),
  })
  return { status: 'ok', data: { auto_replies: shown.map(showAutoReply), ...page } }
}
