import { cancelledEvent } from '../../domain/post-events.ts'
import { postStatusOf } from '../../domain/post-status.ts'
import { titleOf } from '../../domain/title-of.ts'
import type { Transaction } from '../../store/engine/database.ts'
import type { JobRow } from '../../store/jobs/jobs.ts'
import type { Group } from '../../store/posts/groups.ts'
import type { PostRow } from '../../store/posts/posts.ts'
import { tellJobEnded } from '../../system/job-ended.ts'
import { actorOf } from '../actor-of.ts'
import { audit } from '../audit.ts'
import type { Caller, Services } from '../context.ts'
import { type JobChanges, moveJobs } from './move-jobs.ts'

/** Cancels jobs of a post that this transaction has locked. If no other job is left, the whole post is cancelled. */
export async function cancelJobs(
  tx: Transaction,
  caller: Caller,
  post: PostRow,
  jobs: readonly JobRow[],
  { deletes }: { readonly deletes: boolean } = { deletes: false },
): Promise<Group> {
  const isWhole = (group: Group) => postStatusOf(group.jobs) === 'cancelled'
  const group = await moveJobs(tx, post.id, jobs, cancelled, (after) =>
    isWhole(after) ? [cancelledEvent(after, actorOf(caller), deletes)] : [],
  )
  if (isWhole(group)) await auditPost(tx, caller, deletes ? 'post.deleted' : 'post.cancelled', post, group.now)
  return group
}

/** The audit list tells what happened to a whole post. */
export const auditPost = (
  tx: Transaction,
  caller: Caller,
  action: 'post.cancelled' | 'post.deleted' | 'post.restored',
  { id, message }: Pick<PostRow, 'id' | 'message'>,
  now: number,
): Promise<void> => audit(tx, caller, action, { now, target: { type: 'post', id: String(id), name: titleOf(message) } })

const cancelled = (now: number): JobChanges => ({ status: 'cancelled', due_at: null, finished_at: now })

/** Logs and counts cancelled jobs, after the commit. */
export function tellCancelled(services: Pick<Services, 'log' | 'metrics' | 'clock'>, jobs: readonly JobRow[]): void {
  for (const job of jobs) tellJobEnded(services, job, { outcome: 'cancelled', at: services.clock.now() })
}
