import { z } from 'zod'
import type { Output } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import { sandboxOperations } from '../../contract/sandbox.ts'
import type { Services } from '../context.ts'
import { askControl, pathOf } from './ask-control.ts'

/** The sandbox shows its own ID of each fault too. */
const answer = z.object({ faults: z.array(z.object(sandboxOperations.addSandboxFault.body.shape)) })

/** The faults that wait, as the sandbox has them. */
export async function waitingFaults(
  services: Pick<Services, 'accounts'>,
  platform: string,
): Promise<Output<Operations['listSandboxFaults']>> {
  const data = await askControl(services, { method: 'GET', path: pathOf(platform, 'faults') }, answer)
  return { status: 'ok', data }
}
