import { isDeepStrictEqual } from 'node:util'
import { PublicError } from '../../contract/errors.ts'
import type { Reader } from '../../store/engine/database.ts'
import { type JobRow, listJobs } from '../../store/jobs.ts'
import type { PostRow } from '../../store/posts.ts'
import type { Call, UseCase } from '../context.ts'
import { ownProfile } from '../profiles/own-profile.ts'
import { postConflict } from '../wrong-state.ts'
import { admitPost } from './admit-post.ts'
import { ownPost } from './own-post.ts'
import { changedPost } from './post-request.ts'
import { readPost } from './read-posts.ts'
import { isEditable, isWaiting } from './show-post.ts'
import { storeEdit } from './store-edit.ts'

/** How often an edit is checked again because a job of the post was cancelled in the meantime. */
const maxTries = 5

export const updatePost: UseCase<'updatePost'> = async (call) => {
  for (let tries = 1; tries <= maxTries; tries++) {
    const answered = await attempt(call)
    if (!answered) continue
    call.wake()
    return answered
  }
  throw new PublicError('unavailable', 'The post changed several times during the checks. Try again in a moment.', {
    headers: { 'retry-after': '1' },
  })
}

/** Checks the edit, then stores it; undefined if the jobs have changed since the check. */
async function attempt(call: Call<'updatePost'>) {
  const { database, clock, caller, body, answer } = call
  const checked = await editable(database.read, call)
  const profile = await ownProfile(database.read, caller, body.profile_id ?? checked.post.profile_id)
  const waiting = checked.jobs.filter(isWaiting).map(({ named }) => named)
  const requested = changedPost(checked.post, waiting, body)
  const isSameProfile = profile.id === checked.post.profile_id
  if (
    isSameProfile &&
    isDeepStrictEqual(requested, changedPost(checked.post, waiting, { expected_revision: body.expected_revision }))
  )
    return unchanged(call)
  const admitted = await admitPost(call, profile, requested, checked.jobs)
  return database.transaction(async (tx) => {
    const current = await editable(tx, call)
    if (stateOf(current.jobs) !== stateOf(checked.jobs)) return undefined
    await storeEdit(tx, call, { ...current, requested, admitted, replacesPlatforms: body.platforms !== undefined })
    const post = await ownPost(tx, caller, current.post.id)
    return answer(tx, { status: 'ok' as const, data: await readPost(tx, post, clock.now()) })
  })
}

/** An edit that changes nothing leaves the revision as it is. */
const unchanged = ({ database, clock, caller, params, answer }: Call<'updatePost'>) =>
  database.transaction(async (tx) => {
    const post = await ownPost(tx, caller, params.id)
    return answer(tx, { status: 'ok' as const, data: await readPost(tx, post, clock.now()) })
  })

const stateOf = (jobs: readonly JobRow[]): string =>
  jobs.map(({ id, status, fence }) => `${id} ${status} ${fence}`).join()

/** The post with its jobs. Throws if it cannot be edited, or if its revision is another one. */
async function editable(
  db: Reader,
  { clock, caller, params, body }: Call<'updatePost'>,
): Promise<{ post: PostRow; jobs: JobRow[] }> {
  const post = await ownPost(db, caller, params.id)
  const jobs = await listJobs(db, [post.id])
  if (!isEditable(jobs))
    throw postConflict(
      'not_editable',
      post,
      clock.now(),
      'Publishing has started, so the post can no longer be edited. Create another post instead.',
    )
  if (post.revision !== body.expected_revision)
    throw postConflict(
      'revision_conflict',
      post,
      clock.now(),
      `The post changed since it was read: its revision is ${post.revision}, not ${body.expected_revision}. Read it again, and send its revision.`,
    )
  return { post, jobs }
}
