import type { InboxEntry } from '@polypost/sdk'
import { useWords } from '../../words/words.ts'
import { conversationWords } from './conversation-words.ts'
import type { OwnReply } from './entry.ts'
import { replyWords } from './reply-words.ts'

interface Props {
  readonly reply: Pick<OwnReply, 'created_by' | 'message'>
  /** The auto-reply to the comment that the reply is about. */
  readonly auto: InboxEntry['auto_reply']
}

/** Who wrote a reply of the account. */
export function Sender({ reply: { created_by, message }, auto }: Props) {
  const t = useWords(conversationWords)
  const { auto: byModel, approvedBy } = useWords(replyWords)
  if (created_by !== null) return <span>{t.byYou(created_by.name)}</span>
  if (auto?.message !== message) return <span>{t.you}</span>
  return <span>{auto.decided_by ? `${byModel}, ${approvedBy(auto.decided_by.name)}` : byModel}</span>
}
