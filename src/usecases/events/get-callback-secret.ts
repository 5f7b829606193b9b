import { callbackSecret } from '../../store/webhooks.ts'
import type { UseCase } from '../context.ts'
import { showCallbackSecret } from './show-callback-secret.ts'

export const getCallbackSecret: UseCase<'getCallbackSecret'> = async ({ database, clock, sealer, caller }) =>
  showCallbackSecret(await database.transaction((tx) => callbackSecret(tx, sealer, caller.userId, clock.now())))
