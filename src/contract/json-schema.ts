import { z } from 'zod'

export type Json = Record<string, unknown>
type Direction = 'input' | 'output'

const noted = z.object({ openapi: z.record(z.string(), z.unknown()) })

/** A schema as OpenAPI 3.0 writes it, with the schemas that have names of their own beside it. */
export function toOpenapi(schema: z.ZodType, io: Direction): { schema: Json; named: Record<string, Json> } {
  const converted = z.toJSONSchema(schema, { target: 'openapi-3.0', io, override: simplify })
  const { definitions = {}, ...rest } = asJson(converted)
  return { schema: rest, named: z.record(z.string(), z.record(z.string(), z.unknown())).parse(definitions) }
}

/** Named schemas move to the place where OpenAPI keeps them. */
const asJson = (value: unknown): Json =>
  JSON.parse(JSON.stringify(value).replaceAll('"#/definitions/', '"#/components/schemas/'))

function simplify({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: Json }): void {
  const meta = noted.safeParse(z.globalRegistry.get(zodSchema))
  if (meta.success) {
    const { description } = jsonSchema
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
    Object.assign(jsonSchema, meta.data.openapi, description === undefined ? {} : { description })
  }
  // A format says the same as the pattern that zod derives from it, and is readable.
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  delete jsonSchema.openapi
}

/** Collects the named schemas of a whole document; one name is one schema. */
export class Components {
  readonly #named = new Map<string, Json>()

  convert(schema: z.ZodType, io: Direction): Json {
    const converted = toOpenapi(schema, io)
    for (const [name, definition] of Object.entries(converted.named)) {
      const known = this.#named.get(name)
      if (known && JSON.stringify(known) !== JSON.stringify(definition))
        throw new Error(`Two different schemas are named ${name}.`)
      this.#named.set(name, definition)
    }
    return converted.schema
  }

  all(): Record<string, Json> {
    return Object.fromEntries([...this.#named].sort(([a], [b]) => (a < b ? -1 : 1)))
  }
}
