import { z } from 'zod'
import { monthName } from '../domain/month.ts'
import type { Database } from '../store/engine/database.ts'
import { addModelTokens } from '../store/usage.ts'
import type { Clock } from '../system/clock.ts'
import { echo } from './echo.ts'
import type { Asked, LanguageModel, ModelFault, Speaker, Spoken } from './model.ts'

interface Around {
  readonly database: Database
  readonly clock: Clock
}

/** Whoever asks is counted, whether they can use what they get or not: the tokens were used. */
export function createLanguageModel(speak: Speaker, { database, clock }: Around): LanguageModel {
  return {
    echoes: speak === echo,
    ask: async ({ profileId, instructions, schema, ...rest }) => {
      const spoken = await speak({ ...rest, instructions: `${instructions}\n\n${formOf(schema)}` })
      if (spoken.type === 'failed') return { type: 'failed', fault: spoken.fault }
      const month = monthName(clock.now())
      await database.transaction((tx) => addModelTokens(tx, { profileId, month, ...spoken.tokens }))
      return read(spoken, schema)
    },
  }
}

/**
 * Said in words, and not by the protocol: what endpoints that call themselves compatible make of its `response_format`
 * differs, and some refuse it.
 */
const formOf = (schema: z.ZodType): string =>
  `Answer with one JSON object that fits this JSON Schema, and with nothing before or after it:\n${JSON.stringify(z.toJSONSchema(schema))}`

function read<T>({ text, whole }: Spoken & { type: 'said' }, schema: z.ZodType<T>): Asked<T> {
  if (!whole) return unreadable('The language model’s answer was cut off before its end.')
  const { data, success } = schema.safeParse(objectIn(text))
  return success
    ? { type: 'answered', answer: data }
    : unreadable('The language model answered something else than it was asked for.')
}

const unreadable = (message: string): { type: 'failed'; fault: ModelFault } => ({
  type: 'failed',
  fault: { kind: 'unreadable', message },
})

/** The object in an answer; small models think aloud before it and put marks around it. Undefined where there is none. */
function objectIn(text: string): unknown {
  const said = text.slice(text.lastIndexOf('</think>') + 1)
  const [start, end] = [said.indexOf('{'), said.lastIndexOf('}')]
  if (start < 0 || end < start) return undefined
  try {
    return JSON.parse(said.slice(start, end + 1))
  } catch {
    return undefined
  }
}
