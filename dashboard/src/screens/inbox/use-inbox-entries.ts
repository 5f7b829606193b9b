import type { InboxEntry } from '@polypost/sdk'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { entryQuery, inboxCountQuery, inboxQuery } from '../../data/inbox.ts'
import type { InboxFilter } from '../../data/inbox-filter.ts'

/** The list, read again when the numbers of unread comments and waiting replies change. */
export function useInboxEntries(profileId: string, filter: InboxFilter, currentId: number | null) {
  const queries = useQueryClient()
  const { data: counts } = useQuery(inboxCountQuery(profileId, true))
  const numbers = counts && `${counts.unread} ${counts.needs_approval}`
  const before = useRef(numbers)
  useEffect(() => {
    const isNews = before.current !== undefined && before.current !== numbers
    before.current = numbers
    if (isNews) void queries.invalidateQueries({ queryKey: ['inbox', 'list'] })
  }, [queries, numbers])
  const { data, ...read } = useInfiniteQuery(inboxQuery(profileId, filter))
  const { data: current } = useQuery({ ...entryQuery(currentId ?? 0), enabled: currentId !== null })
  const listed = data?.pages.flatMap(({ entries }) => entries)
  return {
    ...read,
    counts,
    listedAt: data?.pages[0]?.listed_at,
    entries: listed && withCurrent(listed, filter, current?.entry),
  }
}

/**
 * The open comment is shown as it was read last. It stays in its place, although it is read or answered now and so fits the
 * view no longer.
 */
function withCurrent(entries: readonly InboxEntry[], { view, platform, post }: InboxFilter, current?: InboxEntry) {
  if (current === undefined) return entries
  if (entries.some(({ id }) => id === current.id))
    return entries.map((entry) => (entry.id === current.id ? current : entry))
  if (view === undefined) return entries
  if (platform !== undefined && current.comment.platform !== platform) return entries
  if (post !== undefined && current.post.post_id !== post) return entries
  return [...entries, current].toSorted(newestFirst)
}

const newestFirst = (one: InboxEntry, other: InboxEntry): number =>
  Date.parse(other.comment.created_at) - Date.parse(one.comment.created_at) || other.id - one.id

export type InboxEntries = ReturnType<typeof useInboxEntries>
