import type { UseCase } from '../context.ts'
import { ownPerson } from './own-person.ts'
import { showMe } from './show-session.ts'

export const getMe: UseCase<'getMe'> = async ({ database, caller }) => ({
  status: 'ok',
  data: showMe(await ownPerson(database.read, caller)),
})
