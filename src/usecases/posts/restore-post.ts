import { PublicError } from '../../contract/errors.ts'
import type { Output } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import type { Client } from '../../domain/client.ts'
import type { Transaction } from '../../store/engine/database.ts'
import { listJobs } from '../../store/jobs/jobs.ts'
import { markPostRestored, type PostRow } from '../../store/posts/posts.ts'
import type { Call, Caller, Services, UseCase } from '../context.ts'
import { postingProfile } from '../destinations.ts'
import { refusal } from '../refuse.ts'
import { admitPost } from './admit-post.ts'
import { auditPost } from './cancel-jobs.ts'
import { deletedPost } from './own-post.ts'
import { changedPost } from './post-request.ts'
import { storePost } from './store-post.ts'

export const restorePost: UseCase<'restorePost'> = async (call) => {
  const { database, caller, params, body, answer, wake } = call
  const store = await checkRestore(call, params.id, body)
  const answered = await database.ofUser(caller.userId, async (tx) => answer(tx, await store(tx)))
  wake()
  return answered
}

type RestoreServices = Services & { readonly caller: Caller; readonly client: Client }
type Schedule = Call<'restorePost'>['body']

/** Checks the post that a deleted one would become. Returns what stores it: a new post, so no job moves twice. */
export async function checkRestore(call: RestoreServices, id: number, schedule: Schedule) {
  const { database, caller, clock } = call
  const post = await deletedPost(database.read, caller, id, clock.now())
  refuseRestored(post)
  const requested = changedPost(post, await platformsOf(call, post), { expected_revision: post.revision, ...schedule })
  const isOver = post.scheduled_at === null || post.scheduled_at <= clock.now()
  if (requested.schedule.type === 'unchanged' && isOver) throw timeIsOver()
  const profile = await postingProfile(database.read, caller, post.profile_id)
  const admitted = await admitPost(call, profile, requested)
  return async (tx: Transaction): Promise<Output<Operations['createPost']>> => {
    refuseRestored(await deletedPost(tx, caller, id, clock.now()))
    const made = await storePost(tx, call, requested, admitted)
    await markPostRestored(tx, post.id, made.post_id)
    await auditPost(tx, caller, 'post.restored', { id: made.post_id, message: post.message }, clock.now())
    return made
  }
}

/** Those of the jobs that the deletion cancelled. If all were cancelled before, there were no others: all platforms. */
async function platformsOf({ database }: RestoreServices, { id, deleted_at }: PostRow): Promise<string[]> {
  const jobs = await listJobs(database.read, [id])
  const waited = jobs.filter(({ finished_at }) => finished_at === deleted_at)
  return (waited.length > 0 ? waited : jobs).map(({ named }) => named)
}

function refuseRestored({ restored_as }: PostRow): void {
  if (restored_as === null) return
  throw new PublicError('wrong_state', `The post was brought back before, as post ${restored_as}.`, {
    details: [{ code: 'wrong_state', message: `It is post ${restored_as} now.`, post_id: restored_as }],
  })
}

const timeIsOver = (): PublicError =>
  refusal([
    {
      path: 'scheduled_at',
      code: 'schedule_in_past',
      message: 'Send `scheduled_at`: the time of this post is over. Null publishes it now.',
    },
  ])
