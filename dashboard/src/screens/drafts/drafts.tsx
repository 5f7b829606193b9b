import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type DraftList, draftsQuery } from '../../data/drafts.ts'
import { scopeParameter, useHere, useScope } from '../../data/scope.ts'
import { Empty } from '../../parts/empty.tsx'
import { ReadError } from '../../parts/read-error.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useWords } from '../../words/words.ts'
import { DraftRow } from './draft-row.tsx'
import classes from './drafts.module.css'
import { draftWords } from './drafts-words.ts'

const lists: readonly DraftList[] = ['drafts', 'approvals', 'templates']

/** Everything that is not a post yet: drafts, what waits for an approval, and templates. */
export function Drafts() {
  const here = useHere()
  const t = useWords(draftWords)
  const { list = 'drafts' } = useSearch({ from: '/p/$profile/drafts' })
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    draftsQuery(list, scopeParameter(useScope())),
  )
  const drafts = data?.pages.flatMap((page) => page.drafts)
  return (
    <Screen title={t.title} of={here.profile} actions={<Lists current={list} />}>
      {error && <ReadError what={t.lists[list]} error={error} retry={refetch} />}
      {!error && !drafts && <Skeleton widths={[6, 2, 3]} />}
      {drafts?.length === 0 && <Nothing list={list} />}
      {drafts && drafts.length > 0 && (
        <ul className={classes.list} aria-label={t.lists[list]}>
          {drafts.map((draft) => (
            <DraftRow key={draft.id} draft={draft} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {t.more}
        </Button>
      )}
    </Screen>
  )
}

function Lists({ current }: { readonly current: DraftList }) {
  const here = useHere()
  const t = useWords(draftWords)
  return (
    <nav className={classes.lists} aria-label={t.title}>
      {lists.map((list) => (
        <Link
          key={list}
          to="/p/$profile/drafts"
          params={here}
          search={(before) => ({ ...before, list: list === 'drafts' ? undefined : list })}
          aria-current={list === current ? 'page' : undefined}
        >
          {t.lists[list]}
        </Link>
      ))}
    </nav>
  )
}

function Nothing({ list }: { readonly list: DraftList }) {
  const here = useHere()
  const t = useWords(draftWords)
  const write = (
    <Button renderRoot={(props) => <Link to="/p/$profile/new" params={here} {...props} />}>{t.newPost}</Button>
  )
  return <Empty action={list === 'drafts' && write}>{t.empty[list]}</Empty>
}
