import type { InboxEntry } from '@polypost/sdk'
import { State } from '../../parts/state.tsx'
import { useTimes } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import { replyWords } from './reply-words.ts'
import { waitsForModel } from './waits-for-model.ts'

/** The state of a comment: first what wants somebody. Null: nobody has answered it. */
export function useEntryState(entry: InboxEntry) {
  const t = useWords(replyWords)
  const { clock } = useTimes()
  const { auto_reply: auto, own_replies: own, replies } = entry
  if (auto?.status === 'awaiting_approval') return <State state="needs">{t.toApprove}</State>
  if (own.some(({ status }) => status === 'unknown')) return <State state="needs">{t.wasIt}</State>
  if (auto && waitsForModel(auto)) return <State state="queued">{t.putOff}</State>
  if (own.some(({ status }) => status === 'sending') || auto?.status === 'queued')
    return <State state="working">{t.goingOut}</State>
  const last = own.findLast(({ created_by }) => created_by !== null)
  if (last?.created_by) return <State state="done">{t.answeredBy(last.created_by.name)}</State>
  if (auto?.status === 'posted' && auto.posted_at !== null)
    return <State state="done">{t.answeredByAuto(clock(auto.posted_at))}</State>
  if (own.length > 0 || replies.some(({ is_own }) => is_own)) return <State state="done">{t.answered}</State>
  if (auto?.status === 'failed') return <State state="failed">{t.failed}</State>
  return null
}
