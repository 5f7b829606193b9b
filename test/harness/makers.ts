import { randomBytes } from 'node:crypto'
import type { IdKind } from '../../src/contract/common.ts'
import type { Id } from './ids.ts'
import type { Instance, User } from './instance.ts'
import { connectOnce, inDays } from './posts.ts'
import {
  insertAutoReply,
  insertComment,
  insertConnection,
  insertInvite,
  insertMember,
  openRows,
  withDatabase,
} from './rows.ts'
import { createWebhook } from './webhooks.ts'

export interface MadeResource {
  readonly id: Id
  /** All IDs of this kind that the user has or gets this way, if there are several. */
  readonly own?: readonly Id[]
  /** Deletes it, if this kind can be deleted. */
  readonly remove?: () => Promise<void>
}

/** `beside` returns the user’s resource of another kind that contains the new one. */
export type Maker = (instance: Instance, user: User, beside: (kind: IdKind) => Promise<Id>) => Promise<MadeResource>

/** IDs that are increasing numbers; IDs of two users may follow each other. */
const numbered = new Map<string, Id[]>()

/** Stores new IDs of a kind; returns all IDs of that kind that the user has or will have. */
function remember({ key }: User, kind: string, ids: readonly Id[]): readonly Id[] {
  const own = numbered.get(`${key} ${kind}`) ?? []
  numbered.set(`${key} ${kind}`, own)
  own.push(...ids)
  return own
}

/** A post in the user's default profile, with one job, due in a month. */
async function makePost(instance: Instance, user: User) {
  const { profileId, ask } = user
  await connectOnce(instance, profileId, ['x'])
  const body = { message: 'Made for a test.', platforms: ['x'], scheduled_at: inDays(30) }
  const made = (await ask('POST', '/post', { body })).body
  const ids = { post: made.post_id, job: made.jobs[0].jobId }
  // They use one sequence, and each is found by the other's ID.
  const own = remember(user, 'publishing', [ids.post, ids.job])
  return { ids, own, remove: async () => void (await ask('DELETE', `/posts/${ids.post}`)) }
}

/** Creates a resource of each kind for a user. Every kind that an operation uses must be here. */
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
  draft: async (instance, { profileId, ask }) => {
    await connectOnce(instance, profileId, ['x'])
    const made = await ask('POST', '/drafts', { body: { message: 'Made for a test.', platforms: ['x'] } })
    const { id, revision } = made.body.data
    const remove = async () => void (await ask('DELETE', `/drafts/${id}?expected_revision=${revision}`))
    return { id, remove }
  },
  media: async (_, { ask }) => {
    const made = await ask('POST', '/upload', { body: { filename: 'a.png', contentType: 'image/png', size: 1_000 } })
    const { id } = made.body
    return { id, remove: async () => void (await ask('DELETE', `/media/${id}`)) }
  },
  connection: async ({ data: instanceData }, user) => {
    const id = await insertConnection(instanceData, user.id, user.profileId)
    // Nobody can delete it, but it is pruned after some time.
    const remove = () =>
      withDatabase(instanceData, async (db) => void (await db.deleteFrom('connections').where('id', '=', id).execute()))
    return { id, remove }
  },
  date: async (_, user) => {
    const made = await user.ask('POST', '/dates', { body: { name: 'Made for a test', from: '2026-12-04' } })
    const { id } = made.body.data
    const remove = async () => void (await user.ask('DELETE', `/dates/${id}`))
    return { id, own: remember(user, 'date', [id]), remove }
  },
  label: async (_, user) => {
    const made = await user.ask('POST', '/labels', { body: { name: randomBytes(8).toString('hex') } })
    const { id } = made.body.data
    const remove = async () => void (await user.ask('DELETE', `/labels/${id}`))
    return { id, own: remember(user, 'label', [id]), remove }
  },
  webhook: async (_, user) => {
    const id = await createWebhook(user)
    const remove = async () => void (await user.ask('DELETE', `/webhooks/${id}`))
    return { id, own: remember(user, 'webhook', [id]), remove }
  },
  delivery: async ({ data: instanceData }, user, beside) => {
    const made = await user.ask('POST', `/webhooks/${await beside('webhook')}/test`)
    const { id } = made.body.data.delivery
    // Nobody can delete it, but it is pruned after some time.
    const remove = async () => {
      const rows = await openRows(instanceData)
      await rows.change((db) => db.deleteFrom('deliveries').where('id', '=', id).execute())
      await rows.close()
    }
    return { id, own: remember(user, 'delivery', [id]), remove }
  },
  auto_reply: async (instance, user, beside) => {
    const jobId = Number(await beside('job'))
    const id = await insertAutoReply(instance.data, { profileId: user.profileId, jobId })
    // Nobody can delete it.
    const remove = () =>
      withDatabase(
        instance.data,
        async (db) => void (await db.deleteFrom('auto_replies').where('id', '=', id).execute()),
      )
    return { id, own: remember(user, 'auto_reply', [id]), remove }
  },
  inbox_entry: async (instance, user, beside) => {
    const jobId = Number(await beside('job'))
    const id = await insertComment(instance.data, { userId: user.id, profileId: user.profileId, jobId })
    // It disappears when it is deleted at its platform.
    const remove = () =>
      withDatabase(instance.data, async (db) => void (await db.deleteFrom('comments').where('id', '=', id).execute()))
    return { id, own: remember(user, 'inbox_entry', [id]), remove }
  },
  person: async ({ data: instanceData }, user) => {
    const id = await insertMember(instanceData, user.id)
    const remove = () =>
      withDatabase(instanceData, async (db) => void (await db.deleteFrom('people').where('id', '=', id).execute()))
    return { id, own: remember(user, 'person', [id]), remove }
  },
  invite: async ({ data: instanceData }, user) => {
    const id = await insertInvite(instanceData, user.id)
    const remove = () =>
      withDatabase(instanceData, async (db) => void (await db.deleteFrom('invites').where('id', '=', id).execute()))
    return { id, own: remember(user, 'invite', [id]), remove }
  },
  user: async (_, { id }) => ({ id }),
  key: async ({ owner }, user) => {
    const made = await owner('POST', `/admin/users/${user.id}/keys`, { body: { name: 'made for a test' } })
    const { id } = made.body.data
    const remove = async () => void (await owner('DELETE', `/admin/keys/${id}`))
    return { id, own: remember(user, 'key', [user.keyId, id]), remove }
  },
}
