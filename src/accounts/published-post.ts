import type { PublishedPost } from '../platforms/shared/reads.ts'
import type { JobRow } from '../store/jobs/jobs.ts'

/** The post that a job has published; null if there is none, or if its ID is unknown. */
export const publishedPost = ({ status, platform_post_id, ...job }: JobRow): PublishedPost | null =>
  status === 'completed' && platform_post_id !== null
    ? { id: platform_post_id, url: job.platform_post_url, postType: job.content.postType, result: job.result }
    : null
