import { scheduledEvent } from '../../domain/post-events.ts'
import { appendEvents } from '../../store/deliveries/events.ts'
import type { Transaction } from '../../store/engine/database.ts'
import { takeIds } from '../../store/engine/ids.ts'
import { insertJobs, type JobRow } from '../../store/jobs/jobs.ts'
import { lockGroup } from '../../store/posts/groups.ts'
import { editPost, type PostRow, releaseMedia } from '../../store/posts/posts.ts'
import { actorOf } from '../actor-of.ts'
import { keepLabels } from '../labels/keep-labels.ts'
import { refusal } from '../refuse.ts'
import { type AdmittedDestination, type AdmittedPost, earliestTime } from './admit-post.ts'
import { changeJob } from './move-jobs.ts'
import type { PostRequest } from './post-request.ts'
import { allowanceFinding } from './posting-allowance.ts'
import { isWaiting } from './show-post.ts'
import {
  checkAccounts,
  jobColumns,
  keepNamedMedia,
  newJobs,
  postColumns,
  type StoreContext,
  takeSlot,
} from './store-post.ts'

interface Edit {
  readonly post: PostRow
  readonly jobs: readonly JobRow[]
  readonly requested: PostRequest
  readonly admitted: AdmittedPost
  /** The edit contains platforms; otherwise the current ones stay. */
  readonly replacesPlatforms: boolean
}

/** Stores an admitted edit of a post whose jobs have not started, in the caller's transaction. */
export async function storeEdit(tx: Transaction, call: StoreContext, edit: Edit): Promise<void> {
  const { post, jobs, requested, replacesPlatforms } = edit
  const now = call.clock.now()
  const admitted = await takeSlot(tx, edit.admitted, earliestTime(call), post.id)
  const dueAt = admitted.at ?? now
  await checkAccounts(tx, admitted)
  const finding = await allowanceFinding(tx, call, { dueAt, jobs: admitted.destinations.length, currentJobs: jobs })
  if (finding) throw refusal([finding])
  await editPost(tx, post, {
    ...postColumns(requested, admitted),
    platforms: replacesPlatforms ? admitted.destinations.map(({ named }) => named) : post.platforms,
    status: 'queued',
    revision: post.revision + 1,
    updated_at: now,
    updated_by: actorOf(call.caller),
  })
  await storeJobs(tx, { ...edit, admitted }, dueAt, now)
  await releaseMedia(tx, post.id)
  await keepNamedMedia(tx, post.id, admitted.mediaKeys)
  await keepLabels(tx, call.caller, { of: 'post', id: post.id }, { names: requested.labels, now })
  if (admitted.at !== null && admitted.at > now && admitted.at !== post.scheduled_at)
    await appendEvents(tx, { userId: post.user_id, postId: post.id, now }, [
      scheduledEvent(await lockGroup(tx, post.id)),
    ])
}

/** A platform that stays keeps its job, a new one gets a job, and the job of a removed one leaves the group. */
async function storeJobs(
  tx: Transaction,
  { post, jobs, admitted: { destinations, profile }, replacesPlatforms }: Edit,
  dueAt: number,
  now: number,
): Promise<void> {
  const jobOf = ({ platform }: AdmittedDestination) =>
    jobs.find((job) => isWaiting(job) && job.platform === platform.name)

  const added = destinations.filter((destination) => !jobOf(destination))
  for (const destination of destinations) {
    const job = jobOf(destination)
    if (!job) continue
    await changeJob(tx, job, { ...jobColumns(destination, profile.id, dueAt, now), due_at: dueAt, updated_at: now })
  }
  const staying = destinations.flatMap((destination) => jobOf(destination)?.id ?? [])
  for (const job of replacesPlatforms ? jobs.filter(({ id }) => !staying.includes(id)) : [])
    await changeJob(tx, job, {
      dropped: true,
      updated_at: now,
      ...(isWaiting(job) && { status: 'cancelled' as const, due_at: null, finished_at: now }),
    })
  if (added.length === 0) return
  const group = { id: post.id, user_id: post.user_id, profile_id: profile.id, updated_at: now }
  await insertJobs(tx, newJobs(group, await takeIds(tx, added.length), added, dueAt))
}
