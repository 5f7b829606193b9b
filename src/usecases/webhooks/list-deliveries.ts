import { listDeliveries as findDeliveries } from '../../store/deliveries.ts'
import type { UseCase } from '../context.ts'
import { rememberedWebhook } from './own-webhook.ts'
import { showDelivery } from './show-delivery.ts'

const perPage = 50

export const listDeliveries: UseCase<'listDeliveries'> = async ({ database, caller, params, query }) => {
  const { id } = await rememberedWebhook(database.read, caller, params.id)
  const { deliveries, next } = await findDeliveries(database.read, id, { before: query.before, limit: perPage })
  return { status: 'ok', deliveries: deliveries.map(showDelivery), next_before: next }
}
