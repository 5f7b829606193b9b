import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type GetInboxEntryResult, NotFoundError } from '@polypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { entryQuery } from '../../data/inbox.ts'
import { useOwnPath } from '../../data/own-path.ts'
import { ClocksOf } from '../../data/zone.tsx'
import { Empty } from '../../parts/empty.tsx'
import { ReadError } from '../../parts/read-error.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useWords } from '../../words/words.ts'
import classes from './conversation.module.css'
import { conversationWords } from './conversation-words.ts'
import { nameOf } from './entry.ts'
import { Brand, Facts } from './facts.tsx'
import { inboxWords } from './inbox-words.ts'
import { PostLine } from './post-line.tsx'
import { ReplyArea } from './reply-area.tsx'
import { Thread } from './thread.tsx'
import { useMarkRead } from './use-mark-read.ts'

const roomForFacts = '(min-width: 1560px)'

/** A comment in its thread, with what is said to it. */
export function Conversation({ id }: { readonly id: number }) {
  const t = useWords(conversationWords)
  const { data, error, refetch } = useQuery(entryQuery(id))
  const { profile: inPath } = useParams({ strict: false })
  // Beside the comments of all profiles, it stays below their path.
  useOwnPath(inPath === 'all' ? undefined : data?.entry.profile_id, `inbox/${id}`)
  const isGone = error instanceof NotFoundError
  if (data && !isGone)
    return (
      <ClocksOf value={data.entry.profile_id}>
        <Talk read={data} />
      </ClocksOf>
    )
  const all = (
    <Button renderRoot={(props) => <Link from="/p/$profile/inbox" to="." search {...props} />}>{t.back}</Button>
  )
  return (
    <div className={classes.pad}>
      {isGone && <Empty action={all}>{t.gone}</Empty>}
      {error && !isGone && <ReadError what={t.conversation} error={error} retry={refetch} />}
      {!error && <Skeleton rows={4} widths={[1, 6]} />}
    </div>
  )
}

function Talk({ read: { entry, thread } }: { readonly read: GetInboxEntryResult }) {
  const t = useWords(conversationWords)
  const { noName } = useWords(inboxWords)
  const hasRoom = useMediaQuery(roomForFacts, undefined, { getInitialValueInEffect: false }) === true
  const markUnread = useMarkRead(entry.id, thread)
  return (
    <div className={classes.talk} data-facts={hasRoom || undefined}>
      <section className={classes.conversation} aria-label={nameOf(entry.comment) ?? noName}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard. */}
        <section className={classes.scroll} aria-label={t.conversation} tabIndex={0}>
          <div className={classes.column}>
            <PostLine entry={entry} markUnread={markUnread} />
            {!hasRoom && (
              <details className={classes.brand}>
                <summary>{t.brand}</summary>
                <Brand profileId={entry.profile_id} used={entry.auto_reply?.facts} />
              </details>
            )}
            <Thread entry={entry} thread={thread} />
          </div>
        </section>
        <ReplyArea entry={entry} />
      </section>
      {hasRoom && <Facts entry={entry} />}
    </div>
  )
}
