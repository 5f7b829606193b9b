import type { InboxEntry } from '@polypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { platformsQuery, titleOf } from '../../data/platforms.ts'
import { useMay } from '../../data/session.ts'
import { useWords } from '../../words/words.ts'
import classes from './conversation.module.css'
import { ReplyBox } from './reply-box.tsx'
import { replyWords } from './reply-words.ts'
import { useAccount } from './use-account.ts'

/** Below the conversation: where a reply is written, or why nobody can reply. */
export function ReplyArea({ entry }: { readonly entry: InboxEntry }) {
  if (!useMay('editor')) return null
  return <div className={classes.reply}>{entry.can_reply ? <ReplyBox entry={entry} /> : <NoReply entry={entry} />}</div>
}

function NoReply({ entry: { profile_id, comment } }: { readonly entry: InboxEntry }) {
  const t = useWords(replyWords)
  const { data } = useQuery(platformsQuery)
  const account = useAccount(profile_id, comment.platform)
  const platform = titleOf(comment.platform)
  const rules = data?.platforms.find(({ name, aliases }) => [name, ...aliases].includes(comment.platform))
  const isAnswerable = comment.can_reply && rules?.supports.reply !== false
  if (isAnswerable && account?.account.status !== 'connected')
    return (
      <p className={classes.cannot}>
        {t.noAccount(platform)}{' '}
        <Link to="/p/$profile/accounts" params={{ profile: profile_id }} className="link">
          {t.accounts}
        </Link>
      </p>
    )
  return <p className={classes.cannot}>{t.cannot(platform)}</p>
}
