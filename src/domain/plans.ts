/** The features of each plan. The numbers are the interface's; the operator can set rate limits and allowances. */
export const plans = {
  1: { name: 'Free', tier: 'free', accountsPerPlatform: 1, analytics: false, autoReply: false },
  2: { name: 'Starter', tier: 'starter', accountsPerPlatform: 4, analytics: true, autoReply: false },
  3: { name: 'Pro', tier: 'pro', accountsPerPlatform: 10, analytics: true, autoReply: true },
  4: { name: 'Business', tier: 'business', accountsPerPlatform: 50, analytics: true, autoReply: true },
} as const

export type PlanId = keyof typeof plans

export const planIds = [1, 2, 3, 4] as const satisfies readonly PlanId[]
export const tiers = planIds.map((id) => plans[id].tier)

export const isPlanId = (value: number): value is PlanId => Object.hasOwn(plans, value)

const plansWith = (feature: 'analytics' | 'autoReply'): readonly PlanId[] => planIds.filter((id) => plans[id][feature])

export const analyticsPlans = plansWith('analytics')
export const autoReplyPlans = plansWith('autoReply')
