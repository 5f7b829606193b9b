import { Button } from '@mantine/core'
import type { AnalyticsGroup } from '@polypost/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { allBestPosts, type Ranking } from '../../data/best-posts.ts'
import { csvOf } from '../../data/csv.ts'
import { metricNames } from '../../data/metrics.ts'
import { saveCsv } from '../../data/save-file.ts'
import { Problem } from '../../parts/problem.tsx'
import { useNumbers } from '../../words/numbers.ts'
import { useWords } from '../../words/words.ts'
import classes from './analytics.module.css'
import { bestWords } from './best-words.ts'

/** Saves all posts of the ranking, in its order, also those that are not shown yet. */
export function ExportRanking({ ranking }: { readonly ranking: Ranking }) {
  const t = useWords(bestWords)
  const { count } = useNumbers()
  const [read, setRead] = useState(0)
  const saving = useMutation({
    mutationFn: async () => {
      setRead(0)
      const groups: AnalyticsGroup[] = []
      for await (const page of allBestPosts(ranking)) {
        groups.push(...page)
        setRead(groups.length)
      }
      saveCsv(`analytics-${ranking.span.from}-${ranking.span.to}.csv`, csvOf([columns, ...groups.map(cellsOf)]))
    },
  })
  return (
    <>
      <Problem error={saving.error} />
      <Button
        variant="subtle"
        className={classes.wide}
        onClick={() => {
          if (!saving.isPending) saving.mutate()
        }}
      >
        {saving.isPending ? t.saving(count(read)) : t.csv}
      </Button>
    </>
  )
}

/** The names of the API. */
const columns = [
  ...['post_id', 'message', 'platforms', 'status', 'created_at', 'posted_at', 'captured_at'],
  ...metricNames,
  'partial',
]

/** An empty cell is a number that is not told. `partial` names the numbers that not all platforms tell. */
const cellsOf = (group: AnalyticsGroup): readonly (string | number | null)[] => [
  ...[group.post_id, group.message, group.platforms.join(' '), group.status],
  ...[group.created_at, group.posted_at, group.captured_at],
  ...metricNames.map((name) => group[name]),
  metricNames.filter((name) => group[`${name}_partial`]).join(' '),
]
