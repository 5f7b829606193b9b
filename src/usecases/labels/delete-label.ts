import type { Output } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import { deleteLabel as removeLabel } from '../../store/posts/labels.ts'
import type { UseCase } from '../context.ts'
import { ownLabel } from './own-label.ts'

export const deleteLabel: UseCase<'deleteLabel'> = ({ database, caller, params }) =>
  database.ofUser<Output<Operations['deleteLabel']>>(caller.userId, async (tx) => {
    const { id } = await ownLabel(tx, caller, params.id)
    await removeLabel(tx, id)
    return { status: 'ok', data: { id, deleted: true } }
  })
