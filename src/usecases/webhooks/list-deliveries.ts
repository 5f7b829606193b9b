import { listDeliveries as findDeliveries } from '../../store/deliveries.ts'
import type { UseCase } from '../context.ts'
import { rememberedWebhook } from './own-webhook.ts'
import { showDelivery } from './show-delivery.ts'

const perPage = 50

export const listDeliveries: UseCase<'listDeliveries'> = async ({ database, caller, params, query }) => {
  const { id } = await rememberedWebhook(database.read, caller, params.id)
  // One more than the page shows whether there are older ones.
  const found = await findDeliveries(database.read, id, { before: query.before, limit: perPage + 1 })
  const shown = found.slice(0, perPage)
  return {
    status: 'ok',
    deliveries: shown.map(showDelivery),
    next_before: found.length > perPage ? (shown.at(-1)?.id ?? null) : null,
  }
}
