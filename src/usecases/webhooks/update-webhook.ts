import { changeWebhook } from '../../store/deliveries/webhooks.ts'
import { audit } from '../audit.ts'
import type { UseCase } from '../context.ts'
import { checkWebhookUrl } from './check-callback.ts'
import { ownWebhook } from './own-webhook.ts'
import { allIfNone, auditedWebhook, showWebhook } from './show-webhook.ts'

export const updateWebhook: UseCase<'updateWebhook'> = (call) => {
  const { database, callbacks, clock, caller, params, body, answer } = call
  const { url, events } = body
  return database.transaction(async (tx) => {
    const webhook = await ownWebhook(tx, caller, params.id)
    if (url !== undefined) checkWebhookUrl({ callbacks }, url)
    const changed = await changeWebhook(tx, webhook, { url, events: events && allIfNone(events) })
    await audit(tx, caller, 'webhook.changed', { now: clock.now(), target: auditedWebhook(changed) })
    return answer(tx, { status: 'ok', data: showWebhook(changed) })
  })
}
