/** How an endpoint handles a delivery; see endpoint-server.ts. */
export const manners = ['steady', 'slow', 'flaky', 'busy', 'broken', 'hanging', 'dead'] as const

export type Manner = (typeof manners)[number]

/** The events of an endpoint. One that accepts nothing gets few: each delivery needs eight attempts, or much time. */
export const askedBy: Readonly<Record<Manner, readonly string[]>> = {
  steady: ['*'],
  slow: ['post.published', 'post.partial'],
  flaky: ['*'],
  busy: ['post.scheduled', 'post.published'],
  broken: ['post.failed'],
  hanging: ['auto_reply.posted'],
  dead: ['post.failed', 'post.job_failed'],
}

/** The share of each event name in the bulk of events. */
export const nameShares: Readonly<Record<string, number>> = {
  'post.published': 0.4,
  'post.scheduled': 0.3,
  'post.delayed': 0.267,
  'post.failed': 0.03,
  'auto_reply.posted': 0.003,
}

/** The secret of a user's endpoints. */
export const secretOf = (person: string): string => `a secret of ${person}, äöü`
