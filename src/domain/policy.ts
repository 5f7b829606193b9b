import { minute } from './time.ts'

export const policyTypes = ['publish', 'ahead', 'drafts'] as const

/** What a caller may publish: everything, only what is scheduled some minutes ahead, or nothing without an approval. */
export type Policy =
  | { readonly type: 'publish' }
  | { readonly type: 'ahead'; readonly minutes: number }
  | { readonly type: 'drafts' }

/** How far ahead a post must be scheduled. */
export function leadOf(policy: Policy): number {
  if (policy.type === 'ahead') return policy.minutes * minute
  return policy.type === 'publish' ? 0 : Number.POSITIVE_INFINITY
}

/** Whether the first policy allows nothing that the second one does not allow. */
export const isWithin = (policy: Policy, other: Policy): boolean => leadOf(policy) >= leadOf(other)
