import type { Call } from './api.ts'

export type Verdict = 'works' | 'failed' | 'not supported' | 'skipped' | 'check by hand'

export interface Outcome {
  readonly verdict: Verdict
  /** One or more sentences. */
  readonly note?: string
  /** Where the published post is. */
  readonly url?: string | null
}

/** The result of one step of the check. */
export interface Result extends Outcome {
  readonly title: string
  /** In milliseconds. */
  readonly took: number
  readonly calls: readonly Call[]
}

export const works = (note?: string): Outcome => ({ verdict: 'works', ...(note !== undefined && { note }) })
export const failed = (note: string): Outcome => ({ verdict: 'failed', note })
export const skipped = (note: string): Outcome => ({ verdict: 'skipped', note })
export const notSupported = (note: string): Outcome => ({ verdict: 'not supported', note })
export const byHand = (note: string): Outcome => ({ verdict: 'check by hand', note })
