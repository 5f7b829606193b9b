import type { Eligibility } from '../../accounts/ask-eligible.ts'

/** Posts that are checked one after the other and stored together. */
export interface Batch {
  /** The times and jobs that the posts before this one will take. */
  readonly times: { readonly profileId: string; readonly at: number; readonly jobs: number }[]
  /** The answers of the platforms about the limits of accounts, by the ID of the account. */
  readonly eligible: Map<number, Promise<Eligibility>>
}

export const newBatch = (): Batch => ({ times: [], eligible: new Map() })
