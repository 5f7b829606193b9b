import type { Platform } from '../platforms/shared/platform.ts'
import type { Environment } from '../store/accounts/accounts.ts'

/** Whether the comments of a platform are read for the inbox in the background. */
export type InboxPolicy = (platform: Pick<Platform, 'name' | 'live'>, environment: Environment) => boolean

/** `free`: those that cost the operator nothing; a simulated account never does. */
export const inboxPolicy =
  (chosen: 'free' | 'all' | readonly string[]): InboxPolicy =>
  ({ name, live }, environment) => {
    if (chosen === 'all') return true
    return chosen === 'free' ? !live.listingCosts || environment === 'sandbox' : chosen.includes(name)
  }
