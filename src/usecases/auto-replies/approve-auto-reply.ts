import { wakePost } from '../../store/comments/watched-posts.ts'
import { checkMessage } from '../comments/checked-message.ts'
import type { UseCase } from '../context.ts'
import { platformNamed } from '../destinations.ts'
import { decideAutoReply } from './decide-auto-reply.ts'
import { showAutoReply } from './show-auto-reply.ts'

export const approveAutoReply: UseCase<'approveAutoReply'> = ({ database, platforms, caller, params, body, answer }) =>
  database.transaction(async (tx) => {
    const approved = await decideAutoReply(tx, caller, params.id, ({ platform, message: drafted }) => {
      const { message } = body
      if (message === undefined || message === drafted) return { approved: true }
      const named = platformNamed(platforms, platform)
      if (named) checkMessage(named, platform, message)
      return { approved: true, message }
    })
    await wakePost(tx, approved.job_id)
    return answer(tx, { status: 'ok', data: showAutoReply(approved) })
  })
