import { replaceCallbackSecret } from '../../store/deliveries/webhooks.ts'
import { audit } from '../audit.ts'
import type { UseCase } from '../context.ts'
import { showCallbackSecret } from './show-callback-secret.ts'

export const rotateCallbackSecret: UseCase<'rotateCallbackSecret'> = ({ database, clock, sealer, caller, answer }) =>
  database.transaction(async (tx) => {
    const now = clock.now()
    await audit(tx, caller, 'callback_secret.rotated', { now })
    return answer(tx, showCallbackSecret(await replaceCallbackSecret(tx, sealer, caller.userId, now)))
  })
