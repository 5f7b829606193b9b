import { notFound } from '../../contract/errors.ts'
import { deleteWebhook as removeWebhook } from '../../store/webhooks.ts'
import type { UseCase } from '../context.ts'
import { ownWebhook } from './own-webhook.ts'

export const deleteWebhook: UseCase<'deleteWebhook'> = ({ database, clock, caller, params }) =>
  // Not serializable: beside a worker that tells it of much there would always be somebody in the way.
  database.step(async (tx) => {
    const { id } = await ownWebhook(tx, caller, params.id)
    // Several requests at once may all have found it.
    if (!(await removeWebhook(tx, id, clock.now()))) throw notFound('webhook')
    return { status: 'ok' }
  })
