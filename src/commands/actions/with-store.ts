import { readConfig } from '../../app/config.ts'
import { openStore, type Store } from '../../app/open-store.ts'
import { systemClock } from '../../system/clock.ts'

/** Opens the database for one command; the service may be running, so only `polypost migrate` migrates. */
export async function withStore<T>(work: (store: Store) => Promise<T>, { migrates = false } = {}): Promise<T> {
  const store = await openStore(readConfig(process.env), systemClock, { locks: false, migrates })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
