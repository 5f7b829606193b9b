import { counted, type Side } from './compare.ts'
import type { InstanceData } from './instance-data.ts'
import { addJobs, lateness, listAccounts, makeDue, settle } from './jobs.ts'
import { withStore } from './seed.ts'

/** Rounds in which a service publishes as many jobs as fill them. All become due at the same moment. */
export function dueJobs(data: InstanceData): Required<Pick<Side, 'prepare' | 'round'>> {
  const size = counted(200)
  let due = { after: 0, count: 0 }
  return {
    prepare: (seconds) =>
      withStore(data, async (database) => {
        const count = size.for(seconds)
        const after = await addJobs(database, await listAccounts(database), count)
        await settle(database)
        await makeDue(database, after)
        due = { after, count }
      }),
    round: () =>
      withStore(data, async (database) => {
        const late = await lateness(database, due.after, due.count)
        return size.learn({ count: due.count, milliseconds: Math.max(...late) })
      }),
  }
}
