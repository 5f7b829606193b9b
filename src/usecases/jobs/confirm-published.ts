import type { JobWarning } from '../../domain/content.ts'
import type { PublishedPost } from '../../domain/outcome.ts'
import { findProfileAccount } from '../../store/accounts/accounts.ts'
import { measurePosts } from '../../store/analytics/measured-posts.ts'
import { watchPosts } from '../../store/comments/watched-posts.ts'
import type { Transaction } from '../../store/engine/database.ts'
import type { JobRow } from '../../store/jobs/jobs.ts'
import type { Services } from '../context.ts'
import { keyOf } from '../destinations.ts'
import { moveJobs } from '../posts/move-jobs.ts'
import { refusal } from '../refuse.ts'

/** Completes a job that a person reports as published at a URL. */
export async function confirmPublished(
  tx: Transaction,
  services: Pick<Services, 'platforms' | 'accounts'>,
  job: JobRow,
  url: string,
): Promise<void> {
  const published = await readUrl(tx, services, job, url)
  await moveJobs(tx, job.post_id, [job], (now) => ({
    status: 'completed',
    platform_post_id: published.id,
    platform_post_url: published.url,
    action: null,
    due_at: null,
    finished_at: now,
    ...(job.content.comments.length > 0 && { warnings: [...job.warnings, commentsLeftOut(now)] }),
  }))
  await measurePosts(tx, [{ ...job, platformPostId: published.id, dueIn: 0 }])
  await watchPosts(tx, { jobIds: [job.id] })
}

/** The ID and the URL that the platform's adapter reads from a URL. If it reads nothing, the URL is used as it is. */
async function readUrl(
  tx: Transaction,
  { platforms, accounts }: Pick<Services, 'platforms' | 'accounts'>,
  job: JobRow,
  url: string,
): Promise<Omit<PublishedPost, 'id'> & { readonly id: string | null }> {
  const platform = platforms.find(({ name }) => name === job.platform)
  if (!platform?.readPostUrl) return { id: null, url }
  const account = await findProfileAccount(tx, job.profile_id, job.platform)
  const username = account && keyOf(account) === job.lane ? account.username : null
  const isReached = job.environment === 'live' || accounts.hasSandbox
  const hosts = isReached ? accounts.hostsOf(platform, job.environment) : { hosts: platform.live.hosts }
  const read = platform.readPostUrl(url, { ...hosts, account: { remoteId: job.remote_account_id, username } })
  if ('code' in read) throw refusal([{ path: 'url', platform: job.named, ...read }])
  return read
}

const commentsLeftOut = (at: number): JobWarning => ({
  code: 'comment_failed',
  severity: 'warning',
  message: 'The comments under the post were not sent, because a person confirmed that the post was published.',
  details: null,
  at,
})
