import type { Call, UseCase } from '../context.ts'
import { changedTooOften, checkEdit, storeCheckedEdit } from './edit-post.ts'
import { ownPost } from './own-post.ts'
import { readPost } from './read-posts.ts'
import { isOnlyLabels, relabelPost } from './relabel-post.ts'

/** How often an edit is checked again because a job of the post was cancelled in the meantime. */
const maxTries = 5

export const updatePost: UseCase<'updatePost'> = async (call) => {
  if (isOnlyLabels(call.body)) return relabelPost(call)
  for (let tries = 1; tries <= maxTries; tries++) {
    const answered = await attempt(call)
    if (!answered) continue
    call.wake()
    return answered
  }
  throw changedTooOften()
}

/** Checks the edit, then stores it; undefined if the jobs have changed since the check. */
async function attempt(call: Call<'updatePost'>) {
  const { database, media, clock, caller, params, body, answer } = call
  const checked = await checkEdit(call, params.id, body)
  return database.ofUser(caller.userId, async (tx) => {
    if (!(await storeCheckedEdit(tx, call, checked))) return undefined
    const post = await ownPost(tx, caller, params.id)
    return answer(tx, { status: 'ok' as const, data: await readPost(tx, media, post, clock.now()) })
  })
}
