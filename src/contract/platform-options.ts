import { z } from 'zod'

/** What the contract needs to know of a platform. */
export interface PlatformContract {
  readonly name: string
  readonly aliases: readonly string[]
  readonly options: z.ZodObject
}

/** Every identifier that names a platform. */
export const platformNames = (platforms: readonly PlatformContract[]): readonly [string, ...string[]] => {
  const [first, ...rest] = platforms.flatMap(({ name, aliases }) => [name, ...aliases])
  if (first === undefined) throw new Error('A contract needs at least one platform.')
  return [first, ...rest]
}

/** The options that every platform takes. */
const sharedOptions = {
  message: z.string().min(1).max(100_000).optional().meta({ description: 'Instead of the top-level message.' }),
  thumbnail_url: z
    .url()
    .max(2_000)
    .optional()
    .meta({ description: 'Cover image on the media host, for this platform only.' }),
}

/** Schema of `platform_options`: one key per platform and alias, an alias never beside its platform. */
export const platformOptionsSchema = (platforms: readonly PlatformContract[]) => {
  const shape: Record<string, z.ZodType> = {}
  for (const { name, aliases, options } of platforms) {
    const schema = z.strictObject({ ...sharedOptions, ...options.shape })
    for (const key of [name, ...aliases]) shape[key] = schema.optional()
  }
  return z.strictObject(shape).superRefine((given, context) => {
    for (const { name, aliases } of platforms) {
      const keys = [name, ...aliases].filter((key) => given[key] !== undefined)
      if (keys.length > 1)
        context.addIssue({
          code: 'custom',
          path: [keys[1] ?? name],
          message: `${keys.join(' and ')} are one platform; send one of them.`,
        })
    }
  })
}
