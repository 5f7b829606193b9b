import { notFound } from '../../contract/errors.ts'
import { listMemberships } from '../../store/people/memberships.ts'
import { updateSession } from '../../store/people/sessions.ts'
import type { UseCase } from '../context.ts'
import { showSignedIn } from './show-session.ts'

export const switchUser: UseCase<'switchUser'> = ({ database, caller, body }) =>
  database.transaction(async (tx) => {
    const memberships = await listMemberships(tx, caller.personId)
    if (!memberships.some(({ user_id }) => user_id === body.user)) throw notFound('user')
    await updateSession(tx, caller.session.id, { user_id: body.user })
    return { status: 'ok', data: await showSignedIn(tx, caller.session.id) }
  })
