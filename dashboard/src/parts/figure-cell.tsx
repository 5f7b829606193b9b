import type { ReactNode } from 'react'
import type { MetricName } from '../data/metrics.ts'
import { useMetrics } from '../words/metrics.ts'
import { useWords, words } from '../words/words.ts'

const figureWords = words({ partial: 'not of all' }, { partial: 'nicht von allen' })

interface Column {
  /** It stays on phones. */
  readonly isChosen?: boolean
  /** It leaves first where there is little room. */
  readonly isLeast?: boolean
}

interface HeadProps extends Column {
  /** How the rows are sorted by it. */
  readonly sort?: 'ascending' | 'descending' | undefined
  readonly children: ReactNode
}

/** The head of a column of numbers. */
export function FigureHead({ isChosen = false, isLeast = false, sort, children }: HeadProps) {
  return (
    <th scope="col" data-number data-chosen={isChosen || undefined} data-least={isLeast || undefined} aria-sort={sort}>
      {children}
    </th>
  )
}

interface HeadsProps {
  readonly metrics: readonly MetricName[]
  readonly marks: (metric: MetricName) => Column
}

/** The heads of the columns of metrics. */
export function MetricHeads({ metrics, marks }: HeadsProps) {
  const { names } = useMetrics()
  return metrics.map((name) => (
    <FigureHead key={name} {...marks(name)}>
      {names[name]}
    </FigureHead>
  ))
}

interface Props extends Column {
  readonly metric: MetricName
  readonly value: number | null
  /** Some platform or post does not tell it. */
  readonly isPartial?: boolean
}

/** A number of a table. */
export function FigureCell({ metric, value, isPartial = false, isChosen = false, isLeast = false }: Props) {
  const t = useWords(figureWords)
  const { text } = useMetrics()
  return (
    <td
      data-number
      data-untold={value === null || undefined}
      data-chosen={isChosen || undefined}
      data-least={isLeast || undefined}
    >
      {text(metric, value)}
      {isPartial && value !== null && (
        <>
          <span aria-hidden="true">*</span>
          <span className="hidden-text"> {t.partial}</span>
        </>
      )}
    </td>
  )
}
