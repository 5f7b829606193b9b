import type { Clock } from '../../system/clock.ts'
import { randomFraction } from '../../system/random.ts'
import type { World } from '../shared/simulator.ts'
import type { Faults } from './faults.ts'
import type { Ledger } from './ledger.ts'
import type { Store } from './store.ts'

export interface SandboxContext {
  readonly store: Store
  readonly ledger: Ledger
  readonly faults: Faults
  readonly clock: Clock
  readonly scale: number
  readonly fetch: World['fetch']
  readonly addressOf: (platform: string, host: string) => string
}

/** The world of one platform, for a call whose text may carry faults of its own. */
export type WorldFor = (text: string) => World

export function createWorld(platform: string, context: SandboxContext): WorldFor {
  const { store, ledger, faults, clock, scale, fetch, addressOf } = context
  const lasting: Omit<World, 'meets'> = {
    now: clock.now,
    fraction: randomFraction,
    scaled: (milliseconds) => milliseconds / scale,
    documents: (collection) => store.documents(platform, collection),
    next: (counter) => store.next(platform, counter),
    address: (host) => addressOf(platform, host),
    fetch,
    publish: (post) => ledger.publish(platform, clock.now(), post),
    change: (post) => ledger.change(platform, post),
    unpublish: (id) => ledger.unpublish(platform, id),
    posts: () => ledger.posts(platform),
    post: (id) => ledger.post(platform, id),
  }
  return (text) => ({
    ...lasting,
    meets: (behaviour, operation) => faults.meets(platform, behaviour, operation, text),
  })
}
