import { endedEvent, type NewEvent } from '../domain/post-events.ts'
import { postStatusOf } from '../domain/post-status.ts'
import type { Transaction } from './engine/database.ts'
import { appendEvents } from './events.ts'
import { type Group, storeGroupStatus } from './groups.ts'

/** Stores the status of the group, which follows from its jobs, and writes the events. */
export async function updateGroup(tx: Transaction, group: Group, events: readonly NewEvent[] = []): Promise<void> {
  const status = postStatusOf(group.jobs)
  const ended = status === group.status ? null : endedEvent(group, status)
  const isPosted = group.jobs.some((job) => job.status === 'completed')
  if (status !== group.status || (isPosted && group.postedAt === null))
    await storeGroupStatus(tx, group.id, {
      status,
      posted_at: isPosted ? (group.postedAt ?? group.now) : group.postedAt,
    })
  const subject = { userId: group.userId, postId: group.id, now: group.now }
  await appendEvents(tx, subject, ended ? [...events, ended] : events)
}
