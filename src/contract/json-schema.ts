import { z } from 'zod'

export type Json = Record<string, unknown>
type Direction = 'input' | 'output'

/** A schema in the form of OpenAPI 3.0, and separately the schemas that have names. */
export function toOpenapi(schema: z.ZodType, io: Direction): { schema: Json; named: Record<string, Json> } {
  const { definitions = {}, ...rest } = json.parse(
    JSON.parse(JSON.stringify(z.toJSONSchema(schema, { target: 'openapi-3.0', io })), (key, value) =>
      isSchema(key, value) ? simplify(value) : value,
    ),
  )
  return { schema: rest, named: z.record(z.string(), json).parse(definitions) }
}

const json = z.record(z.string(), z.unknown())

/** Every object of a JSON Schema is a schema, except objects that contain schemas by name. */
const isSchema = (key: string, value: unknown): value is Json =>
  key !== 'properties' && key !== 'definitions' && json.safeParse(value).success

/** Readers of the reference see descriptions, and no marks of our own. */
const addition = 'Added after the first interface.'

const laterNames = z.array(z.string())

/** The same schema in a shorter form that OpenAPI 3.0 knows. */
function simplify({ openapi, ...schema }: Json): Json {
  if (schema['x-addition']) schema.description = [schema.description, addition].filter(Boolean).join(' ')
  const { data: later } = laterNames.safeParse(schema['x-additions'])
  if (later) schema.description = [schema.description, `Added later: ${later.join(', ')}.`].filter(Boolean).join(' ')
  if (openapi) return { ...json.parse(openapi), ...(schema.description ? { description: schema.description } : {}) }
  if (typeof schema.$ref === 'string') schema.$ref = schema.$ref.replace('#/definitions/', '#/components/schemas/')
  // A format means the same as the pattern that zod derives from it, and is easier to read.
  if (schema.format) delete schema.pattern
  if (schema.type === 'number' && Array.isArray(schema.enum) && schema.enum.every(Number.isInteger))
    schema.type = 'integer'
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (Array.isArray(schema.allOf) && Object.keys(schema).length === 1) return json.parse(schema.allOf[0])
  return schema.nullable ? orNull(schema) : schema
}

/**
 * The second form of a named schema that may be null. It has a name of its own, because generators of typed clients make
 * broken types of it if it is written in place (orval 7.13.2). Its form is the one that validators accept null with.
 */
export const nullSchema: { readonly name: string; readonly schema: Json } = {
  name: 'Null',
  schema: { type: 'object', nullable: true, enum: [null] },
}

/** A validator accepts null only if the type next to `nullable` and every `enum` accept it. */
function orNull({ nullable: _, ...schema }: Json): Json {
  const { allOf, anyOf, oneOf, ...rest } = schema
  const forms = z
    .array(z.unknown())
    .optional()
    .parse(allOf ?? anyOf ?? oneOf)
  if (forms) return { ...rest, anyOf: [...forms, { $ref: `#/components/schemas/${nullSchema.name}` }] }
  return { ...schema, nullable: true, ...(Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {}) }
}

/**
 * The schema as clients must read responses: fields may be added, and values where there are several. A client that was
 * generated from an older description, and checks what it receives, accepts a newer response.
 */
const opened = (schema: Json): Json =>
  json.parse(JSON.parse(JSON.stringify(schema), (key, value) => (isSchema(key, value) ? openOne(value) : value)))

function openOne({ additionalProperties, enum: values, ...schema }: Json): Json {
  const closed = additionalProperties === false || additionalProperties === undefined
  const rest = closed ? schema : { ...schema, additionalProperties }
  const known = Array.isArray(values) ? values.filter((value) => value !== null) : []
  if (known.length < 2) return values === undefined ? rest : { ...rest, enum: values }
  return { ...rest, 'x-extensible-enum': known }
}

/** Collects the named schemas of a whole document. One name means one schema. */
export class Components {
  readonly #named = new Map<string, Json>()

  convert(schema: z.ZodType, io: Direction): Json {
    const converted = toOpenapi(schema, io)
    const described = io === 'output' ? opened : (one: Json) => one
    for (const [name, definition] of Object.entries(converted.named)) this.named(name, described(definition))
    return described(converted.schema)
  }

  /** A reference to the schema, which gets this name if it has none. */
  named(name: string, schema: Json): Json {
    if ('$ref' in schema) return schema
    const known = this.#named.get(name)
    if (known && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`Two different schemas are named ${name}.`)
    this.#named.set(name, schema)
    return { $ref: `#/components/schemas/${name}` }
  }

  /** The same for the response of an operation, and for its `data`. */
  answer(operation: string, description: string, schema: Json): Json {
    const fields = json.safeParse(schema.properties).data
    const data = json.safeParse(fields?.data).data
    if (!data) return schema.type === 'object' ? this.named(`${operation}Response`, schema) : schema
    const properties = {
      ...fields,
      data: '$ref' in data ? data : this.named(`${operation}Data`, { description, ...data }),
    }
    return this.named(`${operation}Response`, { ...schema, properties })
  }

  all(): Record<string, Json> {
    return Object.fromEntries([...this.#named].sort(([a], [b]) => (a < b ? -1 : 1)))
  }
}
