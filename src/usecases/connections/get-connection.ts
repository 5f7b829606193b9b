import { notFound } from '../../contract/errors.ts'
import { findConnection } from '../../store/accounts/connections.ts'
import type { UseCase } from '../context.ts'
import { showConnection } from './show-connection.ts'

export const getConnection: UseCase<'getConnection'> = async ({ database, clock, caller, params }) => {
  const row = await findConnection(database.read, caller.userId, params.id)
  if (!row) throw notFound('connection')
  return { status: 'ok', data: showConnection(row, clock.now()) }
}
