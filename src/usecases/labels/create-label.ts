import { insertLabel } from '../../store/posts/labels.ts'
import type { UseCase } from '../context.ts'
import { checkCount } from './keep-labels.ts'
import { nameTaken, ownLabel, showLabel } from './own-label.ts'

export const createLabel: UseCase<'createLabel'> = ({ database, clock, caller, body, answer }) =>
  database.ofUser(caller.userId, async (tx) => {
    const { userId } = caller
    const { name, color = null } = body
    const id = await insertLabel(tx, { userId, name, color, now: clock.now() })
    if (id === undefined) throw nameTaken(name)
    await checkCount(tx, userId)
    return answer(tx, { status: 'ok' as const, data: showLabel(await ownLabel(tx, caller, id)) })
  })
