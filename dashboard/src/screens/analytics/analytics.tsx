import { Button } from '@mantine/core'
import type { SummarizeAnalyticsResult } from '@polypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { summaryQuery } from '../../data/analytics.ts'
import { useHere } from '../../data/scope.ts'
import { useMay } from '../../data/session.ts'
import { Empty } from '../../parts/empty.tsx'
import { ReadError } from '../../parts/read-error.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useTimes } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import classes from './analytics.module.css'
import { analyticsWords } from './analytics-words.ts'
import { Audience } from './audience.tsx'
import { BestPosts } from './best-posts.tsx'
import { Breakdowns } from './breakdowns.tsx'
import { ByPlatform } from './by-platform.tsx'
import { Controls, OwnDays } from './controls.tsx'
import { MetricPlot } from './metric-plot.tsx'
import { ReadAfresh } from './read-afresh.tsx'
import { Tiles } from './tiles.tsx'
import { type AnalyticsView, useAnalytics, useIsNarrow } from './use-analytics.ts'
import { useReadAfresh } from './use-read-afresh.ts'

/** The results of the posts: the numbers of a stretch of days. */
export function Analytics() {
  const here = useHere()
  const t = useWords(analyticsWords)
  const times = useTimes()
  const isNarrow = useIsNarrow()
  const view = useAnalytics()
  const afresh = useReadAfresh(view)
  const { data, error, refetch } = useQuery(summaryQuery(view.profile, view.span, view.zone))
  const readAt = data?.captured_at ?? null
  const zone = times.zoneName()
  return (
    <Screen
      title={t.title}
      of={here.profile}
      fact={data && (readAt === null ? t.unread(zone) : t.readAt(times.time(readAt), zone))}
      actions={
        <>
          {!isNarrow && <Controls view={view} />}
          <ReadAfresh afresh={afresh} />
        </>
      }
    >
      <div className={classes.analytics}>
        {isNarrow && <Controls view={view} />}
        {view.chosen === 'own' && <OwnDays span={view.span} />}
        <p role="status" className={classes.status}>
          {afresh.said}
        </p>
        {error && <ReadError what={t.what} error={error} retry={refetch} />}
        {!error && !data && <Skeleton rows={8} widths={[2, 2, 2, 2]} />}
        {data && !error && <Found summary={data} view={view} />}
        <Audience view={view} />
      </div>
    </Screen>
  )
}

interface FoundProps {
  readonly summary: SummarizeAnalyticsResult
  readonly view: AnalyticsView
}

function Found({ summary, view }: FoundProps) {
  const here = useHere()
  const t = useWords(analyticsWords)
  const mayWrite = useMay('author')
  if (summary.total.posts === 0) {
    const action = mayWrite && (
      <Button renderRoot={(props) => <Link to="/p/$profile/new" params={here} {...props} />}>{t.newPost}</Button>
    )
    return <Empty action={action}>{t.none}</Empty>
  }
  return (
    <>
      <Tiles summary={summary} />
      <MetricPlot summary={summary} metric={view.metric} />
      <BestPosts view={view} />
      <ByPlatform summary={summary} metric={view.metric} profileIds={view.profileIds} />
      <Breakdowns summary={summary} metric={view.metric} />
    </>
  )
}
