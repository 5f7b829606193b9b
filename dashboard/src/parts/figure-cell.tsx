import type { MetricName } from '../data/metrics.ts'
import { useMetrics } from '../words/metrics.ts'
import { useWords, words } from '../words/words.ts'

const figureWords = words({ partial: 'not of all' }, { partial: 'nicht von allen' })

interface Props {
  readonly metric: MetricName
  readonly value: number | null
  /** Some platform or post does not tell it. */
  readonly isPartial?: boolean
  /** It stays on phones. */
  readonly isChosen?: boolean
  /** It leaves first where there is little room. */
  readonly isLeast?: boolean
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
