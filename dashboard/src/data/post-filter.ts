import type { ListPostsQuery, Post } from '@polypost/sdk'
import { type PlatformName, platformNames } from './platforms.ts'

/** The states of posts as people call them: those that want somebody first. */
export const postGroups = ['needs', 'failed', 'working', 'scheduled', 'done', 'cancelled'] as const

export type PostGroup = (typeof postGroups)[number]

type Status = Post['status']

const statusesOf: Readonly<Record<PostGroup, readonly Status[]>> = {
  needs: ['processing'],
  failed: ['failed', 'partial'],
  working: ['queued', 'processing'],
  scheduled: ['scheduled'],
  done: ['successful'],
  cancelled: ['cancelled'],
}

const postGroupOfStatus: Readonly<Record<Status, PostGroup>> = {
  scheduled: 'scheduled',
  queued: 'working',
  processing: 'working',
  successful: 'done',
  partial: 'failed',
  failed: 'failed',
  cancelled: 'cancelled',
}

export const postGroupOf = ({ status, jobs }: Pick<Post, 'status' | 'jobs'>): PostGroup =>
  jobs.some((job) => job.status === 'action_required') ? 'needs' : postGroupOfStatus[status]

/** Which posts are shown. Without a field: all. */
export interface PostFilter {
  readonly groups?: readonly PostGroup[]
  readonly platforms?: readonly PlatformName[]
  readonly label?: string
  readonly text?: string
  /** Those that are deleted, instead of those that are not. */
  readonly deleted?: true
}

export const isFiltered = (filter: PostFilter): boolean => Object.keys(filter).length > 0

/** The API knows no “needs you”: what is left after it is sorted out by `postGroupOf`. */
export const toQuery = ({ groups, platforms, label, text, deleted }: PostFilter): ListPostsQuery => ({
  ...(deleted && { deleted: 'only' as const }),
  ...(groups && { status: [...new Set(groups.flatMap((group) => statusesOf[group]))] }),
  ...(platforms && { platform: [...platforms] }),
  ...(label !== undefined && { label }),
  ...(text !== undefined && { search: text }),
})

/** The filter in the address of a screen. */
export interface FilterSearch {
  readonly status?: string
  readonly platform?: string
  readonly label?: string
  readonly q?: string
}

const text = (value: unknown): string | undefined => {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  return String(value).trim() || undefined
}

/** The words of a list that are known; undefined: none. */
function known<Word extends string>(value: unknown, words: readonly Word[]): Word[] | undefined {
  const given = text(value)?.split(',') ?? []
  const found = words.filter((word) => given.includes(word))
  return found.length > 0 ? found : undefined
}

/** Leaves out what is undefined, so that an address has only what somebody chose. */
const defined = <Fields extends object>(fields: Fields): Fields =>
  // The same fields, without those that are undefined.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields

export const filterSearch = (search: Readonly<Record<string, unknown>>): FilterSearch =>
  defined({
    status: known(search.status, postGroups)?.join(','),
    platform: known(search.platform, platformNames)?.join(','),
    label: text(search.label)?.slice(0, 50),
    q: text(search.q)?.slice(0, 200),
  })

/** The same on the screen that also shows deleted posts. They have no other state. */
export interface PostsSearch extends FilterSearch {
  readonly deleted?: true
}

export const postsSearch = (search: Readonly<Record<string, unknown>>): PostsSearch => {
  const { status, ...others } = filterSearch(search)
  return search.deleted === true ? { ...others, deleted: true } : defined({ status, ...others })
}

export const filterOf = ({ status, platform, label, q, deleted }: PostsSearch): PostFilter =>
  defined({ groups: known(status, postGroups), platforms: known(platform, platformNames), label, text: q, deleted })

export const searchOf = ({ groups, platforms, label, text: q, deleted }: PostFilter): PostsSearch =>
  postsSearch({ status: groups?.join(','), platform: platforms?.join(','), label, q, deleted })
