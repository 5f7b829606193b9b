import { testEvent } from '../../domain/test-event.ts'
import { addDelivery } from '../../store/deliveries/deliveries.ts'
import { insertEvents } from '../../store/deliveries/events.ts'
import type { UseCase } from '../context.ts'
import { enabledWebhook } from './own-webhook.ts'
import { showDelivery } from './show-delivery.ts'

export const testWebhook: UseCase<'testWebhook'> = async (call) => {
  const { database, clock, caller, params, platforms, wake, answer } = call
  const event = testEvent(platforms[0]?.name ?? 'multiple')
  const answered = await database.transaction(async (tx) => {
    const webhook = await enabledWebhook(tx, caller, params.id)
    // Sent only to this webhook.
    const [written] = await insertEvents(tx, [{ ...event, userId: caller.userId, postId: null, now: clock.now() }])
    if (written === undefined) throw new Error('One event was to be written.')
    return answer(tx, {
      status: 'ok' as const,
      data: { delivery: showDelivery(await addDelivery(tx, webhook, written)) },
    })
  })
  wake()
  return answered
}
