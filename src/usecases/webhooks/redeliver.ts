import { notFound } from '../../contract/errors.ts'
import { addDelivery, findDelivery } from '../../store/deliveries/deliveries.ts'
import type { UseCase } from '../context.ts'
import { enabledWebhook } from './own-webhook.ts'
import { showDelivery } from './show-delivery.ts'

export const redeliver: UseCase<'redeliver'> = async ({ database, caller, params, wake, answer }) => {
  const answered = await database.transaction(async (tx) => {
    const webhook = await enabledWebhook(tx, caller, params.id)
    const earlier = await findDelivery(tx, webhook.id, params.delivery_id)
    if (!earlier) throw notFound('delivery')
    const added = await addDelivery(tx, webhook, { id: earlier.event_id, name: earlier.event })
    return answer(tx, { status: 'ok' as const, data: { delivery: showDelivery(added) } })
  })
  wake()
  return answered
}
