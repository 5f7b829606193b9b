import type { Database } from '../store/engine/database.ts'
import { claimAccounts, type MeasuredAccount } from '../store/measured-accounts.ts'
import { allOf, type Source, sourceOf } from './source.ts'

/** Accounts that one process reads at the same time: few, since publishing goes first. */
export const measuringSlots = 8

/** Accounts whose followers or posts are due to be read. */
export const dueAccounts = (database: Database): Source<MeasuredAccount> =>
  sourceOf(database, 'measured_accounts', async (ask) => allOf(await database.step((tx) => claimAccounts(tx, ask))))
