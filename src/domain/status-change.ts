import type { JobStatus } from './job-status.ts'
import type { PostStatus } from './post-status.ts'

interface Change {
  /** Its position in the order of all changes. */
  readonly position: number
  readonly userId: number
  readonly postId: number
  readonly batchId: string
  readonly at: number
}

interface JobChange extends Change {
  readonly kind: 'job'
  readonly jobId: number
  /** The name that the caller used. */
  readonly platform: string
  readonly status: JobStatus
}

interface PostChange extends Change {
  readonly kind: 'post'
  readonly status: PostStatus
}

/** The status of a job or a post has changed. */
export type StatusChange = JobChange | PostChange

/** The changes of a user's jobs and posts up to a position; empty if only those of other users have changed. */
export interface StatusPage {
  readonly position: number
  readonly changes: readonly StatusChange[]
}

/** The changes of a user after a position, as they happen. */
export interface StatusFollower {
  /** The position after which it starts. */
  readonly from: number
  /** Changes after the requested position are already deleted. */
  readonly isLost: boolean
  /** Ends only through the signal. */
  readonly pages: (signal: AbortSignal) => AsyncIterable<StatusPage>
}
