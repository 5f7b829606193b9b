import type { AccountContext } from '../../src/platforms/shared/context.ts'

const patience = 300 // milliseconds

/** Waits for an answer no longer than a test does. */
export const hasty = (as: AccountContext): AccountContext => ({
  ...as,
  http: { request: (asked) => as.http.request({ ...asked, timeouts: { ...asked.timeouts, headers: patience } }) },
})
