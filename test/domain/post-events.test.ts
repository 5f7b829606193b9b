import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type EventName, eventData } from '../../src/contract/events.ts'
import {
  cancelledEvent,
  delayedEvent,
  type EventJob,
  type EventPost,
  endedEvent,
  jobFailedEvent,
  type NewEvent,
  scheduledEvent,
} from '../../src/domain/post-events.ts'

const job = (id: number, given: Partial<EventJob> = {}): EventJob => ({
  id,
  platform: 'bluesky',
  status: 'completed',
  platformPostId: 'at://x/y/z',
  platformPostUrl: 'https://example.com/z',
  error: null,
  action: null,
  ...given,
})

const post = (...jobs: EventJob[]): EventPost => ({
  id: 1,
  batchId: 'batch_8fK2mQx0ZtB4vN7cR1sYpW3d',
  profileId: 'k3TfQ9sXb2Lm',
  scheduledAt: Date.UTC(2026, 10, 21),
  jobs,
})

const isName = (name: string): name is EventName => Object.hasOwn(eventData, name)

function valid(event: NewEvent | null): NewEvent {
  assert.ok(event && isName(event.name))
  eventData[event.name].parse(event.data)
  return event
}

test('every event matches the contract', () => {
  const one = job(2)
  valid(scheduledEvent(post(one)))
  for (const status of ['successful', 'partial', 'failed'] as const) valid(endedEvent(post(one), status))
  valid(jobFailedEvent(post(one), one))
  valid(cancelledEvent(post(one), { type: 'person', id: 4, name: 'Ben' }, true))
  for (const cause of ['late', 'retrying', 'action_required'] as const) valid(delayedEvent(post(one), one, cause))
})

test('an action that a person must take is reported with the job that waits for it', () => {
  const action = { code: 'finish_in_app', message: 'Finish it.', resolveBy: Date.UTC(2026, 10, 28) } as const
  const waiting = job(2, { action })
  assert.deepEqual(valid(delayedEvent(post(waiting), waiting, 'action_required')).data.action_required, {
    code: 'finish_in_app',
    message: 'Finish it.',
    resolve_by: '2026-11-28T00:00:00.000Z',
  })
})

test('the platform is the single one, by the caller’s name for it, or multiple; cancelled jobs do not count', () => {
  const twitter = job(3, { platform: 'twitter' })
  assert.equal(scheduledEvent(post(twitter)).data.platform, 'twitter')
  assert.equal(scheduledEvent(post(job(2), twitter)).data.platform, 'multiple')
  assert.equal(scheduledEvent(post(job(2, { status: 'cancelled' }), twitter)).data.platform, 'twitter')
})

test('a group that is cancelled completely is about the platforms that it was for', () => {
  const by = { type: 'key', id: 7, name: 'deploy' } as const
  const cancelled = job(2, { status: 'cancelled' })
  assert.equal(cancelledEvent(post(cancelled), by, false).data.platform, 'bluesky')
  assert.equal(cancelledEvent(post(cancelled, job(3, { platform: 'x' })), by, false).data.platform, 'x')
})

test('a group that is cancelled completely, or has not ended, sends no end event', () => {
  for (const status of ['queued', 'processing', 'cancelled'] as const)
    assert.equal(endedEvent(post(job(2)), status), null)
})

test('an end event contains all the jobs as they are', () => {
  const failed = job(3, {
    platform: 'x',
    status: 'failed',
    platformPostId: null,
    platformPostUrl: null,
    error: 'rate_limited',
  })
  assert.deepEqual(valid(endedEvent(post(job(2), failed), 'partial')), {
    name: 'post.partial',
    data: {
      post_id: 1,
      batch_id: 'batch_8fK2mQx0ZtB4vN7cR1sYpW3d',
      profile_id: 'k3TfQ9sXb2Lm',
      platform: 'multiple',
      scheduled_at: '2026-11-21T00:00:00.000Z',
      status: 'partial',
      jobs: [
        {
          platform: 'bluesky',
          jobId: 2,
          status: 'completed',
          platform_post_id: 'at://x/y/z',
          platform_post_url: 'https://example.com/z',
          error: null,
        },
        {
          platform: 'x',
          jobId: 3,
          status: 'failed',
          platform_post_id: null,
          platform_post_url: null,
          error: 'rate_limited',
        },
      ],
    },
  })
})
