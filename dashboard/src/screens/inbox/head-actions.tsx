import { Button } from '@mantine/core'
import type { InboxFilter } from '../../data/inbox-filter.ts'
import { useMay } from '../../data/session.ts'
import { useWords } from '../../words/words.ts'
import { inboxWords } from './inbox-words.ts'
import type { InboxEntries } from './use-inbox-entries.ts'
import type { ListActions } from './use-list-actions.ts'

interface Props {
  readonly list: InboxEntries
  readonly filter: InboxFilter
  readonly actions: ListActions
}

/** The actions on all comments at once. */
export function HeadActions({ list: { counts, listedAt }, filter, actions: { readAll, refresh } }: Props) {
  const t = useWords(inboxWords)
  if (!useMay('author')) return null
  // The API marks those of a profile or a platform, and no others.
  const isWhole = filter.post === undefined && filter.q === undefined && filter.view !== 'approve'
  return (
    <>
      {isWhole && listedAt !== undefined && counts !== undefined && counts.unread > 0 && (
        <Button
          variant="subtle"
          loading={readAll.isPending}
          onClick={() => readAll.mutate({ until: listedAt, platform: filter.platform })}
        >
          {t.readAll}
        </Button>
      )}
      <Button variant="subtle" loading={refresh.isPending} onClick={() => refresh.mutate()}>
        {t.refresh}
      </Button>
    </>
  )
}
