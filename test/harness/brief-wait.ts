import type { AccountContext } from '../../src/platforms/shared/context.ts'

const patience = 1_500 // milliseconds

/** Waits for a response only for a short time. */
export const withBriefWait = (as: AccountContext): AccountContext => ({
  ...as,
  http: { request: (asked) => as.http.request({ ...asked, timeouts: { ...asked.timeouts, headers: patience } }) },
})
