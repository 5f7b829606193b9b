import type { Pauses } from '../../src/worker/pruning/pauses.ts'

/** For a test that waits for nothing else. */
export const withoutPauses: Pauses = {
  stopped: () => false,
  after: async (batch) => ({ result: await batch(), took: 0 }),
  pause: async () => {},
}
