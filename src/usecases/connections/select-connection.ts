import { notFound, PublicError } from '../../contract/errors.ts'
import { findConnection } from '../../store/accounts/connections.ts'
import type { UseCase } from '../context.ts'
import { connectChoice } from './connect-choice.ts'
import { showConnection, statusOf } from './show-connection.ts'

export const selectConnection: UseCase<'selectConnection'> = ({ params, body, ...call }) =>
  call.database.transaction(async (tx) => {
    const row = await findConnection(tx, call.caller.userId, params.id)
    if (!row) throw notFound('connection')
    const status = statusOf(row, call.clock.now())
    if (status !== 'choosing') throw wrongState(status)
    const connected = await connectChoice(tx, call, row, body.choice_id)
    if (!connected) throw noSuchChoice(row.choices.map(({ id }) => id))
    return call.answer(tx, { status: 'ok', data: showConnection(connected, call.clock.now()) })
  })

const hints: Readonly<Record<string, string>> = {
  waiting: 'The person has not signed in yet, or has not confirmed it on the page that follows.',
  connected: 'It has been chosen already. Connect again to choose another.',
  failed: 'Connecting has failed; `error` of GET /connect/{id} says why. Connect again.',
  expired: 'The hour for choosing is over. Connect again.',
}

const wrongState = (status: string): PublicError =>
  new PublicError('wrong_state', `There is nothing to choose: the connection is ${status}. ${hints[status] ?? ''}`, {
    details: [{ code: 'wrong_state', message: 'The connection has no choices.', status }],
  })

function noSuchChoice(choices: readonly string[]): PublicError {
  const message = 'There is no such choice; GET /connect/{id} lists them.'
  return new PublicError('validation_failed', `choice_id: ${message}`, {
    details: [{ path: 'choice_id', code: 'invalid_value', message, allowed: choices }],
  })
}
