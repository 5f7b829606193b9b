import { z } from 'zod'
import { monthName, monthOf } from '../domain/month.ts'
import type { PlanId } from '../domain/plans.ts'
import type { Database } from '../store/engine/database.ts'
import { addModelTokens, modelUseOf } from '../store/usage.ts'
import type { Clock } from '../system/clock.ts'
import type { Metrics } from '../system/metrics.ts'
import { echo } from './echo.ts'
import type { GenerationResult, LanguageModel, ModelAnswer, ModelFault, TextGenerator } from './model.ts'

interface Deps {
  readonly database: Database
  readonly clock: Clock
  readonly metrics: Pick<Metrics, 'count'>
  /** Tokens per month, by plan; 0 and null: no limit. */
  readonly modelTokens: Readonly<Record<PlanId, number>> | null
}

/** The tokens of every answer are counted, even if the answer is unusable. */
export function createLanguageModel(generate: TextGenerator, deps: Deps): LanguageModel {
  const { database, clock, metrics } = deps
  return {
    echoes: generate === echo,
    ask: async ({ purpose, profileId, instructions, schema, ...rest }) => {
      const fault = await usedUp(deps, profileId)
      if (fault) return counted(purpose, { type: 'failed', fault })
      const generated = await generate({ ...rest, instructions: `${instructions}\n\n${formOf(schema)}` })
      if (generated.type === 'failed') return counted(purpose, { type: 'failed', fault: generated.fault })
      const month = monthName(clock.now())
      await database.transaction((tx) => addModelTokens(tx, { profileId, month, ...generated.tokens }))
      return counted(purpose, read(generated, schema))
    },
  }

  function counted<T>(purpose: string, answer: ModelAnswer<T>): ModelAnswer<T> {
    metrics.count.modelCalled(purpose, answer.type === 'failed' ? answer.fault.kind : 'answered')
    return answer
  }
}

/** Questions at the same time may exceed the limit by their own tokens, since nobody knows them before. */
async function usedUp({ database, clock, modelTokens }: Deps, profileId: string): Promise<ModelFault | null> {
  if (modelTokens === null) return null
  const now = clock.now()
  const { plan, used } = await modelUseOf(database.read, profileId, monthName(now))
  const limit = modelTokens[plan]
  if (!limit || used < limit) return null
  return {
    kind: 'used_up',
    message: `The ${limit} language-model tokens that the plan includes for this month (UTC) are used up.`,
    retryAfter: monthOf(now).before - now,
  }
}

/** The schema is part of the prompt, because compatible endpoints differ in `response_format`, and some refuse it. */
const formOf = (schema: z.ZodType): string =>
  `Answer with one JSON object that fits this JSON Schema, and with nothing before or after it:\n${JSON.stringify(z.toJSONSchema(schema))}`

function read<T>({ text, complete }: GenerationResult & { type: 'text' }, schema: z.ZodType<T>): ModelAnswer<T> {
  if (!complete) return unreadable('The language model’s answer was cut off.')
  const { data, success } = schema.safeParse(objectIn(text))
  return success
    ? { type: 'answered', answer: data }
    : unreadable('The language model’s answer does not have the requested form.')
}

const unreadable = (message: string): { type: 'failed'; fault: ModelFault } => ({
  type: 'failed',
  fault: { kind: 'unreadable', message },
})

/** The object in an answer; small models write their reasoning before it and marks around it. Undefined if there is none. */
function objectIn(text: string): unknown {
  const answer = text.slice(text.lastIndexOf('</think>') + 1)
  const [start, end] = [answer.indexOf('{'), answer.lastIndexOf('}')]
  if (start < 0 || end < start) return undefined
  try {
    return JSON.parse(answer.slice(start, end + 1))
  } catch {
    return undefined
  }
}
