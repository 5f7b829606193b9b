import { notFound, PublicError } from '../../contract/errors.ts'
import { approve, findAutoReply } from '../../store/auto-replies.ts'
import { wakePost } from '../../store/watched-posts.ts'
import type { UseCase } from '../context.ts'
import { showAutoReply } from './show-auto-reply.ts'

export const approveAutoReply: UseCase<'approveAutoReply'> = ({ database, caller, params }) =>
  database.transaction(async (tx) => {
    const found = await findAutoReply(tx, caller.userId, params.id)
    if (!found) throw notFound('auto-reply')
    if (!(await approve(tx, found.id)))
      throw new PublicError(
        'wrong_state',
        `Only an auto-reply with the status awaiting_approval can be approved; this one is ${found.status}.`,
        {
          details: [{ code: 'wrong_state', message: `The auto-reply is ${found.status}.`, status: found.status }],
        },
      )
    await wakePost(tx, found.job_id)
    return { status: 'ok', data: showAutoReply({ ...found, status: 'queued' }) }
  })
