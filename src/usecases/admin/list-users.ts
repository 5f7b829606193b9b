import { z } from 'zod'
import { countUsers, listUsers as findUsers } from '../../store/people/users.ts'
import type { UseCase } from '../context.ts'
import { readPage } from '../list-page.ts'
import { showUser } from './show-admin.ts'

export const listUsers: UseCase<'listUsers'> = async ({ database, sealer, query }) => {
  const { shown, ...page } = await readPage(sealer, ['users'], query, {
    position: z.object({ id: z.number() }),
    rows: (part) => findUsers(database.read, part),
    positionOf: ({ id }) => ({ id }),
    count: () => countUsers(database.read),
  })
  return { status: 'ok', data: { users: shown.map(showUser), ...page } }
}
