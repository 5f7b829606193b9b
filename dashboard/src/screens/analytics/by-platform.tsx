import type { SummarizeAnalyticsResult } from '@polypost/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { leastMetrics, type MetricName, usualMetrics } from '../../data/metrics.ts'
import { inOrder, titleOf } from '../../data/platforms.ts'
import { profilesQuery } from '../../data/profiles.ts'
import { useHere } from '../../data/scope.ts'
import { FigureCell, FigureHead, MetricHeads } from '../../parts/figure-cell.tsx'
import { PlatformHead } from '../../parts/platform-head.tsx'
import table from '../../parts/table.module.css'
import { useNumbers } from '../../words/numbers.ts'
import { useWords } from '../../words/words.ts'
import classes from './analytics.module.css'
import { analyticsWords } from './analytics-words.ts'
import { isPartial } from './is-partial.ts'

interface Props {
  readonly summary: SummarizeAnalyticsResult
  readonly metric: MetricName
  readonly profileIds: readonly string[]
}

export function ByPlatform({ summary: { platforms }, metric, profileIds }: Props) {
  const t = useWords(analyticsWords)
  const { count } = useNumbers()
  const shown: readonly MetricName[] = usualMetrics.includes(metric) ? usualMetrics : [...usualMetrics, metric]
  const marks = (name: MetricName) => ({
    isChosen: name === metric,
    isLeast: leastMetrics.includes(name) && name !== metric,
  })
  return (
    <section className={classes.section} aria-label={t.byPlatform}>
      <h2>{t.byPlatform}</h2>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{t.platform}</th>
            <FigureHead>{t.posts}</FigureHead>
            <MetricHeads metrics={shown} marks={marks} />
          </tr>
        </thead>
        <tbody>
          {inOrder(platforms, ({ platform }) => platform).map((sums) => (
            <tr key={sums.platform}>
              <PlatformHead platform={sums.platform} />
              <td data-number>{count(sums.posts)}</td>
              {shown.map((name) => (
                <FigureCell
                  key={name}
                  metric={name}
                  value={sums[name]}
                  isPartial={isPartial(sums, name)}
                  {...marks(name)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="small third">{t.partialNote}</p>
      <WithoutRight profileIds={profileIds} published={platforms.map(({ platform }) => platform)} />
    </section>
  )
}

/** Why an account tells nothing, if it is a permission. */
function WithoutRight({
  profileIds,
  published,
}: Pick<Props, 'profileIds'> & { readonly published: readonly string[] }) {
  const here = useHere()
  const t = useWords(analyticsWords)
  const { list } = useNumbers()
  const { data } = useSuspenseQuery(profilesQuery)
  const accounts = data.profiles
    .filter(({ id }) => profileIds.includes(id))
    .flatMap(({ platform_profiles }) => Object.entries(platform_profiles))
  const without = accounts.flatMap(([platform, { missing_permissions, capabilities }]) =>
    published.includes(platform) && missing_permissions.length > 0 && !capabilities.metrics ? [platform] : [],
  )
  if (without.length === 0) return null
  return (
    <p className="small second">
      {t.withoutRight(list(inOrder([...new Set(without)], (name) => name).map(titleOf)))}{' '}
      <Link to="/p/$profile/accounts" params={here} className="link">
        {t.accounts}
      </Link>
    </p>
  )
}
