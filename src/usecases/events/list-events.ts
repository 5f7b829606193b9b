import { event } from '../../contract/events.ts'
import { listEvents as findEvents } from '../../store/events.ts'
import { isoTime } from '../../system/clock.ts'
import type { UseCase } from '../context.ts'

const perPage = 50

export const listEvents: UseCase<'listEvents'> = async ({ database, caller, query }) => {
  // One more than the page shows whether there are older ones.
  const found = await findEvents(database.read, caller.userId, { before: query.before, limit: perPage + 1 })
  const shown = found.slice(0, perPage)
  return {
    status: 'ok',
    data: {
      events: shown.map(({ seq, id, name, data, created_at }) =>
        event.parse({ seq, event_id: id, event: name, data: JSON.parse(data), created_at: isoTime(created_at) }),
      ),
      next_before: found.length > perPage ? (shown.at(-1)?.seq ?? null) : null,
    },
  }
}
