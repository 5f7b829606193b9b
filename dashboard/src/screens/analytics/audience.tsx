import { Button, NativeSelect } from '@mantine/core'
import type { GetAudienceResult } from '@polypost/sdk'
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { audienceQuery, type Span } from '../../data/analytics.ts'
import { inOrder, titleOf } from '../../data/platforms.ts'
import { useHere } from '../../data/scope.ts'
import { Empty } from '../../parts/empty.tsx'
import { Plot } from '../../parts/plot.tsx'
import type { Curve } from '../../parts/plot-scale.ts'
import { ReadError } from '../../parts/read-error.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useNumbers } from '../../words/numbers.ts'
import { useTimes } from '../../words/times.ts'
import { dayOf } from '../../words/wall-time.ts'
import { useWords } from '../../words/words.ts'
import classes from './analytics.module.css'
import { type AccountAudience, AudienceTable } from './audience-table.tsx'
import { audienceWords } from './audience-words.ts'
import type { AnalyticsView } from './use-analytics.ts'

/** The followers of each account, and how they have changed. */
export function Audience({ view }: { readonly view: AnalyticsView }) {
  const here = useHere()
  const t = useWords(audienceWords)
  const { span, zone, profileIds } = view
  const read = useQueries({ queries: profileIds.map(audienceQuery), combine })
  const accounts = useMemo(
    () => read.accounts.map((account) => inTime(account, span, zone)),
    [read.accounts, span, zone],
  )
  return (
    <section className={classes.section} aria-label={t.title}>
      <h2>{t.title}</h2>
      {read.error && <ReadError what={t.what} error={read.error} retry={read.retry} />}
      {!read.error && read.isPending && <Skeleton rows={3} widths={[4, 2, 2, 2]} />}
      {!read.error && !read.isPending && accounts.length === 0 && (
        <Empty
          action={
            <Button renderRoot={(props) => <Link to="/p/$profile/accounts" params={here} {...props} />}>
              {t.connect}
            </Button>
          }
        >
          {t.none}
        </Empty>
      )}
      {!read.error && accounts.length > 0 && (
        <>
          <FollowerPlot accounts={accounts} />
          <AudienceTable accounts={accounts} />
          <p className="small third">{t.limit}</p>
        </>
      )}
    </section>
  )
}

/** The accounts of all profiles. They stay the same objects while nothing changes. */
const combine = (reads: readonly UseQueryResult<GetAudienceResult>[]) => ({
  accounts: inOrder(
    reads.flatMap(({ data }) => data?.accounts ?? []),
    ({ platform }) => platform,
  ),
  error: reads.find(({ error }) => error !== null)?.error ?? null,
  isPending: reads.some((read) => read.isPending),
  retry: () => void Promise.all(reads.map(({ refetch }) => refetch())),
})

const inTime = (account: AccountAudience, span: Span, zone: string): AccountAudience => ({
  ...account,
  history: account.history.filter(({ captured_at }) => {
    const day = dayOf(captured_at, zone)
    return day >= span.from && day <= span.to
  }),
})

/** Of one account: the sum of several would jump where one was counted for the first time. */
function FollowerPlot({ accounts }: { readonly accounts: readonly AccountAudience[] }) {
  const t = useWords(audienceWords)
  const times = useTimes()
  const { count } = useNumbers()
  const [chosen, setChosen] = useState<string | null>(null)
  const counted = accounts.filter(({ history }) => history.length > 1)
  const account = counted.find((one) => keyOf(one) === chosen) ?? counted[0]
  const history = account?.history
  const curve = useMemo<Curve>(
    () => ({
      xs: history?.map(({ captured_at }) => Date.parse(captured_at)) ?? [],
      values: history?.map(({ followers }) => followers) ?? [],
      isWhole: true,
      fromLowest: true,
      labelOf: times.day,
      format: count,
    }),
    [history, times, count],
  )
  const [first, last] = [history?.[0], history?.at(-1)]
  if (!account || !first || !last) return null
  const ends = [
    count(first.followers),
    times.day(first.captured_at),
    count(last.followers),
    times.day(last.captured_at),
  ]
  const [from = '', day = '', to = '', end = ''] = ends
  return (
    <>
      <NativeSelect
        className={classes.account}
        label={t.account}
        value={keyOf(account)}
        data={counted.map((one) => ({ value: keyOf(one), label: nameOf(one) }))}
        onChange={({ currentTarget: { value } }) => setChosen(value)}
      />
      <Plot curve={curve} sentence={t.sentence(nameOf(account), from, day, to, end)} />
    </>
  )
}

const keyOf = ({ platform, account_id }: AccountAudience): string => `${platform} ${account_id}`

const nameOf = ({ platform, username }: AccountAudience): string =>
  username === null ? titleOf(platform) : `${titleOf(platform)}, ${username}`
