import type { InboxEntry } from '@polypost/sdk'
import { Link } from '@tanstack/react-router'
import { titleOf } from '../../data/platforms.ts'
import { Avatar } from '../../parts/avatar.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useNumbers } from '../../words/numbers.ts'
import { useTimes } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import classes from './conversation.module.css'
import { conversationWords } from './conversation-words.ts'
import { nameOf, strangersLink, type ThreadItem, webAddress } from './entry.ts'
import { inboxWords } from './inbox-words.ts'
import { Sender } from './sender.tsx'
import { useAccount } from './use-account.ts'

interface Props {
  readonly item: ThreadItem
  readonly profileId: string
  readonly isCurrent: boolean
  /** If it is a reply to the open comment: the auto-reply to that one. */
  readonly auto: InboxEntry['auto_reply']
}

/** A comment of somebody, or one of the account itself. */
export function CommentItem({ item: { entry_id, comment }, profileId, isCurrent, auto }: Props) {
  const t = useWords(conversationWords)
  const { noName } = useWords(inboxWords)
  const times = useTimes()
  const account = useAccount(profileId, comment.platform)
  const { author, is_own, created_by, like_count, message } = comment
  const name = nameOf(comment) ?? (is_own ? (account?.name ?? null) : null)
  const address = webAddress(comment.url)
  return (
    <article className={classes.comment}>
      <Avatar name={name ?? '?'} picture={is_own ? (account?.picture ?? null) : null} />
      <div>
        <p className={classes.by}>
          <b>{name ?? noName}</b>
          {!is_own && author.name !== null && author.username !== null && author.name !== `@${author.username}` && (
            <span>@{author.username}</span>
          )}
          {is_own && <Sender reply={{ created_by, message }} auto={auto} />}
          <time dateTime={comment.created_at}>{times.time(comment.created_at)}</time>
        </p>
        <p className={classes.text}>{message}</p>
        <p className={classes.acts}>
          {like_count !== null && like_count > 0 && <Likes likes={like_count} />}
          {entry_id !== null && !isCurrent && (
            <Link from="/p/$profile/inbox" to="./$id" params={{ id: String(entry_id) }} search className="link">
              {t.reply}
            </Link>
          )}
          {address !== null && (
            <a className="link" href={address} {...strangersLink}>
              {t.openOn(titleOf(comment.platform))}
            </a>
          )}
        </p>
      </div>
    </article>
  )
}

function Likes({ likes }: { readonly likes: number }) {
  const t = useWords(conversationWords)
  const { count } = useNumbers()
  return (
    <span className={classes.likes} role="img" aria-label={t.likes(likes, count(likes))}>
      <Icon name="heart" /> {count(likes)}
    </span>
  )
}
