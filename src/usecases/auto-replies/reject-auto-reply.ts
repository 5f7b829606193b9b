import type { UseCase } from '../context.ts'
import { decideAutoReply } from './decide-auto-reply.ts'
import { showAutoReply } from './show-auto-reply.ts'

export const rejectAutoReply: UseCase<'rejectAutoReply'> = ({ database, caller, params, answer }) =>
  database.transaction(async (tx) => {
    const rejected = await decideAutoReply(tx, caller, params.id, () => ({ approved: false }))
    return answer(tx, { status: 'ok', data: showAutoReply(rejected) })
  })
