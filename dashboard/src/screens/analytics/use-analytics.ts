import { useMediaQuery } from '@mantine/hooks'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Ranking } from '../../data/best-posts.ts'
import { profilesQuery, useProfile } from '../../data/profiles.ts'
import { useLanguage } from '../../words/language.tsx'
import { timesIn, useTimes } from '../../words/times.ts'
import { todayIn } from '../../words/wall-time.ts'
import { type AnalyticsSearch, lastDays } from './analytics-search.ts'

/** The view of the screen that the address describes. */
export function useAnalytics() {
  const search = useSearch({ from: '/analytics' })
  const { zone } = useTimes()
  const { id } = useProfile()
  const { data } = useSuspenseQuery(profilesQuery)
  const isOwn = search.from !== undefined && search.to !== undefined
  const days = search.days ?? 28
  const { from, to } = isOwn ? { from: search.from ?? '', to: search.to ?? '' } : lastDays(todayIn(zone), days)
  const isAll = search.of === 'all' && data.profiles.length > 1
  const all = data.profiles.map((profile) => profile.id)
  return {
    zone,
    span: useMemo(() => ({ from, to }), [from, to]),
    chosen: isOwn ? ('own' as const) : days,
    isAll,
    profile: isAll ? 'all' : id,
    profileIds: isAll ? all : [id],
    metric: search.metric ?? ('display_views' as const),
    sort: search.sort ?? ('display_views' as const),
  }
}

export type AnalyticsView = ReturnType<typeof useAnalytics>

/** The posts of the view, in its order. */
export const rankingOf = ({ profileIds, span, zone, sort }: AnalyticsView): Ranking => ({
  ...{ profileIds, span, timezone: zone, sort },
})

/** Changes the address; what is undefined leaves it. */
export function useGo(): (
  change: { readonly [Field in keyof AnalyticsSearch]: AnalyticsSearch[Field] | undefined },
) => void {
  const navigate = useNavigate({ from: '/analytics' })
  return (change) => void navigate({ search: (now) => ({ ...now, ...change }), replace: true, resetScroll: false })
}

/** Days as people read them: “Tue 24 Nov”. */
export function useDays(): (date: string) => string {
  const { locale } = useLanguage()
  return useMemo(() => timesIn(locale, 'UTC').day, [locale])
}

/** The head has no room for the choices. */
export const useIsNarrow = (): boolean =>
  useMediaQuery('(max-width: 1180px)', undefined, { getInitialValueInEffect: false }) === true
