import { mostDates } from '../../contract/dates.ts'
import { PublicError } from '../../contract/errors.ts'
import { countDates, insertDate } from '../../store/posts/dates.ts'
import { actorOf } from '../actor-of.ts'
import type { UseCase } from '../context.ts'
import { lockOwnProfile } from '../profiles/own-profile.ts'
import { ownDate, showDate } from './own-date.ts'

export const createDate: UseCase<'createDate'> = ({ database, clock, caller, body, answer }) =>
  database.ofUser(caller.userId, async (tx) => {
    const { userId } = caller
    const { profile_id = null, name, from, to = from } = body
    if (profile_id !== null) await lockOwnProfile(tx, caller, profile_id)
    const count = await countDates(tx, userId)
    if (count >= mostDates) throw tooMany(count)
    const content = { profile_id, name, first_day: from, last_day: to }
    const id = await insertDate(tx, content, { userId, by: actorOf(caller), now: clock.now() })
    return answer(tx, { status: 'ok', data: showDate(await ownDate(tx, caller, id)) })
  })

const tooMany = (actual: number): PublicError =>
  new PublicError('limit_reached', `A user has at most ${mostDates} dates. Delete old ones.`, {
    details: [{ code: 'limit_reached', message: 'Too many dates.', limit: mostDates, actual }],
  })
