import type { Output } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import { changeLabel } from '../../store/labels.ts'
import type { UseCase } from '../context.ts'
import { nameTaken, ownLabel, showLabel } from './own-label.ts'

export const updateLabel: UseCase<'updateLabel'> = ({ database, caller, params, body }) =>
  database.ofUser<Output<Operations['updateLabel']>>(caller.userId, async (tx) => {
    const label = await ownLabel(tx, caller, params.id)
    const { name = label.name, color = label.color } = body
    if (!(await changeLabel(tx, label, { name, color }))) throw nameTaken(name)
    return { status: 'ok', data: showLabel(await ownLabel(tx, caller, label.id)) }
  })
