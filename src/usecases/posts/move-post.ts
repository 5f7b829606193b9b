import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../store/engine/database.ts'
import type { PostRow } from '../../store/posts/posts.ts'
import { isoTime } from '../../system/clock.ts'
import type { Call } from '../context.ts'
import { postConflict } from '../wrong-state.ts'
import { changedTooOften, checkEdit, storeCheckedEdit } from './edit-post.ts'
import { ownPost } from './own-post.ts'

type Move = Pick<Call<'bulkPosts'>['body'], 'shift' | 'scheduled_at' | 'scheduled_timezone'>

/** Checks an edit that only moves a post. Returns what stores it. */
export async function checkMove(call: Call<'bulkPosts'>, id: number, move: Move) {
  const { database, caller, clock } = call
  const post = await ownPost(database.read, caller, id)
  const time = move.shift
    ? { scheduled_at: shifted(post, move.shift, clock.now()) }
    : { scheduled_at: move.scheduled_at, scheduled_timezone: move.scheduled_timezone }
  const checked = await checkEdit(call, id, { expected_revision: post.revision, ...time })
  return async (tx: Transaction): Promise<void> => {
    if (!(await storeCheckedEdit(tx, call, checked))) throw changedTooOften()
  }
}

/** Days keep the time on the clocks of the post’s zone; minutes are exact. */
function shifted(post: PostRow, { days = 0, minutes = 0 }: NonNullable<Move['shift']>, now: number): string {
  if (post.scheduled_at === null)
    throw postConflict('wrong_state', post, now, 'The post has no time that could be shifted. Send `scheduled_at`.')
  const { epochMilliseconds } = Temporal.Instant.fromEpochMilliseconds(post.scheduled_at)
    .toZonedDateTimeISO(post.scheduled_timezone ?? 'UTC')
    .add({ days })
    .add({ minutes })
  return isoTime(epochMilliseconds)
}
