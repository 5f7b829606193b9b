import type { UseCase } from '../context.ts'
import { decideAutoReply } from './decide-auto-reply.ts'
import { showAutoReply } from './show-auto-reply.ts'

export const rejectAutoReply: UseCase<'rejectAutoReply'> = async ({ database, caller, params }) => {
  const rejected = await database.transaction((tx) =>
    decideAutoReply(tx, caller, params.id, () => ({ approved: false })),
  )
  return { status: 'ok', data: showAutoReply(rejected) }
}
