import { deliverySlots, dueDeliveriesOf } from '../queue/due-deliveries.ts'
import { dueJobs, jobSlots } from '../queue/due-jobs.ts'
import { createEndpointRoom } from '../queue/endpoint-room.ts'
import { startLoop } from '../queue/loop.ts'
import type { Waker } from '../store/wake.ts'
import { type DeliveryServices, deliver } from './deliver.ts'
import { publish } from './publish.ts'
import type { PublishServices } from './turn.ts'
import { watchOverdue } from './watch-overdue.ts'
import { createDeliveredWriter } from './write-delivered.ts'

/** Publishes what is due and tells of what happened, until it is stopped. */
export function startWorking(
  services: PublishServices & Omit<DeliveryServices, 'room' | 'writeDelivered'>,
  waker: Waker,
) {
  const { database, pace, log } = services
  const room = createEndpointRoom(deliverySlots)
  const writeDelivered = createDeliveredWriter(database)
  const delivering = startLoop({
    what: 'deliveries',
    source: dueDeliveriesOf(database, room),
    pace,
    log,
    slots: deliverySlots,
    run: (delivery, signal) => deliver({ ...services, room, writeDelivered }, delivery, signal),
  })
  const publishing = startLoop({
    what: 'jobs',
    source: dueJobs(database, pace),
    pace,
    log,
    slots: jobSlots,
    // What a job's turn has brought about may have to be told.
    run: (job, signal) => publish(services, job, signal).finally(delivering.wake),
  })
  waker.listen(publishing.wake)
  waker.listen(delivering.wake)
  const watch = watchOverdue({ database, pace, log })
  return {
    stop: async () => {
      await watch.stop()
      await publishing.stop()
      await delivering.stop()
    },
  }
}
