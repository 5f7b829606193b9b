import { listWebhooks as findWebhooks } from '../../store/deliveries/webhooks.ts'
import type { UseCase } from '../context.ts'
import { showWebhook } from './show-webhook.ts'

export const listWebhooks: UseCase<'listWebhooks'> = async ({ database, caller }) => {
  const webhooks = await findWebhooks(database.read, caller.userId)
  return { status: 'ok', data: { webhooks: webhooks.map(showWebhook) } }
}
