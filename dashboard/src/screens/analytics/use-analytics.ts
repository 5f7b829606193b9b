import { useMediaQuery } from '@mantine/hooks'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Ranking } from '../../data/best-posts.ts'
import { scopeParameter, useProfilesInScope, useScope } from '../../data/scope.ts'
import { useLanguage } from '../../words/language.tsx'
import { timesIn, useTimes } from '../../words/times.ts'
import { todayIn } from '../../words/wall-time.ts'
import { type AnalyticsSearch, lastDays } from './analytics-search.ts'

/** The view of the screen that the address describes. */
export function useAnalytics() {
  const search = useSearch({ from: '/p/$profile/analytics' })
  const { zone } = useTimes()
  const profile = scopeParameter(useScope())
  const profileIds = useProfilesInScope().map(({ id }) => id)
  const isOwn = search.from !== undefined && search.to !== undefined
  const days = search.days ?? 28
  const { from, to } = isOwn ? { from: search.from ?? '', to: search.to ?? '' } : lastDays(todayIn(zone), days)
  return {
    zone,
    span: useMemo(() => ({ from, to }), [from, to]),
    chosen: isOwn ? ('own' as const) : days,
    profile,
    profileIds,
    metric: search.metric ?? ('display_views' as const),
    sort: search.sort ?? ('display_views' as const),
  }
}

export type AnalyticsView = ReturnType<typeof useAnalytics>

/** The posts of the view, in its order. */
export const rankingOf = ({ profile, span, zone, sort }: AnalyticsView): Ranking => ({
  ...{ profiles: profile, span, timezone: zone, sort },
})

/** Changes the address; what is undefined leaves it. */
export function useGo(): (
  change: { readonly [Field in keyof AnalyticsSearch]: AnalyticsSearch[Field] | undefined },
) => void {
  const navigate = useNavigate({ from: '/p/$profile/analytics' })
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
