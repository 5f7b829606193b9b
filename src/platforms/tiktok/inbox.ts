import { z } from 'zod'
import type { Outcome } from '../../domain/outcome.ts'
import type { Look } from '../shared/live.ts'
import { failed } from './course.ts'
import { published } from './published.ts'
import { askStatus, isStage } from './status.ts'

/** What is kept of a post that waits for its creator. */
const waiting = z.object({ publishId: z.string(), kind: z.enum(['video', 'photo']) })

/**
 * Whether the creator has posted it. Of a post that not everybody may see TikTok never tells the ID, but nobody knows
 * that of it: until the end of the time there is the creator may say where it is.
 */
export const lookAtInbox: Look = async (result, context, isLast) => {
  const { publishId, kind } = waiting.parse(result)
  const stage = await askStatus(publishId, context)
  if (!isStage(stage)) return stage.type === 'rejected' ? notYet : stage
  if (stage.type === 'failed') return failed(stage.reason)
  const [id] = stage.type === 'published' ? stage.ids : []
  if (stage.type !== 'published' || (id === undefined && !isLast)) return notYet
  return {
    type: 'done',
    ...published({ id: id ?? null, publishId, kind, username: context.account.username }, context),
  }
}

const notYet: Outcome = { type: 'wait', pause: 0 }
