import { z } from 'zod'

/** What the contract needs to know of a platform. */
export interface PlatformContract {
  readonly name: string
  readonly aliases: readonly string[]
  readonly family?: string
  readonly options: z.ZodObject
  readonly supports: { readonly readComments: boolean }
}

/** How callers may speak of the platforms of this instance. */
export interface Vocabulary {
  /** Every identifier that names a platform. */
  readonly names: readonly [string, ...string[]]
  /** Words that drafts have for several platforms at once. */
  readonly families: readonly string[]
  /** Those of platforms whose comments can be read. */
  readonly commentNames: readonly string[]
  /** Schema of `platform_options`: a key for each of the names, an alias never beside its platform. */
  readonly options: ReturnType<typeof optionsSchema>
}

export function defineVocabulary(platforms: readonly PlatformContract[]): Vocabulary {
  const [first, ...rest] = platforms.flatMap(namesOf)
  if (first === undefined) throw new Error('A contract needs at least one platform.')
  return {
    names: [first, ...rest],
    families: [...new Set(platforms.flatMap(({ family = [] }) => family))],
    commentNames: platforms.filter(({ supports }) => supports.readComments).flatMap(namesOf),
    options: optionsSchema(platforms),
  }
}

const namesOf = ({ name, aliases }: PlatformContract): string[] => [name, ...aliases]

/** The options that every platform takes. */
const sharedOptions = {
  message: z.string().min(1).max(100_000).optional().meta({ description: 'Instead of the top-level message.' }),
  thumbnail_url: z
    .url()
    .max(2_000)
    .optional()
    .meta({ description: 'Cover image on the media host, for this platform only.' }),
}

/** One platform's own options, and those that all of them take. */
export const optionsOf = ({ name, options }: PlatformContract) =>
  z.strictObject({ ...sharedOptions, ...options.shape }).meta({ id: `${name}_options` })

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
            message: `${namesOf(platform).join(' and ')} are one platform; send the options of only one of them.`,
          })
      }
    })
    .meta({ id: 'PlatformOptions', description: 'Options by platform; `GET /platforms` lists them.' })
}
