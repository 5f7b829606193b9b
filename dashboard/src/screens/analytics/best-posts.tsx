import { Button, NativeSelect } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { bestPostsQuery } from '../../data/best-posts.ts'
import { ReadError } from '../../parts/read-error.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useNumbers } from '../../words/numbers.ts'
import { useWords } from '../../words/words.ts'
import classes from './analytics.module.css'
import { sorts } from './analytics-search.ts'
import { BestTable } from './best-table.tsx'
import { bestWords } from './best-words.ts'
import { ExportRanking } from './export-ranking.tsx'
import { type AnalyticsView, rankingOf, useGo } from './use-analytics.ts'

/** The posts of the time, in any of the orders of the API. */
export function BestPosts({ view }: { readonly view: AnalyticsView }) {
  const t = useWords(bestWords)
  const { count } = useNumbers()
  const go = useGo()
  const ranking = rankingOf(view)
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    bestPostsQuery(ranking),
  )
  const groups = data?.pages.flatMap((page) => page.groups)
  const total = data?.pages[0]?.total ?? 0
  return (
    <section className={classes.section} aria-label={t.title}>
      <div className={classes.head}>
        <h2>{t.title}</h2>
        {groups && <span className="small third numbers">{t.shown(count(groups.length), count(total))}</span>}
        <NativeSelect
          className={classes.choice}
          aria-label={t.sort}
          value={view.sort}
          data={sorts.map((name) => ({ value: name, label: t.sorts[name] }))}
          onChange={({ currentTarget: { value } }) => go({ sort: sorts.find((name) => name === value) })}
        />
        <ExportRanking ranking={ranking} />
      </div>
      {error && <ReadError what={t.what} error={error} retry={refetch} />}
      {!error && !groups && <Skeleton widths={[5, 2, 2, 1, 1, 1]} />}
      {groups && !error && <BestTable groups={groups} sort={view.sort} />}
      {hasNextPage && (
        <Button className={classes.more} loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {t.more}
        </Button>
      )}
    </section>
  )
}
