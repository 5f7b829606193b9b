import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { freeSlotsQuery } from '../../data/free-slots.ts'
import { plannedDraftsQuery } from '../../data/planned-drafts.ts'
import { type PostFilter, postGroupOf } from '../../data/post-filter.ts'
import { postsInRangeQuery } from '../../data/posts.ts'
import { scopeParameter, useScope } from '../../data/scope.ts'
import { useMay } from '../../data/session.ts'
import { dayOf } from '../../words/wall-time.ts'
import { itemOfDraft, itemOfPost } from './calendar-item.ts'
import type { Stretch } from './stretch.ts'

/** The items of the calendar in some days. */
export function useCalendarItems({ first, last }: Stretch, zone: string, filter: PostFilter) {
  const id = scopeParameter(useScope())
  const mayEdit = useMay('editor')
  const posts = useQuery(postsInRangeQuery(id, { from: first, to: last, zone }, filter))
  const drafts = useQuery(plannedDraftsQuery(id))
  const items = useMemo(() => {
    const shown = posts.data?.filter((post) => filter.groups?.includes(postGroupOf(post)) ?? true) ?? []
    const planned = drafts.data?.filter(({ at }) => isWithin(dayOf(at, zone), first, last)) ?? []
    const fitting = planned.filter(({ draft: { labels, platforms } }) => {
      const hasLabel = filter.label === undefined || labels.includes(filter.label)
      const hasPlatform = filter.platforms?.some((name) => platforms.includes(name)) ?? true
      return filter.groups === undefined && hasLabel && hasPlatform
    })
    return [...shown.map((post) => itemOfPost(post, mayEdit)), ...fitting.map(itemOfDraft)]
  }, [posts.data, drafts.data, mayEdit, filter, zone, first, last])
  return { posts, drafts, items }
}

const isWithin = (day: string, first: string, last: string): boolean => day >= first && day <= last

const noSlots: readonly string[] = []

/** The free times of the profile in view, and those of a day. Who may not write is offered none. */
export function useFreeSlots(zone: string) {
  const scope = useScope()
  const id = scope.kind === 'one' ? scope.profile.id : ''
  const { data: slots = noSlots } = useQuery({ ...freeSlotsQuery(id), enabled: useMay('author') && id !== '' })
  const byDay = useMemo(() => Map.groupBy(slots, (at) => dayOf(at, zone)), [slots, zone])
  const freeOf = useCallback((day: string) => byDay.get(day) ?? noSlots, [byDay])
  return { slots, freeOf }
}
