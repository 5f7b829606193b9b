import { z } from 'zod'
import type { Refusal } from '../../domain/outcome.ts'
import { defineAction } from '../shared/action.ts'
import { isDone } from '../shared/call.ts'
import type { LiveContext } from '../shared/context.ts'
import { refusal } from './errors.ts'
import { askForHandle } from './identity.ts'
import { mentionsInput } from './plan.ts'
import { didAnswer } from './wire.ts'

/** DIDs by handle. */
export const resolved = z.record(z.string(), z.string())

/** A mention contains the DID of its account. A handle that does not exist stays plain text. */
export const mentions = defineAction({
  kind: 'prepare',
  input: mentionsInput,
  perform: async ({ handles }, context) => {
    const found = await lookUp(handles, context)
    return 'type' in found ? found : { type: 'done', result: found.dids }
  },
})

export async function lookUp(
  handles: readonly string[],
  context: LiveContext,
): Promise<{ readonly dids: z.output<typeof resolved> } | Extract<Refusal, { readonly type: 'retry' }>> {
  const found: [handle: string, did: string][] = []
  for (const handle of handles) {
    const answer = await askForHandle(handle, context)
    if (isDone(answer)) found.push([handle, didAnswer.parse(answer.json()).did])
    else {
      const refused = refusal(answer, 'read', context)
      if (refused.type === 'retry') return refused
    }
  }
  return { dids: Object.fromEntries(found) }
}
