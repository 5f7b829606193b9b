import { z } from 'zod'
import type { UseCase } from '../context.ts'
import { askControl, pathOf } from './ask-control.ts'

const answer = z.object({
  kinds: z.record(z.string(), z.object({ description: z.string(), login: z.string().optional() })),
  metrics: z.array(z.string()),
})

export const listSandboxKinds: UseCase<'listSandboxKinds'> = async (call) => {
  const { kinds, metrics } = await askControl(
    call,
    { method: 'GET', path: pathOf(call.params.platform, 'kinds') },
    answer,
  )
  const shown = Object.entries(kinds).map(([name, { description, login = null }]) => ({ name, description, login }))
  return { status: 'ok', data: { kinds: shown, metrics } }
}
