import type { Clock } from '../../system/clock.ts'
import { randomFraction } from '../../system/random.ts'
import type { LedgerPost, World } from '../shared/simulator.ts'
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
  /** Where browsers reach the pages, without a slash at the end; null: where servers do. */
  readonly pages: string | null
}

/** The world of one platform, for a call whose text may carry faults of its own. */
export type WorldFor = (text: string) => World

export function createWorld(platform: string, context: SandboxContext): WorldFor {
  const { store, ledger, faults, clock, scale, fetch, addressOf, pages } = context
  const address = (host: string) => addressOf(platform, host)
  const page = (host: string) => (pages === null ? address(host) : `${pages}/${platform}/${host}`)
  /** The ledger finds a post by the path at its host. */
  const atHost = (post: LedgerPost): LedgerPost => {
    if (pages === null || !post.url.startsWith(`${pages}/`)) return post
    const [, , host = '', ...rest] = post.url.slice(pages.length).split('/')
    return { ...post, url: [address(host), ...rest].join('/') }
  }
  const lasting: Omit<World, 'meets'> = {
    now: clock.now,
    fraction: randomFraction,
    scaled: (milliseconds) => milliseconds / scale,
    documents: (collection) => store.documents(platform, collection),
    next: (counter) => store.next(platform, counter),
    address,
    page,
    fetch,
    publish: (post) => ledger.publish(platform, clock.now(), atHost(post)),
    change: (post) => ledger.change(platform, atHost(post)),
    unpublish: (id) => ledger.unpublish(platform, id),
    posts: () => ledger.posts(platform),
    post: (id) => ledger.post(platform, id),
  }
  return (text) => ({
    ...lasting,
    meets: (behaviour, operation) => faults.meets(platform, behaviour, operation, text),
  })
}
