import { listDates as findDates } from '../../store/posts/dates.ts'
import type { UseCase } from '../context.ts'
import { scopeOf } from '../profiles/own-profile.ts'
import { showDate } from './own-date.ts'

export const listDates: UseCase<'listDates'> = async ({ database, caller, query }) => {
  const scope = await scopeOf(database.read, caller, query.profile_id)
  return { status: 'ok', data: { dates: (await findDates(database.read, scope, query)).map(showDate) } }
}
