import { Button } from '@mantine/core'
import type { WebhookDelivery } from '@polypost/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { polypost } from '../../data/client.ts'
import { deliveriesQuery } from '../../data/webhooks.ts'
import { Problem } from '../../parts/problem.tsx'
import { State } from '../../parts/state.tsx'
import type { StateShape } from '../../parts/state-shapes.tsx'
import { useTimes } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import { Attempts } from './attempts.tsx'
import { useAnswer } from './use-answer.ts'
import classes from './webhooks.module.css'
import { webhookWords } from './webhooks-words.ts'

const shapes: Readonly<Record<WebhookDelivery['status'], StateShape>> = {
  pending: 'queued',
  delivering: 'working',
  retrying: 'retrying',
  delivered: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
}

interface Props {
  readonly webhookId: number
  readonly delivery: WebhookDelivery
  readonly canSend: boolean
}

export function DeliveryRow({ webhookId, delivery, canSend }: Props) {
  const t = useWords(webhookWords)
  const times = useTimes()
  const answer = useAnswer()
  const { status, event, created_at, next_attempt_at } = delivery
  // Nobody has to wait for the next attempt.
  const isIdle = status !== 'pending' && status !== 'delivering'
  return (
    <li className={classes.delivery}>
      <State state={shapes[status]}>{t.statuses[status]}</State>
      <div className={classes.text}>
        <p className={classes.name}>
          <code>{event}</code>
        </p>
        <Attempts delivery={delivery} />
      </div>
      <p className={classes.answer}>
        {answer(delivery)}
        {status === 'retrying' && next_attempt_at && (
          <span className="third"> {t.again(times.clockSeconds(next_attempt_at))}</span>
        )}
      </p>
      <p className={classes.when}>
        <time dateTime={created_at}>{times.time(created_at)}</time>
      </p>
      <div className={classes.act}>{canSend && isIdle && <Redeliver webhookId={webhookId} id={delivery.id} />}</div>
    </li>
  )
}

function Redeliver({ webhookId, id }: { readonly webhookId: number; readonly id: number }) {
  const t = useWords(webhookWords)
  const queries = useQueryClient()
  const send = useMutation({
    mutationFn: () => polypost.webhooks.redeliver(webhookId, id),
    onSettled: () => queries.invalidateQueries(deliveriesQuery(webhookId)),
  })
  return (
    <>
      <Button size="xs" variant="subtle" loading={send.isPending} onClick={() => send.mutate()}>
        {t.redeliver}
      </Button>
      <Problem error={send.error} />
    </>
  )
}
