import type { AnalyticsGroup } from '@polypost/sdk'
import { Link } from '@tanstack/react-router'
import { isAscending, metricOfSort, type PostSort } from '../../data/best-posts.ts'
import type { MetricName } from '../../data/metrics.ts'
import { FigureCell, FigureHead } from '../../parts/figure-cell.tsx'
import { Marks } from '../../parts/marks.tsx'
import { RowProfile } from '../../parts/row-profile.tsx'
import table from '../../parts/table.module.css'
import { useMetrics } from '../../words/metrics.ts'
import { useTimes } from '../../words/times.ts'
import { titleOfText } from '../../words/title-of-text.ts'
import { useWords } from '../../words/words.ts'
import classes from './analytics.module.css'
import { bestWords } from './best-words.ts'

const usual: readonly MetricName[] = ['display_views', 'likes', 'comments', 'shares', 'engagement_rate']

interface Props {
  readonly groups: readonly AnalyticsGroup[]
  readonly sort: PostSort
}

export function BestTable({ groups, sort }: Props) {
  const t = useWords(bestWords)
  const { names } = useMetrics()
  const sorted = metricOfSort(sort)
  // On phones there is room for one number.
  const chosen = sorted === 'created_at' ? 'display_views' : sorted
  const shown = usual.includes(chosen) ? usual : [chosen, ...usual.filter((name) => name !== 'shares')]
  const order = isAscending(sort) ? 'ascending' : 'descending'
  const direction = isAscending(sort) ? t.leastFirst : t.mostFirst
  return (
    <table className={`${table.table} ${classes.best}`}>
      <thead>
        <tr>
          <th scope="col">{t.post}</th>
          <th scope="col" aria-sort={sorted === 'created_at' ? order : undefined}>
            {t.published}
          </th>
          <th scope="col">{t.platforms}</th>
          {shown.map((name) => (
            <FigureHead
              key={name}
              isChosen={name === chosen}
              isLeast={name === 'comments' && name !== chosen}
              sort={name === sorted ? order : undefined}
            >
              {name === sorted ? `${names[name]}, ${direction}` : names[name]}
            </FigureHead>
          ))}
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => (
          <Row key={group.post_id} group={group} shown={shown} chosen={chosen} />
        ))}
      </tbody>
    </table>
  )
}

interface RowProps {
  readonly group: AnalyticsGroup
  readonly shown: readonly MetricName[]
  readonly chosen: MetricName
}

function Row({ group, shown, chosen }: RowProps) {
  const t = useWords(bestWords)
  const times = useTimes()
  return (
    <tr>
      <th scope="row">
        <Link
          to="/p/$profile/posts/$id"
          params={{ profile: group.profile_id, id: String(group.post_id) }}
          className={classes.post}
        >
          <RowProfile id={group.profile_id} />
          {titleOfText(group.message) || t.untitled}
        </Link>
      </th>
      <td className={classes.date}>
        {group.posted_at === null ? (
          t.unpublished
        ) : (
          <time dateTime={group.posted_at}>{times.day(group.posted_at)}</time>
        )}
      </td>
      <td className={classes.marks}>
        <Marks platforms={group.platforms} size={14} most={6} />
      </td>
      {shown.map((name) => (
        <FigureCell
          key={name}
          metric={name}
          value={group[name]}
          isPartial={group[`${name}_partial`]}
          isChosen={name === chosen}
          isLeast={name === 'comments' && name !== chosen}
        />
      ))}
    </tr>
  )
}
