import type { PostAnalytics } from '@polypost/sdk'
import type { MetricName } from '../../data/metrics.ts'
import { inOrder, titleOf } from '../../data/platforms.ts'
import { FigureCell, FigureHead } from '../../parts/figure-cell.tsx'
import { Mark } from '../../parts/mark.tsx'
import table from '../../parts/table.module.css'
import { useMetrics } from '../../words/metrics.ts'
import { useWords } from '../../words/words.ts'
import classes from './numbers.module.css'
import { numbersWords } from './numbers-words.ts'

const shown = ['display_views', 'likes', 'comments', 'shares', 'saves', 'clicks', 'engagement_rate'] as const
const least: readonly MetricName[] = ['saves', 'clicks']

export function PlatformNumbers({ analytics: { platform_metrics, totals } }: { readonly analytics: PostAnalytics }) {
  const t = useWords(numbersWords)
  const { names } = useMetrics()
  const marks = (name: MetricName) => ({
    // On phones there is room for three.
    isChosen: name === 'display_views' || name === 'likes' || name === 'comments',
    isLeast: least.includes(name),
  })
  const isRolling = totals.metric_window !== null && totals.metric_window !== 'lifetime'
  return (
    <>
      <table className={table.table} data-dense>
        <thead>
          <tr>
            <th scope="col">{t.platform}</th>
            {shown.map((name) => (
              <FigureHead key={name} {...marks(name)}>
                {names[name]}
              </FigureHead>
            ))}
          </tr>
        </thead>
        <tbody>
          {inOrder(platform_metrics, ({ platform }) => platform).map((read) => (
            <tr key={read.job_id}>
              <th scope="row">
                <span className={classes.named}>
                  <Mark platform={read.platform} />
                  {titleOf(read.platform)}
                </span>
              </th>
              {shown.map((name) => (
                <FigureCell key={name} metric={name} value={read[name]} {...marks(name)} />
              ))}
            </tr>
          ))}
          {platform_metrics.length > 1 && (
            <tr>
              <th scope="row">{t.all}</th>
              {shown.map((name) => (
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
