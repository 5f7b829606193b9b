import type { SummarizeAnalyticsResult } from '@polypost/sdk'
import type { MetricName } from '../../data/metrics.ts'
import { FigureCell, FigureHead } from '../../parts/figure-cell.tsx'
import table from '../../parts/table.module.css'
import { useMetrics } from '../../words/metrics.ts'
import { useWords } from '../../words/words.ts'
import { analyticsWords } from './analytics-words.ts'
import { isPartial } from './is-partial.ts'
import { useDays } from './use-analytics.ts'

interface Props {
  readonly summary: SummarizeAnalyticsResult
  readonly metric: MetricName
}

/** The values of the curve, as a table. */
export function DayTable({ summary: { days, before }, metric }: Props) {
  const t = useWords(analyticsWords)
  const { names } = useMetrics()
  const dayText = useDays()
  return (
    <table className={table.table} data-dense>
      <thead>
        <tr>
          <th scope="col">{t.day}</th>
          <FigureHead isChosen>{names[metric]}</FigureHead>
          <FigureHead>{t.posts}</FigureHead>
          <FigureHead>{t.before(days.length)}</FigureHead>
        </tr>
      </thead>
      <tbody>
        {days.map((day, index) => (
          <tr key={day.date}>
            <th scope="row">{dayText(day.date)}</th>
            <DayCell day={day} metric={metric} isChosen />
            <td data-number>{day.posts}</td>
            <DayCell day={before.days[index]} metric={metric} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface CellProps {
  readonly day: SummarizeAnalyticsResult['days'][number] | undefined
  readonly metric: MetricName
  readonly isChosen?: boolean
}

function DayCell({ day, metric, isChosen = false }: CellProps) {
  const t = useWords(analyticsWords)
  if (day === undefined || day.posts === 0)
    return (
      <td data-number data-untold data-chosen={isChosen || undefined}>
        {t.noPost}
      </td>
    )
  return <FigureCell metric={metric} value={day[metric]} isPartial={isPartial(day, metric)} isChosen={isChosen} />
}
