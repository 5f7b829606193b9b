import { z } from 'zod'
import type { Outcome } from '../../domain/outcome.ts'
import type { StateCheck } from '../shared/action.ts'
import { failed } from './failures.ts'
import { published } from './published.ts'
import { askStatus, isStage } from './status.ts'

/** The stored result of a post that waits for its creator. */
const waiting = z.object({ publishId: z.string(), kind: z.enum(['video', 'photo']) })

/**
 * Checks whether the creator has posted it. TikTok never returns the ID of a post that is not public, and it does not say
 * whether this one is. So until the deadline the job waits for an ID or for the creator's address.
 */
export const checkInbox: StateCheck = async (result, context, isLast) => {
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
