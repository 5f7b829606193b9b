import type { UseCase } from '../context.ts'
import { waitingFaults } from './waiting-faults.ts'

export const listSandboxFaults: UseCase<'listSandboxFaults'> = (call) => waitingFaults(call, call.params.platform)
