import type { ModelFor } from '../model/model.ts'
import type { AccountRow } from '../store/accounts/accounts.ts'

/** Whether each of these accounts has a language model that may speak for it. */
export const hasModel = (languageModel: ModelFor, accounts: readonly Pick<AccountRow, 'environment'>[]): boolean =>
  accounts.length === 0
    ? languageModel('live') !== null
    : accounts.every(({ environment }) => languageModel(environment) !== null)
