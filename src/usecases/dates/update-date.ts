import { changeDate } from '../../store/posts/dates.ts'
import type { UseCase } from '../context.ts'
import { lockOwnProfile } from '../profiles/own-profile.ts'
import { malformed } from '../refuse.ts'
import { ownDate, showDate } from './own-date.ts'

export const updateDate: UseCase<'updateDate'> = ({ database, caller, params, body, answer }) =>
  database.ofUser(caller.userId, async (tx) => {
    const saved = await ownDate(tx, caller, params.id)
    const { profile_id = saved.profile_id, name = saved.name, from = saved.first_day, to = saved.last_day } = body
    if (profile_id !== null) await lockOwnProfile(tx, caller, profile_id)
    if (to < from)
      throw malformed([
        {
          path: body.to === undefined ? 'from' : 'to',
          code: 'invalid_value',
          message: `The date would end on ${to}, before it begins on ${from}.`,
        },
      ])
    await changeDate(tx, saved.id, { profile_id, name, first_day: from, last_day: to })
    return answer(tx, { status: 'ok', data: showDate(await ownDate(tx, caller, saved.id)) })
  })
