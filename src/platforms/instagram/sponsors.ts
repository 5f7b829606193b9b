import { z } from 'zod'
import type { Refusal } from '../../domain/outcome.ts'
import { defineAction } from '../shared/action.ts'
import { isDone } from '../shared/call.ts'
import type { StepContext } from '../shared/context.ts'
import { graphErrorIn } from '../shared/meta-errors.ts'
import { refusal } from './errors.ts'
import { sponsorsInput } from './plan.ts'
import { request } from './request.ts'
import { discovered } from './wire.ts'

const found = z.object({ ids: z.array(z.string()) })

/** The named accounts are looked up, since Instagram accepts only IDs. */
export const sponsors = defineAction({
  kind: 'prepare',
  input: sponsorsInput,
  perform: async ({ names }, context) => {
    const ids = await Promise.all(names.map((name) => (isId(name) ? name : idOf(name.replace(/^@/, ''), context))))
    const refused = ids.find((id) => typeof id !== 'string')
    return refused ?? { type: 'done', result: { ids: ids.filter((id) => typeof id === 'string') } }
  },
})

const isId = (name: string): boolean => /^\d+$/.test(name)

/** Meta's code for a name that nobody has, or that a personal account has. */
const unknownName = [100, 110]

async function idOf(name: string, context: StepContext): Promise<string | Refusal> {
  const answer = await request(context, {
    method: 'GET',
    path: `/${context.account.remoteId}`,
    query: { fields: `business_discovery.username(${name}){id,username}` },
  })
  if (isDone(answer)) return discovered.parse(answer.json()).business_discovery.id
  const { code } = graphErrorIn(answer) ?? { code: null }
  if (code === null || !unknownName.includes(code)) return refusal(answer, 'read', context)
  return {
    type: 'rejected',
    error: 'content_rejected',
    message: `Instagram has no professional account @${name} that can be named as a sponsor.`,
  }
}

export const sponsorIds = ({ result }: Pick<StepContext, 'result'>): readonly string[] => result('sponsors', found).ids
