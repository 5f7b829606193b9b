import { listSessions as findSessions } from '../../store/people/sessions.ts'
import type { UseCase } from '../context.ts'
import { showSession } from './show-session.ts'

export const listSessions: UseCase<'listSessions'> = async ({ database, clock, caller }) => {
  const sessions = await findSessions(database.read, caller.personId, clock.now())
  return { status: 'ok', data: { sessions: sessions.map((one) => showSession(one, caller.session.id)) } }
}
