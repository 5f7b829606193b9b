import type { RequestedPost } from '../../../src/domain/requested-post.ts'

type Post = Partial<RequestedPost>

/** A rule, a post that keeps it, one that breaks it, and the findings of that one. */
export type ContentRow = readonly [rule: string, passes: Post, fails: Post, codes: readonly string[]]

/** Null: no type fits. */
export type DerivedType = readonly [Post, type: string | null]

export const minutes = (count: number): number => count * 60
export const hours = (count: number): number => count * 3600
export const media = (...items: NonNullable<RequestedPost['media']>): Post => ({ media: items })
export const ofType = (postType: string, post: Post = {}): Post => ({ postType, ...post })
