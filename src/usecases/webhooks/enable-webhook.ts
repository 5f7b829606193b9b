import { enableWebhook as saveEnabled } from '../../store/webhooks.ts'
import type { UseCase } from '../context.ts'
import { checkWebhookUrl } from './check-callback.ts'
import { ownWebhook } from './own-webhook.ts'
import { showWebhook } from './show-webhook.ts'

export const enableWebhook: UseCase<'enableWebhook'> = ({ database, callbacks, caller, params }) =>
  database.transaction(async (tx) => {
    const webhook = await ownWebhook(tx, caller, params.id)
    if (webhook.disabled_reason === 'http_forbidden') checkWebhookUrl({ callbacks }, webhook.url)
    const enabled = webhook.disabled_at === null ? webhook : await saveEnabled(tx, webhook.id)
    return { status: 'ok', data: showWebhook(enabled) }
  })
