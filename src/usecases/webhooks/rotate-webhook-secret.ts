import { newWebhookSecret } from '../../crypto/webhook-signature.ts'
import { replaceWebhookSecret } from '../../store/deliveries/webhooks.ts'
import { isoTime } from '../../system/clock.ts'
import { audit } from '../audit.ts'
import type { UseCase } from '../context.ts'
import { ownWebhook } from './own-webhook.ts'
import { auditedWebhook } from './show-webhook.ts'

export const rotateWebhookSecret: UseCase<'rotateWebhookSecret'> = (call) => {
  const { database, clock, sealer, caller, params, body, answer } = call
  const { secret = newWebhookSecret() } = body
  return database.transaction(async (tx) => {
    const webhook = await ownWebhook(tx, caller, params.id)
    const { id } = webhook
    const now = clock.now()
    const until = await replaceWebhookSecret(tx, { sealer, id, secret, now })
    await audit(tx, caller, 'webhook.secret_rotated', { now, target: auditedWebhook(webhook) })
    const data = { id, previous_valid_until: isoTime(until) }
    // The caller knows a secret of its own.
    return answer(tx, { status: 'ok', data: body.secret === undefined ? { ...data, secret } : data })
  })
}
