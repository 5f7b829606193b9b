import type { StoredMedia } from '../../../src/domain/content.ts'
import type { RequestedPost } from '../../../src/domain/requested-post.ts'
import { item, stored } from './requested.ts'

type Post = Partial<RequestedPost>

/** A rule, a post that keeps it, one that breaks it, and the findings of that one. */
export type ContentRow = readonly [rule: string, passes: Post, fails: Post, codes: readonly string[]]

/** A rule of covers, a video with one that keeps it, and one that breaks it. */
export type CoverRow = readonly [rule: string, taken: Post, skipped: Post]

/** Null: no type fits. */
export type DerivedType = readonly [Post, type: string | null]

export const minutes = (count: number): number => count * 60
export const hours = (count: number): number => count * 3600
export const media = (...items: NonNullable<RequestedPost['media']>): Post => ({ media: items })
export const ofType = (postType: string, post: Post = {}): Post => ({ postType, ...post })

export const covered = (thumbnail: StoredMedia | 'not_hosted', facts = {}): Post => ({
  media: [item(stored('video/mp4', facts), { thumbnail })],
})
export const wide = { width: 1280, height: 720 }
export const tall = { width: 1080, height: 1920 }
