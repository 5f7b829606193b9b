import { z } from 'zod'
import type { UseCase } from '../context.ts'
import { askControl, pathOf } from './ask-control.ts'
import { waitingFaults } from './waiting-faults.ts'

export const clearSandboxFaults: UseCase<'clearSandboxFaults'> = async (call) => {
  const { platform } = call.params
  await askControl(call, { method: 'DELETE', path: pathOf(platform, 'faults') }, z.unknown())
  return waitingFaults(call, platform)
}
