import type { InboxEntry } from '@polypost/sdk'
import { titleOf } from '../../data/platforms.ts'
import { Avatar } from '../../parts/avatar.tsx'
import { State } from '../../parts/state.tsx'
import { useTimes } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import classes from './conversation.module.css'
import { conversationWords } from './conversation-words.ts'
import { type OwnReply, strangersLink, webAddress } from './entry.ts'
import { replyWords } from './reply-words.ts'
import { Sender } from './sender.tsx'
import { useAccount } from './use-account.ts'

interface Props {
  readonly entry: InboxEntry
  readonly reply: OwnReply
}

/** A reply that Polypost sent. Nothing is said about one that is there. */
export function SentReply({ entry, reply }: Props) {
  const t = useWords(conversationWords)
  const times = useTimes()
  const { platform } = entry.comment
  const account = useAccount(entry.profile_id, platform)
  const at = reply.posted_at ?? reply.created_at
  const address = webAddress(reply.url)
  return (
    <article className={classes.comment}>
      <Avatar name={account?.name ?? platform} picture={account?.picture ?? null} />
      <div>
        <p className={classes.by}>
          <b>{account?.name ?? titleOf(platform)}</b>
          <Sender reply={reply} auto={entry.auto_reply} />
          <time dateTime={at}>{times.time(at)}</time>
        </p>
        <p className={classes.text}>{reply.message}</p>
        <Outcome entry={entry} reply={reply} />
        {address !== null && (
          <p className={classes.acts}>
            <a className="link" href={address} {...strangersLink}>
              {t.openOn(titleOf(platform))}
            </a>
          </p>
        )}
      </div>
    </article>
  )
}

function Outcome({ entry, reply: { status } }: Props) {
  const t = useWords(replyWords)
  const { openOn } = useWords(conversationWords)
  const platform = titleOf(entry.comment.platform)
  const commentAddress = webAddress(entry.comment.url) ?? webAddress(entry.post.url)
  if (status === 'posted') return null
  if (status === 'sending')
    return (
      <div className={classes.outcome}>
        <State state="working">{t.goingOut}</State>
        <p className="small second">{t.goingOutText(platform)}</p>
      </div>
    )
  return (
    <div className={classes.outcome}>
      <State state="needs">{t.wasIt}</State>
      <p className="small second">{t.wasItText(platform)}</p>
      {commentAddress !== null && (
        <a className="link" href={commentAddress} {...strangersLink}>
          {openOn(platform)}
        </a>
      )}
    </div>
  )
}
