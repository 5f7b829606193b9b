import { notFound } from '../../contract/errors.ts'
import { deleteWebhook as removeWebhook } from '../../store/webhooks.ts'
import type { UseCase } from '../context.ts'
import { ownWebhook } from './own-webhook.ts'

export const deleteWebhook: UseCase<'deleteWebhook'> = ({ database, clock, caller, params }) =>
  // Not serializable: it would conflict all the time with a worker that delivers many events.
  database.step(async (tx) => {
    const { id } = await ownWebhook(tx, caller, params.id)
    // Several requests at once may all have found it.
    if (!(await removeWebhook(tx, id, clock.now()))) throw notFound('webhook')
    return { status: 'ok' }
  })
