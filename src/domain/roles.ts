import type { Policy } from './policy.ts'

/** The roles that a person can have for a user, lowest first. Each role includes those before it. */
export const roles = ['viewer', 'author', 'editor', 'admin', 'owner'] as const

export type Role = (typeof roles)[number]

export const isAtLeast = (role: Role, least: Role): boolean => roles.indexOf(role) >= roles.indexOf(least)

/** The role whose rights a key with the policy has at most. */
export const roleOfPolicy = ({ type }: Policy): Role =>
  (({ drafts: 'author', ahead: 'editor', publish: 'owner' }) as const)[type]

/** Posts of authors wait for approval. */
export const policyOf = (role: Role): Policy => (isAtLeast(role, 'editor') ? { type: 'publish' } : { type: 'drafts' })
