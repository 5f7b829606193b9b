import { z } from 'zod'
import type { UseCase } from '../context.ts'
import { askControl, pathOf } from './ask-control.ts'
import { waitingFaults } from './waiting-faults.ts'

export const addSandboxFault: UseCase<'addSandboxFault'> = async (call) => {
  const { platform } = call.params
  await askControl(call, { method: 'POST', path: pathOf(platform, 'faults'), json: call.body }, z.unknown())
  return call.answer.afterwards(await waitingFaults(call, platform))
}
