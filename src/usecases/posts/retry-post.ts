import { listJobs } from '../../store/jobs/jobs.ts'
import type { UseCase } from '../context.ts'
import { postConflict } from '../wrong-state.ts'
import { lockOwnPost, ownPost } from './own-post.ts'
import { readPost } from './read-posts.ts'
import { requeueFailed } from './requeue.ts'

export const retryPost: UseCase<'retryPost'> = async (call) => {
  const { database, media, clock, caller, params, wake, answer } = call
  const answered = await database.ofUser(caller.userId, async (tx) => {
    const post = await lockOwnPost(tx, caller, params.id)
    const failed = (await listJobs(tx, [post.id])).filter(({ status }) => status === 'failed')
    if (failed.length === 0)
      throw postConflict(
        'wrong_state',
        post,
        clock.now(),
        'No job of the post has failed, so there is nothing to retry.',
      )
    await requeueFailed(tx, call, post, failed)
    return answer(tx, {
      status: 'ok' as const,
      data: await readPost(tx, media, await ownPost(tx, caller, post.id), clock.now()),
    })
  })
  wake()
  return answered
}
