import { notFound, PublicError } from '../../contract/errors.ts'
import { type AutoReplyRow, type Decision, decide, findAutoReply } from '../../store/comments/auto-replies.ts'
import type { Transaction } from '../../store/engine/database.ts'
import { actorOf } from '../actor-of.ts'
import type { Caller } from '../context.ts'

/** The decision of a person about an auto-reply that waits for it. The first one counts. */
export async function decideAutoReply(
  tx: Transaction,
  caller: Caller,
  id: number,
  decision: (found: AutoReplyRow) => Decision,
): Promise<AutoReplyRow> {
  const found = await findAutoReply(tx, caller.userId, id)
  if (!found) throw notFound('auto-reply')
  const isOpen = found.status === 'awaiting_approval'
  const decided = isOpen ? await decide(tx, found.id, decision(found), actorOf(caller)) : undefined
  if (decided) return decided
  throw new PublicError(
    'wrong_state',
    `Only an auto-reply with the status awaiting_approval can be approved or rejected; this one is ${found.status}.`,
    { details: [{ code: 'wrong_state', message: `The auto-reply is ${found.status}.`, status: found.status }] },
  )
}
