import type { Output } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import { deleteDate as remove } from '../../store/posts/dates.ts'
import type { UseCase } from '../context.ts'
import { ownDate } from './own-date.ts'

export const deleteDate: UseCase<'deleteDate'> = ({ database, caller, params }) =>
  database.step<Output<Operations['deleteDate']>>(async (tx) => {
    const { id } = await ownDate(tx, caller, params.id)
    await remove(tx, id)
    return { status: 'ok', data: { id, deleted: true } }
  })
