import type { AnalyticsSums, SummarizeAnalyticsResult } from '@polypost/sdk'
import type { ReactNode } from 'react'
import type { MetricName } from '../../data/metrics.ts'
import { FigureCell, FigureHead } from '../../parts/figure-cell.tsx'
import table from '../../parts/table.module.css'
import { useLanguage } from '../../words/language.tsx'
import { useMetrics } from '../../words/metrics.ts'
import { useNumbers } from '../../words/numbers.ts'
import { useWords } from '../../words/words.ts'
import classes from './analytics.module.css'
import { analyticsWords } from './analytics-words.ts'
import { isPartial } from './is-partial.ts'

interface Props {
  readonly summary: SummarizeAnalyticsResult
  readonly metric: MetricName
}

/** When posts do well, and which. */
export function Breakdowns({ summary: { weekdays, hours, labels }, metric }: Props) {
  const t = useWords(analyticsWords)
  const { locale } = useLanguage()
  const nameOf = (time: number, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }).format(time)
  const days = weekdays.map((sums) => {
    const time = Date.UTC(2024, 0, 1 + weekdayNames.indexOf(sums.weekday))
    return { ...sums, key: sums.weekday, name: nameOf(time, { weekday: 'long' }) }
  })
  const times = hours.map((sums) => {
    const time = Date.UTC(2024, 0, 1, sums.hour)
    return { ...sums, key: sums.hour, name: nameOf(time, { hour: '2-digit', minute: '2-digit' }) }
  })
  const named = labels
    .map((sums) => ({ ...sums, key: sums.id }))
    .toSorted((one, other) => (other[metric] ?? -1) - (one[metric] ?? -1))
  return (
    <div className={classes.pair}>
      <div className={classes.column}>
        <Breakdown title={t.byWeekday} column={t.weekday} rows={days} metric={metric} />
        <Breakdown title={t.byLabel} column={t.label} rows={named} metric={metric}>
          {t.noLabels}
        </Breakdown>
      </div>
      <Breakdown title={t.byHour} column={t.hour} rows={times} metric={metric} />
    </div>
  )
}

/** 1 January 2024 was a Monday. */
const weekdayNames = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

interface Row extends AnalyticsSums {
  readonly key: string | number
  readonly name: string
}

interface BreakdownProps {
  readonly title: string
  readonly column: string
  readonly rows: readonly Row[]
  readonly metric: MetricName
  /** Without rows. */
  readonly children?: ReactNode
}

/** A sum for each name, and what a post got on average. */
function Breakdown({ title, column, rows, metric, children }: BreakdownProps) {
  const t = useWords(analyticsWords)
  const metrics = useMetrics()
  const { count } = useNumbers()
  const isRate = metric === 'engagement_rate'
  const averageOf = (row: Row) => {
    const value = row[metric]
    return value === null || isRate ? value : value / row.posts
  }
  const most = Math.max(...rows.map((row) => averageOf(row) ?? 0))
  return (
    <section className={classes.section} aria-label={title}>
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <p className="second">{children}</p>
      ) : (
        <table className={table.table} data-dense>
          <thead>
            <tr>
              <th scope="col">{column}</th>
              <FigureHead>{t.posts}</FigureHead>
              <FigureHead isChosen>{metrics.names[metric]}</FigureHead>
              {!isRate && <FigureHead>{t.perPost}</FigureHead>}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                <th scope="row">
                  {row.name}
                  <span
                    className={classes.bar}
                    style={{ width: `${most === 0 ? 0 : ((averageOf(row) ?? 0) / most) * 100}%` }}
                  />
                </th>
                <td data-number>{count(row.posts)}</td>
                <FigureCell metric={metric} value={row[metric]} isPartial={isPartial(row, metric)} isChosen />
                {!isRate && (
                  <FigureCell metric={metric} value={rounded(averageOf(row))} isPartial={isPartial(row, metric)} />
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value))
