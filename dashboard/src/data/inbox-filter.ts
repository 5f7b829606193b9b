import { canonicalName, commentPlatforms, type ListInboxQuery } from '@polypost/sdk'

export type CommentedPlatform = (typeof commentPlatforms)[number]

/** A platform whose comments the service reads, by any of its names. */
export const commentedPlatform = (name: string): CommentedPlatform | undefined =>
  commentPlatforms.find((platform) => platform === canonicalName(name))

/** The views of the inbox. Without one: all comments. */
export const inboxViews = ['unread', 'approve'] as const

export type InboxView = (typeof inboxViews)[number]

/** Which comments the inbox shows, as its address says it. */
export interface InboxFilter {
  readonly view?: InboxView
  readonly platform?: CommentedPlatform
  /** ID of a post. */
  readonly post?: number
  /** Text in the comment, or the name of its author. */
  readonly q?: string
}

export const isFiltered = ({ platform, post, q }: InboxFilter): boolean =>
  platform !== undefined || post !== undefined || q !== undefined

/** The API’s most. */
const longestSearch = 200

export function inboxSearch({ view, platform, post, q }: Readonly<Record<string, unknown>>): InboxFilter {
  const knownView = inboxViews.find((name) => name === view)
  const knownPlatform = commentPlatforms.find((name) => name === platform)
  const text = typeof q === 'string' || typeof q === 'number' ? String(q).trim().slice(0, longestSearch) : ''
  return {
    ...(knownView && { view: knownView }),
    ...(knownPlatform && { platform: knownPlatform }),
    ...(typeof post === 'number' && Number.isSafeInteger(post) && post > 0 && { post }),
    ...(text !== '' && { q: text }),
  }
}

export const toInboxQuery = ({ view, platform, post, q }: InboxFilter): ListInboxQuery => ({
  ...(view === 'unread' && { unread: true }),
  ...(view === 'approve' && { needs_approval: true }),
  ...(platform && { platform }),
  ...(post !== undefined && { post_id: post }),
  ...(q !== undefined && { search: q }),
})
