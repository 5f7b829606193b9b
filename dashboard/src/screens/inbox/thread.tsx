import type { InboxEntry } from '@polypost/sdk'
import { useEffect, useRef } from 'react'
import { useWords } from '../../words/words.ts'
import { AutoReply } from './auto-reply.tsx'
import { CommentItem } from './comment-item.tsx'
import classes from './conversation.module.css'
import { conversationWords } from './conversation-words.ts'
import { isReply, type ThreadItem, threadAsTree, unlistedReplies } from './entry.ts'
import { SentReply } from './sent-reply.tsx'

interface Props {
  readonly entry: InboxEntry
  readonly thread: readonly ThreadItem[]
}

/** The comments in their order; below the open one what was sent, and what waits for approval. */
export function Thread({ entry, thread }: Props) {
  const t = useWords(conversationWords)
  const current = useRef<HTMLLIElement>(null)
  useEffect(() => {
    // New browsers answer with a promise, which is no clean-up.
    void current.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <ul aria-label={t.thread}>
      {threadAsTree(thread).map(({ item, depth }) => {
        const isCurrent = item.entry_id === entry.id
        return (
          <li
            key={item.comment.id}
            ref={isCurrent ? current : undefined}
            className={classes.item}
            data-depth={depth}
            aria-current={isCurrent || undefined}
          >
            <CommentItem
              item={item}
              profileId={entry.profile_id}
              isCurrent={isCurrent}
              auto={isReply(entry, item) ? entry.auto_reply : null}
            />
            {isCurrent && (
              <div className={classes.below}>
                {unlistedReplies(entry, thread).map((reply) => (
                  <SentReply key={`${reply.created_at} ${reply.message}`} entry={entry} reply={reply} />
                ))}
                <AutoReply entry={entry} />
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
