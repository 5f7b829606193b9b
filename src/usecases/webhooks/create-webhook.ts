import { PublicError } from '../../contract/errors.ts'
import { newWebhookSecret } from '../../crypto/webhook-signature.ts'
import type { Transaction } from '../../store/engine/database.ts'
import { insertWebhook, listWebhooks } from '../../store/webhooks.ts'
import type { Services, UseCase } from '../context.ts'
import { callbackFindings } from './check-callback.ts'
import { showIdentity } from './show-webhook.ts'

const maxWebhooks = 20

export const createWebhook: UseCase<'createWebhook'> = async (call) => {
  const { database, clock, sealer, caller, body, answer } = call
  checkAddress(call, body.url)
  const secret = body.secret ?? newWebhookSecret()
  const events = body.events.length === 0 ? ['*'] : body.events
  return database.transaction(async (tx) => {
    await checkRoom(tx, caller.userId)
    const webhook = { userId: caller.userId, url: body.url, events, now: clock.now() }
    const shown = showIdentity(await insertWebhook(tx, webhook, secret, sealer))
    return answer(tx, { ...shown, secret }, { ...shown, secret: null })
  })
}

function checkAddress(services: Pick<Services, 'callbacks'>, url: string): void {
  const details = callbackFindings(services, 'url', url)
  const [first] = details
  if (first)
    throw new PublicError('forbidden_address', `Events cannot be sent to this URL. ${first.message}`, { details })
}

async function checkRoom(tx: Transaction, userId: number): Promise<void> {
  const { length: actual } = await listWebhooks(tx, userId)
  if (actual < maxWebhooks) return
  throw new PublicError(
    'limit_reached',
    `A user has at most ${maxWebhooks} webhooks. Delete one that you do not need.`,
    {
      details: [{ code: 'limit_reached', message: 'Too many webhooks.', limit: maxWebhooks, actual }],
    },
  )
}
