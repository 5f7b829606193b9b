import { z } from 'zod'
import type { UseCase } from '../context.ts'
import { askControl } from './ask-control.ts'

export const resetSandbox: UseCase<'resetSandbox'> = async (call) => {
  await askControl(call, { method: 'POST', path: 'reset' }, z.unknown())
  return call.answer.afterwards({ status: 'ok', data: { reset: true } })
}
