/** What a person may do for a user, least first. Each role includes those before it. */
export const roles = ['viewer', 'author', 'editor', 'admin', 'owner'] as const

export type Role = (typeof roles)[number]

export const isAtLeast = (role: Role, least: Role): boolean => roles.indexOf(role) >= roles.indexOf(least)

/** What a caller may send out. `ahead`: only posts that are scheduled far enough ahead. `drafts`: nothing. */
export type PublishingPolicy = 'publish' | 'ahead' | 'drafts'

/** Posts of authors wait for approval. */
export const policyOf = (role: Role): PublishingPolicy => (isAtLeast(role, 'editor') ? 'publish' : 'drafts')
