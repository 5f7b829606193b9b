import { listDeliveries as findDeliveries } from '../../store/deliveries/deliveries.ts'
import type { UseCase } from '../context.ts'
import { downwards, nextDownwards } from '../list-downwards.ts'
import { rememberedWebhook } from './own-webhook.ts'
import { showDelivery } from './show-delivery.ts'

export const listDeliveries: UseCase<'listDeliveries'> = async ({ database, caller, params, query }) => {
  const { id } = await rememberedWebhook(database.read, caller, params.id)
  const { deliveries, next } = await findDeliveries(database.read, id, downwards(query))
  return { status: 'ok', deliveries: deliveries.map(showDelivery), ...nextDownwards(next ?? undefined) }
}
