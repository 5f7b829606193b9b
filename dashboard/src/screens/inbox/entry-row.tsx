import type { InboxEntry } from '@polypost/sdk'
import { Link } from '@tanstack/react-router'
import { Avatar } from '../../parts/avatar.tsx'
import { Mark } from '../../parts/mark.tsx'
import { RowProfile } from '../../parts/row-profile.tsx'
import { useTimes } from '../../words/times.ts'
import { titleOfText } from '../../words/title-of-text.ts'
import { dayOf, todayIn } from '../../words/wall-time.ts'
import { useWords } from '../../words/words.ts'
import { nameOf } from './entry.ts'
import { useEntryState } from './entry-state.tsx'
import { inboxWords } from './inbox-words.ts'
import classes from './list.module.css'

/** Where the keyboard finds the row of an entry. */
export const rowId = (id: number): string => `entry-${id}`

interface Props {
  readonly entry: InboxEntry
  readonly isCurrent: boolean
}

/** A comment in the list: who, where, the text, and what became of it. */
export function EntryRow({ entry, isCurrent }: Props) {
  const t = useWords(inboxWords)
  const times = useTimes()
  const state = useEntryState(entry)
  const { comment, post, read } = entry
  const name = nameOf(comment)
  const isToday = dayOf(comment.created_at, times.zone) === todayIn(times.zone)
  return (
    <li>
      <Link
        id={rowId(entry.id)}
        from="/p/$profile/inbox"
        to="./$id"
        params={{ id: String(entry.id) }}
        search
        className={classes.row}
        data-unread={!read || undefined}
        aria-current={isCurrent || undefined}
      >
        <span className={classes.who}>
          <Avatar name={name ?? '?'} picture={null} />
          <Mark platform={comment.platform} alone />
        </span>
        <b className="cut">
          {!read && <span className="hidden-text">{t.isUnread} </span>}
          {name ?? <span className="third">{t.noName}</span>}
        </b>
        <time dateTime={comment.created_at}>
          {isToday ? times.clock(comment.created_at) : times.day(comment.created_at)}
        </time>
        <p className="cut">
          <RowProfile id={entry.profile_id} />
          {comment.message}
        </p>
        <p className={classes.state}>{state ?? <span className="cut">{titleOfText(post.message)}</span>}</p>
      </Link>
    </li>
  )
}
