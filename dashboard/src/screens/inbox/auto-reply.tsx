import type { InboxEntry } from '@polypost/sdk'
import { useMay } from '../../data/session.ts'
import { State } from '../../parts/state.tsx'
import { useWords } from '../../words/words.ts'
import { Approval } from './approval.tsx'
import classes from './conversation.module.css'
import { replyWords } from './reply-words.ts'
import { waitsForModel } from './waits-for-model.ts'

/** The reply of the language model: to approve, on its way, or why there is none. One that was sent stands with the others. */
export function AutoReply({ entry }: { readonly entry: InboxEntry }) {
  const t = useWords(replyWords)
  const mayDecide = useMay('editor')
  const { auto_reply: auto, own_replies } = entry
  if (auto === null) return null
  const { status, message, error, decided_by } = auto
  const isWaiting = status === 'awaiting_approval'
  const isPutOff = waitsForModel(auto)
  if (isWaiting && mayDecide) return <Approval key={auto.id} entry={entry} auto={auto} />
  const isShown = own_replies.some((reply) => reply.message === message)
  if (status === 'posted' || isShown) return null
  const states = {
    awaiting_approval: <State state="needs">{t.autoToApprove}</State>,
    queued: isPutOff ? <State state="queued">{t.putOff}</State> : <State state="working">{t.goingOut}</State>,
    declined: <State state="cancelled">{t.noReply}</State>,
    rejected: <State state="cancelled">{decided_by ? t.rejectedBy(decided_by.name) : t.rejected}</State>,
    failed: <State state="failed">{t.failed}</State>,
  } as const
  return (
    <div className={classes.auto} data-wants={isWaiting || undefined}>
      <h3>{states[status]}</h3>
      {message !== null && <p className={classes.text}>{message}</p>}
      {status === 'queued' && message === null && !isPutOff && <p className="small second">{t.writing}</p>}
      {error !== null && (
        <p className="small second">
          {error} {status === 'failed' && t.notPublished}
        </p>
      )}
    </div>
  )
}
