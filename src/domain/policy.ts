import { minute } from './time.ts'

export const policyTypes = ['publish', 'ahead', 'drafts'] as const

export const maxMinutesAhead = 10_080 // a week

/** The posts that a caller may publish: all, only those scheduled some minutes ahead, or none without an approval. */
export type Policy =
  | { readonly type: 'publish' }
  | { readonly type: 'ahead'; readonly minutes: number }
  | { readonly type: 'drafts' }

/** How far ahead the caller must schedule posts. */
export const leadOf = (policy: Policy): number => (policy.type === 'ahead' ? policy.minutes * minute : 0)

/** Whether the first policy allows nothing that the second one does not allow. */
export const isWithin = (policy: Policy, other: Policy): boolean =>
  policy.type === 'drafts' ||
  other.type === 'publish' ||
  (policy.type === 'ahead' && other.type === 'ahead' && policy.minutes >= other.minutes)

/** Of two policies one of which allows nothing that the other one does not. */
export const stricter = (one: Policy, other: Policy): Policy => (isWithin(one, other) ? one : other)
