import { replaceCallbackSecret } from '../../store/webhooks.ts'
import type { UseCase } from '../context.ts'
import { showCallbackSecret } from './show-callback-secret.ts'

export const rotateCallbackSecret: UseCase<'rotateCallbackSecret'> = async ({ database, clock, sealer, caller }) =>
  showCallbackSecret(await database.transaction((tx) => replaceCallbackSecret(tx, sealer, caller.userId, clock.now())))
