import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type InboxFilter, isFiltered } from '../../data/inbox-filter.ts'
import { useMay } from '../../data/session.ts'
import { Empty } from '../../parts/empty.tsx'
import { Problem } from '../../parts/problem.tsx'
import { ReadError } from '../../parts/read-error.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useNumbers } from '../../words/numbers.ts'
import { useWords } from '../../words/words.ts'
import { EntryRow } from './entry-row.tsx'
import { inboxWords } from './inbox-words.ts'
import classes from './list.module.css'
import { ListTools } from './list-tools.tsx'
import type { InboxEntries } from './use-inbox-entries.ts'
import type { ListActions } from './use-list-actions.ts'

interface Props {
  readonly list: InboxEntries
  readonly filter: InboxFilter
  readonly currentId: number | null
  readonly actions: ListActions
}

/** The comments, newest first, with what chooses them. */
export function EntryList({ list, filter, currentId, actions }: Props) {
  const t = useWords(inboxWords)
  const { entries, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = list
  return (
    <div className={classes.list}>
      <ListTools filter={filter} counts={list.counts} />
      <Done actions={actions} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard. */}
      <section className={classes.rows} aria-label={t.list} tabIndex={0} data-entries>
        {error && !entries && (
          <div className={classes.pad}>
            <ReadError what={t.list} error={error} retry={refetch} />
          </div>
        )}
        {!error && !entries && (
          <div className={classes.pad}>
            <Skeleton rows={8} widths={[1, 7]} />
          </div>
        )}
        {entries?.length === 0 && (
          <div className={classes.pad}>
            <Nothing filter={filter} refresh={actions.refresh} />
          </div>
        )}
        {entries && entries.length > 0 && (
          <ul>
            {entries.map((entry) => (
              <EntryRow key={entry.id} entry={entry} isCurrent={entry.id === currentId} />
            ))}
          </ul>
        )}
        {hasNextPage && (
          <div className={classes.pad}>
            <Button loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
              {t.more}
            </Button>
          </div>
        )}
      </section>
    </div>
  )
}

/** The outcome of a button in the head. */
function Done({ actions: { readAll, refresh } }: Pick<Props, 'actions'>) {
  const t = useWords(inboxWords)
  const { count } = useNumbers()
  const error = readAll.error ?? refresh.error
  const posts = refresh.data?.posts
  if (!error && posts === undefined) return null
  return (
    <div className={classes.done} role="status">
      <Problem error={error} />
      {!error && posts !== undefined && <p>{posts === 0 ? t.readingNone : t.reading(posts, count(posts))}</p>}
    </div>
  )
}

interface NothingProps extends Pick<Props, 'filter'> {
  readonly refresh: ListActions['refresh']
}

function Nothing({ filter, refresh }: NothingProps) {
  const t = useWords(inboxWords)
  const mayRefresh = useMay('author')
  const again = (
    <Button loading={refresh.isPending} onClick={() => refresh.mutate()}>
      {t.refresh}
    </Button>
  )
  const all = (
    <Button renderRoot={(props) => <Link from="/p/$profile/inbox" to="." search={{}} {...props} />}>{t.showAll}</Button>
  )
  if (isFiltered(filter)) return <Empty action={all}>{t.noneFound}</Empty>
  if (filter.view === undefined) return <Empty action={mayRefresh && again}>{t.none}</Empty>
  return <Empty action={all}>{filter.view === 'unread' ? t.noneUnread : t.noneToApprove}</Empty>
}
