import type { Pauses } from '../../src/worker/pruning/pauses.ts'

/** For a test that waits for nothing else. */
export const withoutPauses: Pauses = {
  stopped: () => false,
  rest: async () => {},
  pause: async () => {},
}
