import assert from 'node:assert/strict'
import type { Kysely, Updateable } from 'kysely'
import type { PlanId } from '../../src/domain/plans.ts'
import { day, minute } from '../../src/domain/time.ts'
import type { DatabaseKind } from '../../src/store/engine/database.ts'
import type { Tables } from '../../src/store/tables.ts'
import type { Reply } from './client.ts'
import type { InstanceData } from './database.ts'
import type { Instance, User } from './instance.ts'
import { announce, put, startMediaInstance } from './media.ts'
import { insertAccount, withDatabase } from './rows.ts'

/** A time this number of days from now, in the format of a request. */
export const inDays = (days: number): string => new Date(Date.now() + days * day).toISOString()

export const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * minute).toISOString()

/** An instance that accepts posts and never publishes: due jobs do not change. */
export const startAccepting = (kind: DatabaseKind, env: Readonly<Record<string, string>> = {}): Promise<Instance> =>
  startMediaInstance(kind, { env, roles: { api: true, worker: false } })

/** Connects the platforms that are not connected yet. */
export async function connectOnce(
  { data: instanceData }: Instance,
  profileId: string,
  platforms: readonly string[],
): Promise<void> {
  const rows = await withDatabase(instanceData, (db) =>
    db.selectFrom('accounts').select('platform').where('profile_id', '=', profileId).execute(),
  )
  const connected = rows.map(({ platform }) => platform)
  for (const platform of platforms)
    if (!connected.includes(platform)) await insertAccount(instanceData, { profile_id: profileId, platform })
}

/** A new user whose default profile has these platforms connected. */
export async function newPublisher(
  instance: Instance,
  { platforms = ['x', 'bluesky'], plan = 4 }: { platforms?: readonly string[]; plan?: PlanId } = {},
): Promise<User> {
  const user = await instance.newUser(plan)
  await connectOnce(instance, user.profileId, platforms)
  return user
}

export const textPost = { message: 'We are live.', platforms: ['x', 'bluesky'] }

/** Creates a post that must be accepted. */
export async function createPost({ ask }: Pick<User, 'ask'>, body: object = {}): Promise<CreatedPost> {
  const reply = await ask('POST', '/post', { body: { ...textPost, ...body } })
  assert.equal(reply.status, 200, reply.text)
  const { post_id, batch_id, jobs, warnings } = reply.body
  return { id: post_id, batchId: batch_id, jobIds: jobs.map((job: { jobId: number }) => job.jobId), warnings }
}

export interface CreatedPost {
  readonly id: number
  readonly batchId: string
  readonly jobIds: readonly number[]
  readonly warnings: readonly { readonly platform: string | null; readonly code: string }[]
}

/** A post that no worker starts during the test. */
export const schedulePost = (user: Pick<User, 'ask'>, body: object = {}): Promise<CreatedPost> =>
  createPost(user, { scheduled_at: inDays(30), ...body })

// biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape, and the client parses them.
export const readPost = async ({ ask }: Pick<User, 'ask'>, id: number): Promise<any> =>
  found(await ask('GET', `/posts/${id}`)).data

// biome-ignore lint/suspicious/noExplicitAny: see above.
export const readJob = async ({ ask }: Pick<User, 'ask'>, id: number): Promise<any> =>
  found(await ask('GET', `/jobs/${id}`)).data.job

function found({ status, body, text }: Reply) {
  assert.equal(status, 200, text)
  return body
}

/** The code of an error, and the codes of its details. */
export const codesOf = ({ status, body }: Reply) => ({
  status,
  code: body?.error?.code,
  details: (body?.error?.details ?? []).map(({ code }: { code: string }) => code),
})

/** Sets a job and its post to what a worker would have stored. */
export async function setJob(
  instanceData: InstanceData,
  id: number,
  job: Updateable<Tables['jobs']>,
  postStatus?: string,
): Promise<void> {
  await withDatabase(instanceData, async (db) => {
    await db.updateTable('jobs').set(job).where('id', '=', id).execute()
    if (postStatus === undefined) return
    await db
      .updateTable('posts')
      .set({ status: postStatus })
      .where('id', '=', (e) => e.selectFrom('jobs').select('post_id').where('jobs.id', '=', id))
      .execute()
  })
}

const begun = () => ({ started_at: Date.now(), attempts: 1, fence: 1 })

/** A job's columns in each status that only a worker can set. */
export const jobIn = {
  processing: () => ({ ...begun(), status: 'processing', due_at: Date.now() + day }),
  retrying: () => ({ ...begun(), status: 'retrying', due_at: Date.now() + day }),
  completed: (platform_post_id = '1') => ({
    ...begun(),
    status: 'completed',
    due_at: null,
    platform_post_id,
    platform_post_url: `https://example.com/${platform_post_id}`,
    result: JSON.stringify({ id: platform_post_id }),
    finished_at: Date.now(),
  }),
  failed: () => ({
    ...begun(),
    status: 'failed',
    due_at: null,
    error: 'platform_rejected',
    failed_reason: 'The platform said no.',
    finished_at: Date.now(),
  }),
  finishInApp: () => ({
    ...begun(),
    status: 'action_required',
    due_at: Date.now() + day,
    action: JSON.stringify({ code: 'finish_in_app', message: 'Finish it in the app.', resolveBy: Date.now() + day }),
  }),
  outcomeUnknown: () => ({
    ...begun(),
    status: 'action_required',
    due_at: null,
    action: JSON.stringify({ code: 'outcome_unknown', message: 'Please look.', lookAt: ['https://example.com/ana'] }),
  }),
} as const satisfies Record<string, () => Updateable<Tables['jobs']>>

/** The events of a user, oldest first. */
export const eventsOf = (instanceData: InstanceData, userId: number) =>
  withDatabase(instanceData, (db) => readEvents(db, userId))

export async function readEvents(db: Kysely<Tables>, userId: number) {
  const rows = await db.selectFrom('events').selectAll().where('user_id', '=', userId).orderBy('seq').execute()
  return rows.map(({ name, post_id, data }) => ({ name, postId: post_id, data: JSON.parse(data) }))
}

/** Uploads bytes with a declared type. */
export async function upload({ ask }: Pick<User, 'ask'>, bytes: Uint8Array, contentType: string) {
  const made = await announce(ask, contentType, bytes.length)
  const { status, message } = await put(made, bytes)
  assert.equal(status, 200, message)
  return made
}
