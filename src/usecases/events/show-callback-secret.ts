import type { Output } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import type { CallbackSecret } from '../../store/deliveries/webhooks.ts'
import { isoTime } from '../../system/clock.ts'

export const showCallbackSecret = ({
  secret,
  created_at,
}: CallbackSecret): Output<Operations['getCallbackSecret']> => ({
  status: 'ok',
  data: { secret, created_at: isoTime(created_at) },
})
