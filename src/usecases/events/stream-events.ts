import type { StreamedEvent } from '../../contract/status-stream.ts'
import type { StatusChange } from '../../domain/status-change.ts'
import { isoTime } from '../../system/clock.ts'
import { EventStream, type UseCase } from '../context.ts'

export const streamEvents: UseCase<'streamEvents'> = async ({ followStatus, caller, lastEventId }) => {
  const { from, isLost, pages } = await followStatus(caller.userId, lastEventId)
  return new EventStream(async function* (signal) {
    yield { position: from, events: isLost ? [{ id: from, event: 'reset', data: {} }] : [] }
    for await (const { position, changes } of pages(signal)) yield { position, events: changes.map(showChange) }
  })
}

function showChange(change: StatusChange): StreamedEvent {
  const { position: id, postId: post_id, batchId: batch_id } = change
  const at = isoTime(change.at)
  return change.kind === 'job'
    ? {
        id,
        event: change.kind,
        data: { job_id: change.jobId, post_id, batch_id, platform: change.platform, status: change.status, at },
      }
    : { id, event: change.kind, data: { post_id, batch_id, status: change.status, at } }
}
