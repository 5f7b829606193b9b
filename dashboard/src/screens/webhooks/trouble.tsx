import { Button } from '@mantine/core'
import type { Webhook } from '@polypost/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { polypost } from '../../data/client.ts'
import { webhooksQuery } from '../../data/webhooks.ts'
import { Problem } from '../../parts/problem.tsx'
import { useTimes } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import classes from './webhooks.module.css'
import { webhookWords } from './webhooks-words.ts'

/** Since when nothing arrives, why, and what helps. Nothing while all is well. */
export function Trouble({ webhook }: { readonly webhook: Webhook }) {
  const t = useWords(webhookWords)
  const times = useTimes()
  const { disabled_at, disabled_reason, failing_since } = webhook
  if (disabled_at !== null)
    return (
      <div className={classes.trouble}>
        <p>
          {disabled_reason && t.reasons[disabled_reason]} {t.disabledSince(times.time(disabled_at))} {t.missed}
        </p>
        <Enable id={webhook.id} />
      </div>
    )
  if (failing_since === null) return null
  return <p className={classes.trouble}>{t.failsSince(times.time(failing_since))}</p>
}

function Enable({ id }: Pick<Webhook, 'id'>) {
  const t = useWords(webhookWords)
  const queries = useQueryClient()
  const enable = useMutation({
    mutationFn: () => polypost.webhooks.enable(id),
    onSettled: () => queries.invalidateQueries(webhooksQuery),
  })
  return (
    <>
      <Button size="xs" loading={enable.isPending} onClick={() => enable.mutate()}>
        {t.enable}
      </Button>
      <Problem error={enable.error} />
    </>
  )
}
