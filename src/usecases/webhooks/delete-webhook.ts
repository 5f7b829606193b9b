import { notFound } from '../../contract/errors.ts'
import { deleteWebhook as removeWebhook } from '../../store/deliveries/webhooks.ts'
import { audit } from '../audit.ts'
import type { UseCase } from '../context.ts'
import { ownWebhook } from './own-webhook.ts'
import { auditedWebhook } from './show-webhook.ts'

export const deleteWebhook: UseCase<'deleteWebhook'> = ({ database, clock, caller, params }) =>
  // Not serializable: it would conflict all the time with a worker that delivers many events.
  database.step(async (tx) => {
    const webhook = await ownWebhook(tx, caller, params.id)
    const now = clock.now()
    // Several requests at once may all have found it.
    if (!(await removeWebhook(tx, webhook.id, now))) throw notFound('webhook')
    await audit(tx, caller, 'webhook.deleted', { now, target: auditedWebhook(webhook) })
    return { status: 'ok' }
  })
