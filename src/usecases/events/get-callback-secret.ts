import { hour } from '../../domain/time.ts'
import { callbackSecret } from '../../store/deliveries/webhooks.ts'
import { auditOnce } from '../audit.ts'
import type { UseCase } from '../context.ts'
import { showCallbackSecret } from './show-callback-secret.ts'

export const getCallbackSecret: UseCase<'getCallbackSecret'> = async ({ database, clock, sealer, caller }) => {
  const now = clock.now()
  const secret = await database.transaction(async (tx) => {
    await auditOnce(tx, caller, 'callback_secret.read', { now, within: hour })
    return callbackSecret(tx, sealer, caller.userId, now)
  })
  return showCallbackSecret(secret)
}
