import { PublicError } from '../../contract/errors.ts'

export const factorConflict = (status: 'on' | 'off', message: string): PublicError =>
  new PublicError('wrong_state', message, {
    details: [{ code: 'wrong_state', message: `The second factor is ${status}.`, status }],
  })
