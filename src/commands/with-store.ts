import { readConfig } from '../app/config.ts'
import { openStore, type Store } from '../app/open-store.ts'
import { systemClock } from '../system/clock.ts'

/** Opens the database for one command; the service may be running, so only `polypost migrate` migrates. */
export async function withStore(work: (store: Store) => Promise<void>, { migrates = false } = {}): Promise<void> {
  const store = await openStore(readConfig(process.env), systemClock, { locks: false, migrates })
  try {
    await work(store)
  } finally {
    await store.close()
  }
}
