import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import type { Json } from '../../domain/outcome.ts'

/** A text column that holds JSON of this shape. */
export const storedJson = <T extends z.ZodType>(schema: T) =>
  z.string().transform((text, context): z.output<T> => {
    const { data, error } = schema.safeParse(parsed(text))
    if (error) {
      context.addIssue({ code: 'custom', message: z.prettifyError(error) })
      return z.NEVER
    }
    return data
  })

/** Undefined if it is no JSON: no schema of a column accepts that. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A word that is only shown. A newer version may have stored one that this one does not know: it is shown as it is. */
export const storedWord = <T extends string>() => z.custom<T>((word) => typeof word === 'string')

export const actor = z.object({
  type: storedWord<Actor['type']>(),
  id: z.number(),
  name: z.string(),
}) satisfies z.ZodType<Actor>

export const storedActor = storedJson(actor).nullable()

export const storedFlag = z.union([z.literal(0), z.literal(1)]).transform((flag) => flag === 1)

export const flag = (value: boolean): 0 | 1 => (value ? 1 : 0)

export const json: z.ZodType<Json> = z.json()
