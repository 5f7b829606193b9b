/** The visible state of an ended job. */
export interface JobView {
  readonly status: string
  readonly attempts: number
  readonly error: string | null
  readonly group: string
  readonly events: readonly string[]
  readonly posts: number
  readonly comments: readonly number[]
  /** The errors of the warnings. */
  readonly warnings: readonly string[]
  readonly login: 'good' | 'ended'
}

/** For a post without any problem. */
export const published: JobView = {
  status: 'completed',
  attempts: 1,
  error: null,
  group: 'successful',
  events: ['post.published'],
  posts: 1,
  comments: [],
  warnings: [],
  login: 'good',
}

const ended = { events: ['post.delayed', 'post.job_failed', 'post.failed'], group: 'failed', posts: 0 } as const

/** The differences from that if a post ended in another way. */
export const outcomes = {
  /** After a retry. */
  ended,
  failed: { ...ended, status: 'failed', events: ['post.job_failed', 'post.failed'] },
  unknown: { status: 'action_required', group: 'processing', events: ['post.delayed'] },
  retried: { attempts: 2, events: ['post.delayed', 'post.published'] },
} as const satisfies Readonly<Record<string, Partial<JobView>>>
