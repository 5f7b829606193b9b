import { endedEvent, type NewEvent } from '../../domain/post-events.ts'
import { postStatusOf } from '../../domain/post-status.ts'
import { writeEvents } from '../deliveries/events.ts'
import type { Transaction } from '../engine/database.ts'
import { type Group, storeStatuses } from './groups.ts'

export interface ChangedGroup {
  /** With its jobs as they are now. */
  readonly group: Group
  /** Other events to report. */
  readonly events: readonly NewEvent[]
}

/** Stores the statuses of groups, which follow from their jobs, and writes the events. */
export async function updateGroups(tx: Transaction, changed: readonly ChangedGroup[]): Promise<void> {
  const groups = changed.map(({ group, events }) => {
    const status = postStatusOf(group.jobs)
    const isPosted = group.jobs.some((job) => job.status === 'completed')
    const ended = status === group.status ? null : endedEvent(group, status)
    return {
      group,
      status,
      postedAt: isPosted ? (group.postedAt ?? group.now) : group.postedAt,
      events: ended ? [...events, ended] : events,
    }
  })
  await storeStatuses(
    tx,
    groups.map(({ group: { id, now }, status, postedAt }) => ({ id, status, postedAt, now })),
  )
  await writeEvents(
    tx,
    groups.flatMap(({ group: { id, userId, now }, events }) =>
      events.map((event) => ({ ...event, userId, postId: id, now })),
    ),
  )
}
