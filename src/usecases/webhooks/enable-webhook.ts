import { enableWebhook as saveEnabled } from '../../store/deliveries/webhooks.ts'
import { audit } from '../audit.ts'
import type { UseCase } from '../context.ts'
import { checkWebhookUrl } from './check-callback.ts'
import { ownWebhook } from './own-webhook.ts'
import { auditedWebhook, showWebhook } from './show-webhook.ts'

export const enableWebhook: UseCase<'enableWebhook'> = ({ database, callbacks, clock, caller, params, answer }) =>
  database.transaction(async (tx) => {
    const webhook = await ownWebhook(tx, caller, params.id)
    if (webhook.disabled_reason === 'http_forbidden') checkWebhookUrl({ callbacks }, webhook.url)
    const enabled = webhook.disabled_at === null ? webhook : await saveEnabled(tx, webhook.id)
    await audit(tx, caller, 'webhook.enabled', { now: clock.now(), target: auditedWebhook(webhook) })
    return answer(tx, { status: 'ok', data: showWebhook(enabled) })
  })
