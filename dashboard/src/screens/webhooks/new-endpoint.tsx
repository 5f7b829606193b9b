import type { CreateWebhookResult } from '@polypost/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { polypost } from '../../data/client.ts'
import { newKey } from '../../data/new-key.ts'
import { webhooksQuery } from '../../data/webhooks.ts'
import { Back } from '../../parts/back.tsx'
import { Once } from '../../parts/once.tsx'
import { Screen } from '../../parts/screen.tsx'
import { useWords } from '../../words/words.ts'
import { type Endpoint, EndpointForm } from './endpoint-form.tsx'
import { Receivers } from './receivers.tsx'
import { webhookWords } from './webhooks-words.ts'

/** Adds an endpoint, and then shows its secret this one time. */
export function NewEndpoint() {
  const t = useWords(webhookWords)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [made, setMade] = useState<CreateWebhookResult | null>(null)
  const [intention, setIntention] = useState({ key: newKey(), asked: '' })
  const create = async (endpoint: Endpoint) => {
    // An endpoint that was changed after a refusal is another intention.
    const asked = JSON.stringify(endpoint)
    const key = intention.asked === '' || intention.asked === asked ? intention.key : newKey()
    setIntention({ key, asked })
    setMade(await polypost.webhooks.create(endpoint, { idempotencyKey: key }))
    await queries.invalidateQueries(webhooksQuery)
  }
  const open = () => made && navigate({ to: '/webhooks/$id', params: { id: String(made.id) } })
  return (
    <Screen title={t.newTitle} fact={t.newTitle} back={<Back to="/webhooks">{t.title}</Back>}>
      {made === null ? (
        <EndpointForm
          given={{ url: '', events: ['*'] }}
          verb={t.create}
          save={create}
          cancel={() => navigate({ to: '/webhooks' })}
        />
      ) : (
        <>
          {made.secret !== undefined && (
            <Once title={t.secret} text={t.secretText} onStored={open}>
              {made.secret}
            </Once>
          )}
          <Receivers />
        </>
      )}
    </Screen>
  )
}
