import { z } from 'zod'
import type { AskSandbox } from '../../accounts/sandbox-control.ts'
import { PublicError, unavailable } from '../../contract/errors.ts'
import { OutboundFault } from '../../outbound/fault.ts'
import type { Services } from '../context.ts'

const refusal = z.object({ error: z.string(), exists: z.array(z.string()).optional() })

type ControlRequest = Parameters<AskSandbox>[0]

/** Passes a call on to the sandbox. Its refusals become errors of the API. */
export async function askControl<T extends z.ZodType>(
  { accounts }: Pick<Services, 'accounts'>,
  asked: ControlRequest,
  answer: T,
): Promise<z.output<T>> {
  if (accounts.askSandbox === null)
    throw new PublicError(
      'wrong_state',
      'The simulated platforms are off on this instance. The operator can set POLYPOST_SANDBOX=on.',
    )
  const { status, body } = await accounts.askSandbox(asked).catch((cause: unknown) => {
    if (!(cause instanceof OutboundFault)) throw cause
    throw unavailable('The sandbox does not answer. Start it with “polypost sandbox”, or look at its log.', cause)
  })
  if (status === 200) return answer.parse(body)
  const { error, exists = [] } = refusal.parse(body)
  const message = exists.length === 0 ? error : `${error} There are: ${exists.join(', ')}.`
  throw new PublicError(status === 404 ? 'not_found' : 'content_rejected', message)
}

/** The path of a platform at the control API. */
export const pathOf = (platform: string, ...rest: readonly string[]): string =>
  [platform, ...rest].map(encodeURIComponent).join('/')

/** Which part of a list is asked for. */
export const partOf = ({
  since,
  limit,
}: {
  readonly since?: string | undefined
  readonly limit?: number | undefined
}) => ({
  since,
  limit: limit?.toString(),
})
