import type { RotateWebhookSecretResult, Webhook } from '@polypost/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { polypost } from '../../data/client.ts'
import { webhooksQuery } from '../../data/webhooks.ts'
import { Back } from '../../parts/back.tsx'
import { Once } from '../../parts/once.tsx'
import { ReadError } from '../../parts/read-error.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { UnknownScreen } from '../../parts/unknown-screen.tsx'
import { useTimes } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import { Deliveries } from './deliveries.tsx'
import { EndpointActions } from './endpoint-actions.tsx'
import { type Endpoint as Changes, EndpointForm } from './endpoint-form.tsx'
import { Events } from './endpoint-row.tsx'
import { EndpointState } from './endpoint-state.tsx'
import { Receivers } from './receivers.tsx'
import { Trouble } from './trouble.tsx'
import classes from './webhooks.module.css'
import { webhookWords } from './webhooks-words.ts'

/** One endpoint, and what was sent to it. */
export function Endpoint() {
  const t = useWords(webhookWords)
  const id = Number(useParams({ strict: false }).id)
  const { data, error, refetch } = useQuery(webhooksQuery)
  const webhook = data?.webhooks.find((one) => one.id === id)
  if (webhook) return <Known webhook={webhook} />
  if (data) return <UnknownScreen />
  return (
    <Screen title={t.title} back={<Back to="/webhooks">{t.title}</Back>}>
      {error ? <ReadError what={t.endpoints} error={error} retry={refetch} /> : <Skeleton rows={8} />}
    </Screen>
  )
}

function Known({ webhook }: { readonly webhook: Webhook }) {
  const t = useWords(webhookWords)
  const times = useTimes()
  const [isEditing, setEditing] = useState(false)
  const [rotated, setRotated] = useState<RotateWebhookSecretResult | null>(null)
  const actions = <EndpointActions webhook={webhook} edit={() => setEditing(true)} onRotated={setRotated} />
  return (
    <Screen title={webhook.url} back={<Back to="/webhooks">{t.title}</Back>} actions={actions}>
      {rotated?.secret !== undefined && (
        <Once
          title={t.newSecret}
          text={t.bothUntil(times.full(rotated.previous_valid_until))}
          onStored={() => setRotated(null)}
        >
          {rotated.secret}
        </Once>
      )}
      {isEditing ? <Edit webhook={webhook} close={() => setEditing(false)} /> : <Summary webhook={webhook} />}
      <Deliveries id={webhook.id} canSend={webhook.disabled_at === null} />
      <Receivers />
    </Screen>
  )
}

function Summary({ webhook }: { readonly webhook: Webhook }) {
  return (
    <div className={classes.summary}>
      <p className={classes.address}>{webhook.url}</p>
      <EndpointState webhook={webhook} />
      <Trouble webhook={webhook} />
      <Events events={webhook.events} />
    </div>
  )
}

function Edit({ webhook, close }: { readonly webhook: Webhook; readonly close: () => void }) {
  const t = useWords(webhookWords)
  const queries = useQueryClient()
  const save = async (changes: Changes) => {
    await polypost.webhooks.update(webhook.id, changes)
    await queries.invalidateQueries(webhooksQuery)
    close()
  }
  return (
    <section className={classes.summary} aria-label={t.editTitle}>
      <h2>{t.editTitle}</h2>
      <EndpointForm given={webhook} verb={t.save} save={save} cancel={close} />
    </section>
  )
}
