import { Button } from '@mantine/core'
import type { InboxEntry } from '@polypost/sdk'
import { useRef, useState } from 'react'
import { titleOf } from '../../data/platforms.ts'
import { Mark } from '../../parts/mark.tsx'
import { useWords } from '../../words/words.ts'
import classes from './conversation.module.css'
import { nameOf } from './entry.ts'
import { inboxWords } from './inbox-words.ts'
import { Length } from './length.tsx'
import { ReplyProblem } from './reply-problem.tsx'
import { replyWords } from './reply-words.ts'
import { isSendKey } from './send-key.ts'
import { useAccount } from './use-account.ts'
import { useReply } from './use-reply.ts'

/** Where a reply to the open comment is written. */
export function ReplyBox({ entry }: { readonly entry: InboxEntry }) {
  const t = useWords(replyWords)
  const { noName } = useWords(inboxWords)
  const { platform } = entry.comment
  const account = useAccount(entry.profile_id, platform)
  const { text, stage, error, write, send } = useReply(entry)
  const [isEmptyPressed, setEmptyPressed] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const name = nameOf(entry.comment)
  const isLocked = stage === 'sending' || stage === 'waiting' || stage === 'asked'
  const press = () => {
    const isEmpty = text.trim() === ''
    setEmptyPressed(isEmpty)
    if (isEmpty) field.current?.focus()
    else send()
  }
  return (
    <div className={classes.column}>
      <div className={classes.box}>
        <textarea
          ref={field}
          aria-label={t.replyTo(name ?? noName, titleOf(platform))}
          value={text}
          readOnly={isLocked}
          maxLength={10_000}
          onChange={({ currentTarget }) => {
            setEmptyPressed(false)
            write(currentTarget.value)
          }}
          onKeyDown={(event) => isSendKey(event) && press()}
        />
        <div className={classes.boxFoot}>
          <p className={classes.as}>
            <Mark platform={platform} size={14} />
            <span className="cut">
              {account && `${t.as(account.handle)}, `}
              {name === null ? t.underNobody : t.under(name)}
            </span>
          </p>
          <Length platform={platform} text={text} />
          <Button variant="filled" size="xs" loading={isLocked} onClick={press}>
            {t.reply}
          </Button>
        </div>
      </div>
      <ReplyProblem stage={isEmptyPressed ? 'empty' : stage} error={error} platform={titleOf(platform)} />
    </div>
  )
}
