import { setImmediate as letOthersRun } from 'node:timers/promises'
import { PublicError } from '../../contract/errors.ts'
import type { Output } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import type { Transaction } from '../../store/engine/database.ts'
import { inSavepoint } from '../../store/engine/savepoint.ts'
import type { JobRow } from '../../store/jobs/jobs.ts'
import { lockNamedPosts } from '../../store/posts/groups.ts'
import { isoTimeOrNull } from '../../system/clock.ts'
import type { Call, UseCase } from '../context.ts'
import { tellCancelled } from './cancel-jobs.ts'
import { checkMove } from './move-post.ts'
import { deletedPost, ownPost } from './own-post.ts'
import { cancelPost, removePost } from './remove-post.ts'
import { checkRestore } from './restore-post.ts'

type Result = Output<Operations['bulkPosts']>['data']['results'][number]
type Work = (tx: Transaction) => Promise<Omit<Result, 'id' | 'ok' | 'error'>>

/**
 * Each post succeeds or fails by itself, but all are stored in one transaction, together with the response. So a request
 * that is repeated after a crash has either had its whole effect, or none.
 */
export const bulkPosts: UseCase<'bulkPosts'> = async (call) => {
  const { database, caller, clock, body, answer, wake } = call
  const works: { id: number; work: Work }[] = []
  const stopped: JobRow[] = []
  for (const id of body.ids) {
    works.push({ id, work: await workOn(call, id, stopped).catch(failing) })
    await letOthersRun()
  }
  const answered = await database.ofUser(caller.userId, async (tx) => {
    await lockNamedPosts(tx, caller.userId, body.ids)
    const handled = new Set<number>()
    const results: Result[] = []
    stopped.length = 0
    for (const { id, work } of works) {
      const outcome = await inSavepoint(tx, async () => {
        const post = await (body.action === 'restore'
          ? deletedPost(tx, caller, id, clock.now())
          : ownPost(tx, caller, id))
        if (handled.has(post.id)) throw namedTwice()
        return { post, done: await work(tx) }
      })
      if ('result' in outcome) handled.add(outcome.result.post.id)
      results.push(
        'result' in outcome ? { id, ok: true, ...outcome.result.done, error: null } : failed(id, outcome.error),
      )
      await letOthersRun()
    }
    const done = results.filter(({ ok }) => ok).length
    return answer(tx, { status: 'ok' as const, data: { ok: done === results.length, done, results } })
  })
  // Events and status changes must be sent.
  wake()
  tellCancelled(call, stopped)
  return answered
}

/** The work for one post, after the checks that need no transaction. It adds the jobs that it cancels to `stopped`. */
async function workOn(call: Call<'bulkPosts'>, id: number, stopped: JobRow[]): Promise<Work> {
  const { caller, clock, body } = call
  if (body.action === 'move') {
    const store = await checkMove(call, id, body)
    return async (tx) => {
      await store(tx)
      const { id: post_id, scheduled_at, revision } = await ownPost(tx, caller, id)
      return { post_id, scheduled_at: isoTimeOrNull(scheduled_at), revision, cancelled_job_ids: [] }
    }
  }
  if (body.action === 'restore') {
    const { scheduled_at, scheduled_timezone } = body
    const store = await checkRestore(call, id, { scheduled_at, scheduled_timezone })
    return async (tx) => {
      const made = await store(tx)
      return { post_id: made.post_id, scheduled_at: made.scheduled_at, revision: 1, cancelled_job_ids: [] }
    }
  }
  const stop = body.action === 'cancel' ? cancelPost : removePost
  return async (tx) => {
    const { post, jobs } = await stop(tx, caller, id, clock.now())
    stopped.push(...jobs)
    return {
      post_id: post.id,
      scheduled_at: isoTimeOrNull(post.scheduled_at),
      revision: post.revision,
      cancelled_job_ids: jobs.map((job) => job.id),
    }
  }
}

const failing = (error: unknown): Work => {
  if (!(error instanceof PublicError)) throw error
  return () => Promise.reject(error)
}

/** An error of another kind is not the fault of one post: it ends the whole request. */
function failed(id: number, error: unknown): Result {
  if (!(error instanceof PublicError)) throw error
  const { code, message, details } = error
  return {
    id,
    ok: false,
    post_id: null,
    scheduled_at: null,
    revision: null,
    cancelled_job_ids: [],
    error: { code, message, details: [...details] },
  }
}

const namedTwice = (): PublicError =>
  new PublicError(
    'validation_failed',
    'This post is in the list twice. The ID of a post and the IDs of its jobs mean the same post.',
  )
