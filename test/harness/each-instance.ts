import { after, before } from 'node:test'
import type { DatabaseKind } from '../../src/store/engine/database.ts'
import { atEnd } from './at-end.ts'
import { onEachDatabase } from './database.ts'
import type { Instance } from './instance.ts'

type Start<I> = (kind: DatabaseKind) => Promise<I>
type Tests<I> = (instance: I, kind: DatabaseKind) => void

/**
 * Runs the same tests on both databases, with an instance that other files of this process use too. So the tests have users of
 * their own (`newUser`), and neither look at what all users have nor change the instance.
 */
export const onEachInstance = (start: Start<Instance>, tests: Tests<Instance>): void =>
  onEachDatabase((kind) => {
    const instance = {} as Instance // Complete before the first test.
    before(async () => {
      Object.assign(instance, await sharedInstance(start, kind))
    })
    tests(instance, kind)
  })

/** The same with an instance of its own, for tests of all users, of the owner, of settings, or of a restart. */
export const onEachOwnInstance = <I extends Instance>(start: Start<I>, tests: Tests<I>): void =>
  onEachDatabase((kind) => {
    const instance = {} as I // Complete before the first test.
    before(async () => {
      Object.assign(instance, await start(kind))
    })
    after(() => instance.stop())
    tests(instance, kind)
  })

type Started = Map<Start<Instance>, Promise<Instance>>

const shared: Readonly<Record<DatabaseKind, Started>> = { sqlite: new Map(), postgres: new Map() }

/** Started by the first file that needs it. */
function sharedInstance(start: Start<Instance>, kind: DatabaseKind): Promise<Instance> {
  const started = shared[kind].get(start)
  if (started) return started
  const starting = start(kind)
  shared[kind].set(start, starting)
  starting.then(
    ({ stop }) => atEnd(stop),
    // The next file tries again.
    () => shared[kind].delete(start),
  )
  return starting
}
