import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type AuditSearch, auditQuery, auditSearch } from '../../data/audit.ts'
import { Empty } from '../../parts/empty.tsx'
import { ReadError } from '../../parts/read-error.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useTimes } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import classes from './audit.module.css'
import { AuditEntries } from './audit-entries.tsx'
import { AuditFilter } from './audit-filter.tsx'
import { auditWords } from './audit-words.ts'

/** Who did what, when, and where people signed in from. */
export function Audit() {
  const t = useWords(auditWords)
  const { zoneName } = useTimes()
  const search = useSearch({ from: '/audit', select: auditSearch, structuralSharing: true })
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(auditQuery(search))
  const entries = data?.pages.flatMap((page) => page.entries)
  return (
    <Screen title={t.title} fact={zoneName()}>
      <div className={classes.audit}>
        <AuditFilter search={search} />
        {error && <ReadError what={t.what} error={error} retry={refetch} />}
        {!error && !entries && <Skeleton rows={8} widths={[1, 7, 2]} />}
        {entries?.length === 0 && <Nothing search={search} />}
        {entries && <AuditEntries entries={entries} />}
        {hasNextPage && (
          <Button className={classes.more} loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {t.more}
          </Button>
        )}
      </div>
    </Screen>
  )
}

function Nothing({ search }: { readonly search: AuditSearch }) {
  const t = useWords(auditWords)
  if (Object.keys(search).length === 0) return <Empty>{t.none}</Empty>
  const all = <Button renderRoot={(props) => <Link to="/audit" search={{}} {...props} />}>{t.showAll}</Button>
  return <Empty action={all}>{t.noneFound}</Empty>
}
