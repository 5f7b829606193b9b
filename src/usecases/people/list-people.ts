import { listMembers } from '../../store/people/memberships.ts'
import type { UseCase } from '../context.ts'
import { showPerson } from './show-people.ts'

export const listPeople: UseCase<'listPeople'> = async ({ database, caller }) => {
  const members = await listMembers(database.read, caller.userId)
  return { status: 'ok', data: { people: members.map(showPerson) } }
}
