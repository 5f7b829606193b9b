import { z } from 'zod'

/** The facts about a platform that the contract needs. */
export interface PlatformContract {
  readonly name: string
  readonly aliases: readonly string[]
  readonly family?: string
  readonly addition?: true
  readonly options: z.ZodObject
  readonly supports: { readonly readComments: boolean }
}

/** The names that callers may use for the platforms of this instance. */
export interface Vocabulary {
  /** All names of platforms, aliases included. */
  readonly names: readonly [string, ...string[]]
  /** The names in a list that were added after the first interface, as a field of the description. */
  readonly additionsIn: (names: readonly string[]) => { readonly 'x-additions'?: readonly string[] }
  /** Names that mean several platforms in a draft. */
  readonly families: readonly string[]
  /** The names of platforms whose comments can be read. */
  readonly commentNames: readonly string[]
  /** Schema of `platform_options`: a key for each name, but never an alias together with its platform. */
  readonly options: ReturnType<typeof optionsSchema>
}

export function defineVocabulary(platforms: readonly PlatformContract[]): Vocabulary {
  const [first, ...rest] = platforms.flatMap(namesOf)
  if (first === undefined) throw new Error('A contract needs at least one platform.')
  const additions = platforms.filter(({ addition }) => addition).flatMap(namesOf)
  return {
    names: [first, ...rest],
    additionsIn: (names) => {
      const later = names.filter((name) => additions.includes(name))
      return later.length > 0 ? { 'x-additions': later } : {}
    },
    families: [...new Set(platforms.flatMap(({ family = [] }) => family))],
    commentNames: platforms.filter(({ supports }) => supports.readComments).flatMap(namesOf),
    options: optionsSchema(platforms),
  }
}

const namesOf = ({ name, aliases }: PlatformContract): string[] => [name, ...aliases]

/** The options that every platform has. */
const sharedOptions = {
  message: z
    .string()
    .min(1)
    .max(100_000)
    .optional()
    .meta({ description: 'Replaces the top-level message on this platform.' }),
  thumbnail_url: z
    .url()
    .max(2_000)
    .optional()
    .meta({ description: 'Cover image on the media host, for this platform only.' }),
}

/** The platform's own options and the shared ones. */
export const optionsOf = ({ name, options }: PlatformContract) =>
  z
    .strictObject({ ...sharedOptions, ...options.shape })
    .meta({ id: `${name}_options`, description: `What is special on ${name}.` })

function optionsSchema(platforms: readonly PlatformContract[]) {
  const shape: Record<string, z.ZodOptional> = {}
  for (const platform of platforms) {
    const schema = optionsOf(platform).optional()
    for (const name of namesOf(platform)) shape[name] = schema
  }
  return z
    .strictObject(shape)
    .superRefine((given, context) => {
      for (const platform of platforms) {
        const [, second] = namesOf(platform).filter((name) => given[name] !== undefined)
        if (second !== undefined)
          context.addIssue({
            code: 'custom',
            path: [second],
            message: `${namesOf(platform).join(' and ')} are the same platform. Send options for only one of them.`,
          })
      }
    })
    .meta({ id: 'PlatformOptions', description: 'Options by platform; `GET /platforms` lists them.' })
}
