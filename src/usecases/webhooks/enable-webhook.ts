import { enableWebhook as saveEnabled } from '../../store/webhooks.ts'
import type { UseCase } from '../context.ts'
import { ownWebhook } from './own-webhook.ts'
import { showWebhook } from './show-webhook.ts'

export const enableWebhook: UseCase<'enableWebhook'> = ({ database, caller, params }) =>
  database.transaction(async (tx) => {
    const webhook = await ownWebhook(tx, caller, params.id)
    const enabled = webhook.disabled_at === null ? webhook : await saveEnabled(tx, webhook.id)
    return { status: 'ok', data: showWebhook(enabled) }
  })
