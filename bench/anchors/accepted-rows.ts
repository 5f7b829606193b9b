import { laneKey } from '../../src/domain/lane.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { profileOf, remoteOf } from '../kit/seed.ts'

export type Row = Readonly<Record<string, string | number | null>>

/** The rows that accepting one post has written. */
export interface AcceptedRows {
  readonly idempotency: Row
  readonly post: Row
  readonly jobs: readonly Row[]
}

/** The rows of the last accepted post. The references write the same rows for other users. */
export async function lastAccepted({ kysely }: Database): Promise<AcceptedRows> {
  const post = await kysely.selectFrom('posts').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
  const jobs = await kysely.selectFrom('jobs').selectAll().where('post_id', '=', post.id).orderBy('id').execute()
  const idempotency = await kysely
    .selectFrom('idempotency')
    .selectAll()
    .where('user_id', '=', post.user_id)
    .where('answer', 'is not', null)
    .executeTakeFirstOrThrow()
  return { idempotency, post, jobs }
}

interface VaryingValues {
  readonly userId: number
  readonly unique: string
  readonly ids: readonly number[]
}

/** The same rows for another post. */
export function rowsFor(
  { idempotency, post, jobs }: AcceptedRows,
  { userId, unique, ids }: VaryingValues,
): AcceptedRows {
  const own = { user_id: userId, profile_id: profileOf(userId) }
  const [postId = 0, ...jobIds] = ids
  return {
    idempotency: { ...idempotency, user_id: userId, key: unique },
    post: { ...post, ...own, id: postId, batch_id: unique, search: `${unique}\n${post.message}` },
    jobs: jobs.map((job, at) => ({
      ...job,
      ...own,
      id: jobIds[at] ?? 0,
      post_id: postId,
      remote_account_id: remoteOf(userId),
      lane: laneKey({
        environment: String(job.environment),
        platform: String(job.platform),
        remoteId: remoteOf(userId),
      }),
    })),
  }
}
