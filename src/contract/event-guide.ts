import type { z } from 'zod'
import type { EventName, eventData } from './events.ts'
import type { StreamedName, streamedData } from './status-stream.ts'

/** What people are told of an event. */
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

export const eventGuide: Guide<EventName, typeof eventData> = {
  'post.scheduled': {
    sent: 'A post was stored whose time lies ahead, or such a post was moved to another time.',
    exampleData: { ...exampleSubject, scheduled_at: exampleDue, status: 'queued', jobs: [exampleWaiting] },
  },
  'post.published': {
    sent: 'A group has ended, and all of its jobs are completed. Cancelled ones do not count.',
    exampleData: { ...exampleSubject, status: 'completed', jobs: [examplePublished] },
  },
  'post.partial': {
    sent: 'A group has ended; some of its jobs are completed, and some failed.',
    exampleData: {
      ...exampleSubject,
      platform: 'multiple',
      status: 'partial',
      jobs: [examplePublished, exampleFailed],
    },
  },
  'post.failed': {
    sent: 'A group has ended, and none of its jobs is completed. A group that was cancelled whole sends nothing.',
    exampleData: { ...exampleSubject, platform: 'x', status: 'failed', jobs: [exampleFailed] },
  },
  'post.delayed': {
    sent: 'A job begins to retry, starts more than 60 seconds late, or waits for a person: once for each job and cause.',
    exampleData: {
      ...exampleSubject,
      status: 'action_required',
      job_id: 102,
      action_required: {
        code: 'outcome_unknown',
        message: 'The platform did not say whether it took the post. Look there, and tell with POST /jobs/102/resolve.',
        look_at: ['https://bsky.app/profile/acme.example'],
      },
    },
  },
  'post.job_failed': {
    sent: 'A job has ended as failed. What came of the whole group is told when all of it has ended.',
    exampleData: { ...exampleSubject, platform: 'x', status: 'failed', job_id: 103, error: 'duplicate_content' },
  },
  'auto_reply.posted': {
    sent: 'A reply that the language model wrote was posted under a comment.',
    exampleData: {
      ...exampleSubject,
      status: 'completed',
      comment_id: 'at://did:plc:ewvi7nxzyoun6zhxrhs64oiz/app.bsky.feed.post/3lfa2k5rs7c2b',
      reply_id: 'at://did:plc:ewvi7nxzyoun6zhxrhs64oiz/app.bsky.feed.post/3lfa2m6t4wk2c',
      message: 'Thank you! It opens at nine.',
    },
  },
}

const exampleChange = { post_id: 101, batch_id: exampleSubject.batch_id }
const exampleAt = '2026-11-02T09:00:03.000Z'

export const streamGuide: Guide<StreamedName, typeof streamedData> = {
  job: {
    sent: 'A job was created, or came to another status.',
    exampleData: { job_id: 102, ...exampleChange, platform: 'bluesky', status: 'completed', at: exampleAt },
  },
  post: {
    sent: 'A post was created, or came to another status. From `scheduled` it goes to `processing` when its time has come.',
    exampleData: { ...exampleChange, status: 'successful', at: exampleAt },
  },
  reset: {
    sent: 'What came after `Last-Event-ID` is no longer kept, so something may be missing: read anew what you show.',
    exampleData: {},
  },
}
