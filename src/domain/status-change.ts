import type { JobStatus } from './job-status.ts'
import type { PostStatus } from './post-status.ts'

interface Change {
  /** Its place in the order in which changes are shown. */
  readonly position: number
  readonly userId: number
  readonly postId: number
  readonly batchId: string
  readonly at: number
}

interface JobChange extends Change {
  readonly kind: 'job'
  readonly jobId: number
  /** In the caller's word. */
  readonly platform: string
  readonly status: JobStatus
}

interface PostChange extends Change {
  readonly kind: 'post'
  readonly status: PostStatus
}

/** A job or a post came to a status. */
export type StatusChange = JobChange | PostChange

/** What happened to a user's jobs and posts up to a position; nothing, where only others' changed. */
export interface StatusPage {
  readonly position: number
  readonly changes: readonly StatusChange[]
}

/** The changes of a user after some position, as they come. */
export interface Following {
  /** The position after which it begins. */
  readonly from: number
  /** What came after the position that was asked for is no longer kept. */
  readonly isLost: boolean
  /** Without an end of its own: the signal ends it. */
  readonly pages: (signal: AbortSignal) => AsyncIterable<StatusPage>
}
