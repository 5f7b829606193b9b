import { isDeepStrictEqual } from 'node:util'
import { PublicError } from '../../contract/errors.ts'
import type { Input } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import type { Client } from '../../domain/client.ts'
import type { Reader, Transaction } from '../../store/engine/database.ts'
import { type JobRow, listJobs } from '../../store/jobs/jobs.ts'
import type { PostRow } from '../../store/posts/posts.ts'
import type { Caller, Services } from '../context.ts'
import { postingProfile } from '../destinations.ts'
import { postConflict } from '../wrong-state.ts'
import { type AdmittedPost, admitPost } from './admit-post.ts'
import { checkRevision, lockOwnPost, ownPost } from './own-post.ts'
import { changedPost, type PostRequest } from './post-request.ts'
import { isEditable, isWaiting } from './show-post.ts'
import { storeEdit } from './store-edit.ts'

type EditServices = Services & { readonly caller: Caller; readonly client: Client }
type Changes = Input<Operations['updatePost']>['body']

export interface CheckedEdit {
  readonly id: number
  readonly changes: Changes
  readonly jobs: readonly JobRow[]
  /** Null: the edit changes nothing, so the revision stays. */
  readonly edited: { readonly requested: PostRequest; readonly admitted: AdmittedPost } | null
}

/** Runs all checks of an edit, and changes nothing. Throws what refuses it. */
export async function checkEdit(call: EditServices, id: number, changes: Changes): Promise<CheckedEdit> {
  const { database, caller } = call
  const { post, jobs } = await editable(database.read, call, await ownPost(database.read, caller, id), changes)
  const profile = await postingProfile(database.read, caller, changes.profile_id ?? post.profile_id)
  const waiting = jobs.filter(isWaiting).map(({ named }) => named)
  const requested = changedPost(post, waiting, changes)
  const same = changedPost(post, waiting, { expected_revision: changes.expected_revision })
  if (profile.id === post.profile_id && isDeepStrictEqual(requested, same)) return { id, changes, jobs, edited: null }
  return { id, changes, jobs, edited: { requested, admitted: await admitPost(call, profile, requested, jobs) } }
}

/** Stores a checked edit. False if the jobs have changed since the check, so that it must be checked again. */
export async function storeCheckedEdit(tx: Transaction, call: EditServices, checked: CheckedEdit): Promise<boolean> {
  const { id, changes, jobs, edited } = checked
  if (!edited) return true
  const current = await editable(tx, call, await lockOwnPost(tx, call.caller, id), changes)
  if (stateOf(current.jobs) !== stateOf(jobs)) return false
  await storeEdit(tx, call, { ...current, ...edited, replacesPlatforms: changes.platforms !== undefined })
  return true
}

export const changedTooOften = (): PublicError =>
  new PublicError('unavailable', 'The post changed during the checks. Try again in a moment.', {
    headers: { 'retry-after': '1' },
  })

const stateOf = (jobs: readonly JobRow[]): string =>
  jobs.map(({ id, status, fence }) => `${id} ${status} ${fence}`).join()

/** The post with its jobs. Throws if it cannot be edited, or if its revision is another one. */
async function editable(
  db: Reader,
  { clock }: Pick<EditServices, 'clock'>,
  post: PostRow,
  { expected_revision }: Changes,
): Promise<{ post: PostRow; jobs: JobRow[] }> {
  const jobs = await listJobs(db, [post.id])
  if (!isEditable(jobs))
    throw postConflict(
      'not_editable',
      post,
      clock.now(),
      'Publishing has started, so the post can no longer be edited. Create another post instead.',
    )
  checkRevision(post, expected_revision, clock.now())
  return { post, jobs }
}
