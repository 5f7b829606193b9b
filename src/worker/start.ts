import { startLoop } from '../queue/loop.ts'
import type { Waker } from '../store/wake.ts'
import { publish } from './publish.ts'
import type { PublishServices } from './turn.ts'
import { watchOverdue } from './watch-overdue.ts'

/** Publishes what is due, until it is stopped. */
export function startPublishing(services: PublishServices, waker: Waker) {
  const { database, pace, log } = services
  const loop = startLoop({ database, pace, log, run: (job, signal) => publish(services, job, signal) })
  waker.listen(loop.wake)
  const watch = watchOverdue({ database, pace, log })
  return {
    stop: async () => {
      await watch.stop()
      await loop.stop()
    },
  }
}
