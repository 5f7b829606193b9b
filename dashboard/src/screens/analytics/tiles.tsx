import type { SummarizeAnalyticsResult } from '@polypost/sdk'
import type { MetricName } from '../../data/metrics.ts'
import { useMetrics } from '../../words/metrics.ts'
import { useNumbers } from '../../words/numbers.ts'
import { useWords } from '../../words/words.ts'
import classes from './analytics.module.css'
import { analyticsWords } from './analytics-words.ts'

const shown = ['display_views', 'likes', 'comments', 'shares', 'saves', 'clicks', 'engagement_rate'] as const

interface Props {
  readonly summary: SummarizeAnalyticsResult
}

/** The sums, what they cover, and how they have changed. */
export function Tiles({ summary }: Props) {
  const t = useWords(analyticsWords)
  const { names, text } = useMetrics()
  const covers = useCovers(summary)
  const changed = useChange(summary)
  return (
    <dl className={classes.tiles} aria-label={t.sums}>
      {shown.map((metric) => {
        const value = summary.total[metric]
        return (
          <div key={metric}>
            <dt>{names[metric]}</dt>
            <dd data-untold={value === null || undefined}>{text(metric, value)}</dd>
            <dd>{covers(metric)}</dd>
            <dd>{changed(metric)}</dd>
          </div>
        )
      })}
    </dl>
  )
}

function useCovers({ total, platforms }: SummarizeAnalyticsResult): (metric: MetricName) => string {
  const t = useWords(analyticsWords)
  return (metric) => {
    const told = platforms.filter((platform) => platform[metric] !== null).length
    if (told === 0) return t.nobodyTold
    if (told === platforms.length && total.told[metric] < total.publications) return t.partly
    return t.ofPlatforms(told, platforms.length)
  }
}

function useChange({ total, before }: SummarizeAnalyticsResult): (metric: MetricName) => string | null {
  const t = useWords(analyticsWords)
  const { percent, short } = useNumbers()
  return (metric) => {
    const [now, then] = [total[metric], before.total[metric]]
    if (now === null || then === null || then === 0) return null
    if (metric === 'engagement_rate') {
      const points = Math.round((now - then) * 1000) / 10
      if (points === 0) return t.same
      return points > 0 ? t.morePoints(short(points)) : t.fewerPoints(short(-points))
    }
    const share = Math.round(((now - then) / then) * 100) / 100
    if (share === 0) return t.same
    return share > 0 ? t.more(percent(share)) : t.fewer(percent(-share))
  }
}
