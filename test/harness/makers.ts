import { randomBytes } from 'node:crypto'
import type { IdKind } from '../../src/contract/common.ts'
import type { Id } from './ids.ts'
import type { Instance, User } from './instance.ts'
import { connectOnce, inDays } from './posts.ts'
import { insertConnection, withDatabase } from './rows.ts'

export interface Made {
  readonly id: Id
  /** Every ID of this kind that the user has by it, or comes to have, where that is more than the one. */
  readonly own?: readonly Id[]
  /** Deletes it, where such a thing can be deleted. */
  readonly remove?: () => Promise<void>
}

export type Maker = (instance: Instance, user: User) => Promise<Made>

/** Posts and jobs have their IDs from one sequence, and each is found by the other's. */
const publishingIds = new Map<string, Id[]>()

/** A post in the user's default profile, with one job, due in a month. */
async function makePost(instance: Instance, { key, profileId, ask }: User) {
  await connectOnce(instance, profileId, ['x'])
  const body = { message: 'Made for a test.', platforms: ['x'], scheduled_at: inDays(30) }
  const made = (await ask('POST', '/post', { body })).body
  const own = publishingIds.get(key) ?? []
  publishingIds.set(key, own)
  const ids = { post: made.post_id, job: made.jobs[0].jobId }
  own.push(ids.post, ids.job)
  return { ids, own, remove: async () => void (await ask('DELETE', `/posts/${ids.post}`)) }
}

/** How a user comes by a resource of each kind. A kind that a built operation names must be here. */
export const makers: Readonly<Partial<Record<IdKind, Maker>>> = {
  profile: async (_, { ask }) => {
    const made = await ask('POST', '/profiles', { body: { name: randomBytes(8).toString('hex') } })
    const id = made.body.data.profile_id
    return { id, remove: async () => void (await ask('DELETE', `/profiles/${id}`)) }
  },
  post: async (instance, user) => {
    const { ids, ...rest } = await makePost(instance, user)
    return { id: ids.post, ...rest }
  },
  job: async (instance, user) => {
    const { ids, ...rest } = await makePost(instance, user)
    return { id: ids.job, ...rest }
  },
  connection: async ({ place }, user) => {
    const id = await insertConnection(place, user.id, user.profileId)
    // Nobody deletes one, but in time each is forgotten.
    const remove = () =>
      withDatabase(place, async (db) => void (await db.deleteFrom('connections').where('id', '=', id).execute()))
    return { id, remove }
  },
  user: async (_, { id }) => ({ id }),
  key: async ({ owner }, { id }) => {
    const made = await owner('POST', `/admin/users/${id}/keys`, { body: { name: 'made for a test' } })
    return { id: made.body.data.id }
  },
}
