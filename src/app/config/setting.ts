import { z } from 'zod'

/** The description of a setting in the reference. */
export interface Note {
  readonly meaning: string
  readonly fallback: string
  readonly secret: boolean
  /** Its default is right for nearly every instance: it stands on the page for special cases. */
  readonly special: boolean
}

export const notes = z.registry<Note>()

/** The variables of the environment that have a value. */
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>

type TextSchema = z.ZodType<unknown, string>

const noted = <T extends z.ZodType>(schema: T, note: Note): T => {
  notes.add(schema, note)
  return schema
}

export const optional = <T extends TextSchema>(
  schema: T,
  meaning: string,
  { fallback = 'none', secret = false, special = false } = {},
) => noted(schema.optional(), { meaning, fallback, secret, special })

export const defaulting = <T extends TextSchema>(
  schema: T,
  fallback: z.input<T>,
  meaning: string,
  { special = false } = {},
) => noted(schema.prefault(fallback), { meaning, fallback: `\`${fallback}\``, secret: false, special })

export const secret = { secret: true }
export const special = { special: true }
