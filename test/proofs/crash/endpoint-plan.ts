/** How an endpoint takes what it is told; see endpoint-server.ts. */
export const manners = ['steady', 'slow', 'flaky', 'busy', 'broken', 'hanging', 'dead'] as const

export type Manner = (typeof manners)[number]

/** What an endpoint asks for. Who takes nothing asks for little: each telling costs eight attempts, or much waiting. */
export const askedBy: Readonly<Record<Manner, readonly string[]>> = {
  steady: ['*'],
  slow: ['post.published', 'post.partial'],
  flaky: ['*'],
  busy: ['post.scheduled', 'post.published'],
  broken: ['post.failed'],
  hanging: ['auto_reply.posted'],
  dead: ['post.failed', 'post.job_failed'],
}

/** Of the events that are written in bulk, what share has which name. */
export const nameShares: Readonly<Record<string, number>> = {
  'post.published': 0.4,
  'post.scheduled': 0.3,
  'post.delayed': 0.267,
  'post.failed': 0.03,
  'auto_reply.posted': 0.003,
}

/** The secret of a person's endpoints. */
export const secretOf = (person: string): string => `a secret of ${person}, äöü`
