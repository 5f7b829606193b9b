import { z } from 'zod'
import type { Output } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import { listEvents as findEvents } from '../../store/deliveries/events.ts'
import { isoTime } from '../../system/clock.ts'
import type { UseCase } from '../context.ts'
import { downwards, nextDownwards } from '../list-downwards.ts'

/** A newer version may have stored an event that this one does not know: it is shown as it is. */
const storedEvent = z.custom<Output<Operations['listEvents']>['data']['events'][number]>()

export const listEvents: UseCase<'listEvents'> = async ({ database, caller, query }) => {
  // One more than the page shows whether there are older ones.
  const { limit, before } = downwards(query)
  const found = await findEvents(database.read, caller.userId, { before, limit: limit + 1 })
  const shown = found.slice(0, limit)
  return {
    status: 'ok',
    data: {
      events: shown.map(({ seq, id, name, data, created_at }) =>
        storedEvent.parse({ seq, event_id: id, event: name, data: JSON.parse(data), created_at: isoTime(created_at) }),
      ),
      ...nextDownwards(found.length > limit ? shown.at(-1)?.seq : undefined),
    },
  }
}
