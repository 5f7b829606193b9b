import { Button } from '@mantine/core'
import type { AutoReply, InboxEntry } from '@polypost/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { polypost } from '../../data/client.ts'
import { noticesQuery } from '../../data/notices.ts'
import { titleOf } from '../../data/platforms.ts'
import { useRemembered } from '../../data/remembered.ts'
import { Problem } from '../../parts/problem.tsx'
import { State } from '../../parts/state.tsx'
import { useNumbers } from '../../words/numbers.ts'
import { useWords } from '../../words/words.ts'
import classes from './conversation.module.css'
import { Length } from './length.tsx'
import { replyWords } from './reply-words.ts'
import { isSendKey } from './send-key.ts'
import { useAccount } from './use-account.ts'
import { useBrandTitles } from './use-brand-titles.ts'

interface Props {
  readonly entry: InboxEntry
  readonly auto: AutoReply
}

/** A reply of the language model, until an editor has approved it, with these words or others, or rejected it. */
export function Approval({ entry, auto }: Props) {
  const t = useWords(replyWords)
  const queries = useQueryClient()
  const account = useAccount(entry.profile_id, auto.platform)
  const drafted = auto.message ?? ''
  const [text, setText] = useRemembered(`auto-reply.${auto.id}`, drafted)
  // Whoever decided first, and whatever was answered: what the service says now is shown.
  const onSettled = () =>
    Promise.all([queries.invalidateQueries({ queryKey: ['inbox'] }), queries.invalidateQueries(noticesQuery)])
  const onSuccess = () => setText(drafted)
  const approve = useMutation({
    mutationFn: () => polypost.autoReplies.approve(auto.id, text === drafted ? {} : { message: text.trim() }),
    onSuccess,
    onSettled,
  })
  const reject = useMutation({ mutationFn: () => polypost.autoReplies.reject(auto.id), onSuccess, onSettled })
  const isBusy = approve.isPending || reject.isPending
  const send = () => {
    if (!isBusy) approve.mutate()
  }
  return (
    <section className={classes.auto} data-wants aria-label={t.autoToApprove}>
      <h3>
        <State state="needs">{t.autoToApprove}</State>
      </h3>
      <textarea
        className={classes.field}
        aria-label={t.proposed}
        value={text}
        readOnly={isBusy}
        maxLength={10_000}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => isSendKey(event) && send()}
      />
      <div className={classes.decide}>
        <Button loading={approve.isPending} onClick={send}>
          {t.approve}
        </Button>
        <Button variant="subtle" loading={reject.isPending} onClick={() => !isBusy && reject.mutate()}>
          {t.reject}
        </Button>
        <Length platform={auto.platform} text={text} />
      </div>
      <Problem error={approve.error ?? reject.error} />
      <p className="small third">
        {t.writtenBy(account?.handle ?? titleOf(auto.platform))} <Used facts={auto.facts} />
      </p>
    </section>
  )
}

/** Null if the model did not say. */
function Used({ facts }: { readonly facts: AutoReply['facts'] }) {
  const t = useWords(replyWords)
  const { list } = useNumbers()
  const titles: Readonly<Record<string, string>> = useBrandTitles()
  if (facts === null) return null
  return facts.length === 0 ? t.usedNone : t.usedFacts(list(facts.map((field) => titles[field] ?? field)))
}
