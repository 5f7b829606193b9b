import { PublicError } from '../../contract/errors.ts'
import { newWebhookSecret } from '../../crypto/webhook-signature.ts'
import { insertWebhook, listWebhooks } from '../../store/deliveries/webhooks.ts'
import type { Transaction } from '../../store/engine/database.ts'
import { audit } from '../audit.ts'
import type { UseCase } from '../context.ts'
import { checkWebhookUrl } from './check-callback.ts'
import { allIfNone, auditedWebhook, showIdentity } from './show-webhook.ts'

export const createWebhook: UseCase<'createWebhook'> = async (call) => {
  const { database, clock, sealer, limits, caller, body, answer } = call
  checkWebhookUrl(call, body.url)
  const { secret = newWebhookSecret() } = body
  return database.transaction(async (tx) => {
    await requireFreeWebhook(tx, caller.userId, limits.webhooks[caller.plan])
    const webhook = { userId: caller.userId, url: body.url, events: allIfNone(body.events), now: clock.now() }
    const made = await insertWebhook(tx, webhook, secret, sealer)
    await audit(tx, caller, 'webhook.created', { now: webhook.now, target: auditedWebhook(made) })
    const shown = showIdentity(made)
    // The caller knows a secret of its own.
    return answer(tx, body.secret === undefined ? { ...shown, secret } : shown)
  })
}

async function requireFreeWebhook(tx: Transaction, userId: number, limit: number): Promise<void> {
  const { length: actual } = await listWebhooks(tx, userId)
  if (actual < limit) return
  throw new PublicError(
    'limit_reached',
    `Your plan allows ${limit} webhooks, and you have ${actual}. Delete one that you do not need, or ask the operator to raise the limit.`,
    { details: [{ code: 'limit_reached', message: 'Too many webhooks.', limit, actual }] },
  )
}
