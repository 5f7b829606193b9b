import { randomBytes } from 'node:crypto'
import type { IdKind } from '../../src/contract/common.ts'
import type { Id } from './ids.ts'
import type { Instance, User } from './instance.ts'

export interface Made {
  readonly id: Id
  /** Every ID of this kind that the user has by it, where that is more than the one. */
  readonly own?: readonly Id[]
  /** Deletes it, where such a thing can be deleted. */
  readonly remove?: () => Promise<void>
}

export type Maker = (instance: Instance, user: User) => Promise<Made>

/** How a user comes by a resource of each kind. A kind that a built operation names must be here. */
export const makers: Readonly<Partial<Record<IdKind, Maker>>> = {
  profile: async (_, { ask }) => {
    const made = await ask('POST', '/profiles', { body: { name: randomBytes(8).toString('hex') } })
    const id = made.body.data.profile_id
    return { id, remove: async () => void (await ask('DELETE', `/profiles/${id}`)) }
  },
  user: async (_, { id }) => ({ id }),
  key: async ({ owner }, { id }) => {
    const made = await owner('POST', `/admin/users/${id}/keys`, { body: { name: 'made for a test' } })
    return { id: made.body.data.id }
  },
}
