import { useMediaQuery } from '@mantine/hooks'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { filterOf } from '../../data/post-filter.ts'
import { useHere } from '../../data/scope.ts'
import { firstDayIn } from '../../words/first-day.ts'
import { useLanguage } from '../../words/language.tsx'
import { useTimes } from '../../words/times.ts'
import { todayIn } from '../../words/wall-time.ts'
import type { CalendarItem } from './calendar-item.ts'
import type { CalendarSearch } from './calendar-search.ts'
import { stretchOf, titleOf } from './stretch.ts'

const phone = '(max-width: 1023px)'

/** The view of the calendar that the address describes. */
export function useCalendar() {
  const { zone } = useTimes()
  const { locale } = useLanguage()
  const isPhone = useMediaQuery(phone, undefined, { getInitialValueInEffect: false }) === true
  const search = useSearch({ from: '/p/$profile/calendar' })
  const filter = useSearch({ from: '/p/$profile/calendar', select: filterOf, structuralSharing: true })
  const { view = isPhone ? 'list' : 'month', date = todayIn(zone) } = search
  const firstDay = firstDayIn(locale)
  const stretch = stretchOf(view, date, firstDay)
  const title = titleOf(view, date, stretch, locale)
  // A week has no room on a phone: it is a list of seven days.
  const shape = view === 'week' && isPhone ? 'list' : view
  return { zone, isPhone, filter, view, shape, date, firstDay, stretch, title, openId: search.post ?? null } as const
}

export type CalendarState = ReturnType<typeof useCalendar>

/** Changes the address; what is undefined leaves it. */
export function useGo(): (
  change: { readonly [Field in keyof CalendarSearch]: CalendarSearch[Field] | undefined },
) => void {
  const navigate = useNavigate({ from: '/p/$profile/calendar' })
  return useCallback(
    (change) => void navigate({ search: (now) => ({ ...now, ...change }), resetScroll: false }),
    [navigate],
  )
}

/** Opens a post beside the calendar, and a draft where it is written. */
export function useOpen(): (item: CalendarItem) => void {
  const go = useGo()
  const navigate = useNavigate()
  return useCallback(
    ({ post, draftId, profileId }) => {
      if (post !== null) go({ post: post.id })
      else if (draftId !== null)
        void navigate({ to: '/p/$profile/drafts/$id', params: { profile: profileId ?? 'all', id: draftId } })
    },
    [go, navigate],
  )
}

/** A new post at a free time. */
export function useOpenSlot(): (at: string) => void {
  const here = useHere()
  const navigate = useNavigate()
  return useCallback((at) => void navigate({ to: '/p/$profile/new', params: here, search: { at } }), [navigate, here])
}
