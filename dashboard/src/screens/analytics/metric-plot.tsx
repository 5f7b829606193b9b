import { NativeSelect } from '@mantine/core'
import type { SummarizeAnalyticsResult } from '@polypost/sdk'
import { useMemo, useState } from 'react'
import { type MetricName, metricNames } from '../../data/metrics.ts'
import { Plot } from '../../parts/plot.tsx'
import type { Curve } from '../../parts/plot-scale.ts'
import { useMetrics } from '../../words/metrics.ts'
import { useWords } from '../../words/words.ts'
import classes from './analytics.module.css'
import { analyticsWords } from './analytics-words.ts'
import { DayTable } from './day-table.tsx'
import { useDays, useGo } from './use-analytics.ts'

interface Props {
  readonly summary: SummarizeAnalyticsResult
  readonly metric: MetricName
}

/** One number by days, beside the days before, as a curve and as a table. */
export function MetricPlot({ summary, metric }: Props) {
  const t = useWords(analyticsWords)
  const { names } = useMetrics()
  const dayText = useDays()
  const go = useGo()
  const [isTable, setTable] = useState(false)
  const curve = useCurve({ summary, metric })
  const sentence = useSentence({ summary, metric })
  const title = t.byDay(names[metric])
  return (
    <section className={classes.section} aria-label={title}>
      <div className={classes.head}>
        <h2>{title}</h2>
        <span className={classes.key}>
          <i />
          {t.spanOf(dayText(summary.from), dayText(summary.to))}
        </span>
        {curve.before && (
          <span className={classes.key} data-before>
            <i />
            {t.before(summary.days.length)}
          </span>
        )}
        <NativeSelect
          className={classes.choice}
          aria-label={t.number}
          value={metric}
          data={metricNames.map((name) => ({ value: name, label: names[name] }))}
          onChange={({ currentTarget: { value } }) => go({ metric: metricNames.find((name) => name === value) })}
        />
        <button type="button" className="link small" onClick={() => setTable(!isTable)}>
          {isTable ? t.asPlot : t.asTable}
        </button>
      </div>
      {isTable && <DayTable summary={summary} metric={metric} />}
      {!isTable && summary.total[metric] === null && <p className="second">{sentence}</p>}
      {!isTable && summary.total[metric] !== null && <Plot curve={curve} sentence={sentence} />}
      <p className="small third">{t.meaning}</p>
    </section>
  )
}

type Day = SummarizeAnalyticsResult['days'][number]

/** A day without a post has no views, and not an unknown number of them. */
const valueFor = (day: Day, metric: MetricName): number | null =>
  day.posts === 0 && metric !== 'engagement_rate' ? 0 : day[metric]

function useCurve({ summary: { days, before }, metric }: Props): Curve {
  const { format } = useMetrics()
  const dayText = useDays()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the formats change with the language only.
  return useMemo(
    () => ({
      xs: days.map((_, index) => index),
      values: days.map((day) => valueFor(day, metric)),
      ...(before.total[metric] !== null && { before: before.days.map((day) => valueFor(day, metric)) }),
      isWhole: metric !== 'engagement_rate',
      labelOf: (x) => dayText(days[Math.round(x)]?.date ?? ''),
      format: (value) => format(metric, value),
    }),
    [days, before, metric, dayText],
  )
}

function useSentence({ summary: { total, days, before }, metric }: Props): string {
  const t = useWords(analyticsWords)
  const { names, format, text } = useMetrics()
  const dayText = useDays()
  const known = days.filter((day) => day[metric] !== null)
  const best = known.toSorted((one, other) => (other[metric] ?? 0) - (one[metric] ?? 0))[0]
  const sum = total[metric]
  if (best === undefined || sum === null) return t.sentenceNone(names[metric])
  const say = metric === 'engagement_rate' ? t.sentenceRate : t.sentence
  const now = say(names[metric], format(metric, sum), format(metric, best[metric] ?? 0), dayText(best.date))
  const then = before.total.posts === 0 ? t.nothingBefore(days.length) : null
  return `${now} ${then ?? t.sentenceBefore(days.length, text(metric, before.total[metric]))}`
}
