import { changeLabel } from '../../store/posts/labels.ts'
import type { UseCase } from '../context.ts'
import { nameTaken, ownLabel, showLabel } from './own-label.ts'

export const updateLabel: UseCase<'updateLabel'> = ({ database, caller, params, body, answer }) =>
  database.ofUser(caller.userId, async (tx) => {
    const label = await ownLabel(tx, caller, params.id)
    const { name = label.name, color = label.color } = body
    if (!(await changeLabel(tx, label, { name, color }))) throw nameTaken(name)
    return answer(tx, { status: 'ok', data: showLabel(await ownLabel(tx, caller, label.id)) })
  })
