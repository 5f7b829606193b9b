import type { z } from 'zod'
import { exampleActor } from './common.ts'
import type { EventName, eventData } from './events.ts'
import type { StreamedName, streamedData } from './status-stream.ts'

/** When an event is sent, and an example of its data. */
type Guide<Name extends string, Data extends Record<Name, z.ZodType>> = {
  readonly [N in Name]: { readonly sent: string; readonly exampleData: z.input<Data[N]> }
}

const exampleSubject = {
  post_id: 101,
  batch_id: 'batch_8sK2mQ0vTzR4xLw7NcYb1HdE',
  profile_id: 'k3TfQ9sXb2Lm',
  platform: 'bluesky',
  scheduled_at: null,
}

const exampleDue = '2026-11-02T09:00:00.000Z'

const examplePublished = {
  platform: 'bluesky',
  jobId: 102,
  status: 'completed',
  platform_post_id: 'at://did:plc:ewvi7nxzyoun6zhxrhs64oiz/app.bsky.feed.post/3lf9zq7v4ck2a',
  platform_post_url: 'https://bsky.app/profile/acme.example/post/3lf9zq7v4ck2a',
  error: null,
} as const

const exampleWaiting = {
  ...examplePublished,
  status: 'queued',
  platform_post_id: null,
  platform_post_url: null,
} as const

const exampleFailed = {
  ...exampleWaiting,
  platform: 'x',
  jobId: 103,
  status: 'failed',
  error: 'duplicate_content',
} as const

const exampleDraft = {
  draft_id: '019a4393-7d40-7c1e-9a52-3f6b8e0d4c71',
  profile_id: exampleSubject.profile_id,
  revision: 1,
  scheduled_at: exampleDue,
  requested_by: exampleActor,
}

const exampleEditor = { type: 'person', id: 4, name: 'Ben' } as const

export const eventGuide: Guide<EventName, typeof eventData> = {
  'post.scheduled': {
    sent: 'A post was scheduled, or a scheduled post was moved to another time.',
    exampleData: { ...exampleSubject, scheduled_at: exampleDue, status: 'queued', jobs: [exampleWaiting] },
  },
  'post.published': {
    sent: 'All jobs of a group have ended, and all of them are completed. Cancelled jobs do not count.',
    exampleData: { ...exampleSubject, status: 'completed', jobs: [examplePublished] },
  },
  'post.partial': {
    sent: 'All jobs of a group have ended: some are completed, and some failed.',
    exampleData: {
      ...exampleSubject,
      platform: 'multiple',
      status: 'partial',
      jobs: [examplePublished, exampleFailed],
    },
  },
  'post.failed': {
    sent: 'All jobs of a group have ended, and none is completed. If all jobs were cancelled, `post.cancelled` is sent instead.',
    exampleData: { ...exampleSubject, platform: 'x', status: 'failed', jobs: [exampleFailed] },
  },
  'post.cancelled': {
    sent: 'All jobs of a group were cancelled, or the post was deleted. Not for a job that is cancelled while others stay.',
    exampleData: {
      ...exampleSubject,
      scheduled_at: exampleDue,
      status: 'cancelled',
      jobs: [{ ...exampleWaiting, status: 'cancelled' }],
      deleted: true,
      cancelled_by: exampleEditor,
    },
  },
  'post.delayed': {
    sent: 'A job is retried, starts more than 60 seconds late, or waits for a person. Sent once per job and cause.',
    exampleData: {
      ...exampleSubject,
      status: 'action_required',
      job_id: 102,
      action_required: {
        code: 'outcome_unknown',
        message:
          'The platform did not confirm the post. Look there, and report what you see with POST /jobs/102/resolve.',
        look_at: ['https://bsky.app/profile/acme.example'],
      },
    },
  },
  'post.job_failed': {
    sent: 'A job has failed. The result of the whole group follows when all its jobs have ended.',
    exampleData: { ...exampleSubject, platform: 'x', status: 'failed', job_id: 103, error: 'duplicate_content' },
  },
  'auto_reply.posted': {
    sent: 'A reply that the language model wrote was posted.',
    exampleData: {
      ...exampleSubject,
      status: 'completed',
      comment_id: 'at://did:plc:ewvi7nxzyoun6zhxrhs64oiz/app.bsky.feed.post/3lfa2k5rs7c2b',
      reply_id: 'at://did:plc:ewvi7nxzyoun6zhxrhs64oiz/app.bsky.feed.post/3lfa2m6t4wk2c',
      message: 'Thank you! It opens at nine.',
    },
  },
  'draft.submitted': {
    sent: 'Somebody who may not publish submitted a draft, and it waits for approval.',
    exampleData: { ...exampleDraft, status: 'awaiting_approval' },
  },
  'draft.approved': {
    sent: 'A draft was approved, and a post was created from it. The events of the post follow.',
    exampleData: {
      ...exampleDraft,
      status: 'submitted',
      approved_by: exampleEditor,
      post_id: exampleSubject.post_id,
      batch_id: exampleSubject.batch_id,
    },
  },
  'draft.returned': {
    sent: 'A draft that waited for approval was returned to its author.',
    exampleData: {
      ...exampleDraft,
      revision: 2,
      status: 'draft',
      returned_by: exampleEditor,
      note: 'Please mention the opening hours.',
    },
  },
}

const exampleChange = { post_id: 101, batch_id: exampleSubject.batch_id }
const exampleAt = '2026-11-02T09:00:03.000Z'

export const streamGuide: Guide<StreamedName, typeof streamedData> = {
  job: {
    sent: 'A job was created, or its status changed.',
    exampleData: { job_id: 102, ...exampleChange, platform: 'bluesky', status: 'completed', at: exampleAt },
  },
  post: {
    sent: 'A post was created, or its status changed. `scheduled` changes to `processing` at the scheduled time.',
    exampleData: { ...exampleChange, status: 'successful', at: exampleAt },
  },
  reset: {
    sent: 'The events after `Last-Event-ID` are no longer stored, so some may be missing. Read again what you show.',
    exampleData: {},
  },
}
