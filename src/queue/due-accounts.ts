import type { Database } from '../store/engine/database.ts'
import { nextDueIn, renewHeld } from '../store/engine/due.ts'
import { claimAccounts, isAccountDue, type MeasuredAccount } from '../store/measured-accounts.ts'
import type { Source } from './loop.ts'

/** Accounts that one process reads at once: few, since what is published goes first. */
export const measuringSlots = 8

/** Accounts of which followers or posts are to be read. */
export const dueAccounts = (database: Database): Source<MeasuredAccount> => ({
  // Looking costs less than a claim that finds nothing, and there are often none.
  claim: async (ask) => ((await isAccountDue(database.read)) ? database.step((tx) => claimAccounts(tx, ask)) : []),
  renew: (claims, lease) => renewHeld(database, 'measured_accounts', claims, lease),
  nextDueIn: () => nextDueIn(database.read, 'measured_accounts'),
})
