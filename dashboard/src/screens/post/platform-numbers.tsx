import type { PostAnalytics } from '@polypost/sdk'
import { leastMetrics, type MetricName, usualMetrics } from '../../data/metrics.ts'
import { inOrder } from '../../data/platforms.ts'
import { FigureCell, MetricHeads } from '../../parts/figure-cell.tsx'
import { PlatformHead } from '../../parts/platform-head.tsx'
import table from '../../parts/table.module.css'
import { useWords } from '../../words/words.ts'
import { numbersWords } from './numbers-words.ts'

export function PlatformNumbers({ analytics: { platform_metrics, totals } }: { readonly analytics: PostAnalytics }) {
  const t = useWords(numbersWords)
  const marks = (name: MetricName) => ({
    // On phones there is room for three.
    isChosen: name === 'display_views' || name === 'likes' || name === 'comments',
    isLeast: leastMetrics.includes(name),
  })
  const isRolling = totals.metric_window !== null && totals.metric_window !== 'lifetime'
  return (
    <>
      <table className={table.table} data-dense>
        <thead>
          <tr>
            <th scope="col">{t.platform}</th>
            <MetricHeads metrics={usualMetrics} marks={marks} />
          </tr>
        </thead>
        <tbody>
          {inOrder(platform_metrics, ({ platform }) => platform).map((read) => (
            <tr key={read.job_id}>
              <PlatformHead platform={read.platform} />
              {usualMetrics.map((name) => (
                <FigureCell key={name} metric={name} value={read[name]} {...marks(name)} />
              ))}
            </tr>
          ))}
          {platform_metrics.length > 1 && (
            <tr>
              <th scope="row">{t.all}</th>
              {usualMetrics.map((name) => (
                <FigureCell
                  key={name}
                  metric={name}
                  value={totals[name]}
                  isPartial={totals[`${name}_partial`]}
                  {...marks(name)}
                />
              ))}
            </tr>
          )}
        </tbody>
      </table>
      <p className="small third">
        {t.note} {isRolling && t.rolling}
      </p>
    </>
  )
}
