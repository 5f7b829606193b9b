/** A part of a JSON Schema, as `GET /platforms` sends the options of a platform. */
type Schema = Readonly<Record<string, unknown>>

/** How an option is asked for. */
export interface Field {
  /** The option; inside an object: both names. */
  readonly path: readonly [string] | readonly [string, string]
  readonly kind: 'choice' | 'switch' | 'text' | 'long' | 'number' | 'list'
  /** Of a choice. */
  readonly values: readonly string[]
  /** The value without the option. Null: it depends on post or account. Undefined: none, so somebody must choose. */
  readonly usual: string | null | undefined
  readonly description: string
  /** Most characters of a text, or values of a list. */
  readonly most: number | undefined
  readonly least: number | undefined
  readonly largest: number | undefined
}

/** Written, or chosen, elsewhere in the composer; second names of other options; and what nobody needs to know. */
const elsewhere = new Set(['message', 'thumbnail_url', 'cover_url', 'subredditName', 'langs', 'source'])

/** A longer text gets several lines. */
const oneLine = 300

/** The fields of a form, from the schema of a platform’s options. An option of a kind that is not known here is left out. */
export const fieldsOf = (options: Schema): readonly Field[] =>
  propertiesOf(options).flatMap(([name, schema]) => {
    if (elsewhere.has(name)) return []
    if (schema.type !== 'object') return fieldOf([name], schema)
    return propertiesOf(schema).flatMap(([inner, part]) => fieldOf([name, inner], part))
  })

function fieldOf(path: Field['path'], schema: Schema): Field[] {
  const kind = kindOf(schema)
  if (kind === null) return []
  const description = typeof schema.description === 'string' ? schema.description : ''
  return [
    {
      path,
      kind,
      values: Array.isArray(schema.enum) ? schema.enum.map(String) : [],
      usual: usualOf(schema['x-default']),
      description,
      most: number(schema.maxLength ?? schema.maxItems),
      least: number(schema.minimum),
      largest: number(schema.maximum),
    },
  ]
}

const usualOf = (value: unknown): Field['usual'] => (value === undefined || value === null ? value : String(value))

function kindOf({ type, enum: values, maxLength, items, format }: Schema): Field['kind'] | null {
  if (Array.isArray(values)) return 'choice'
  if (type === 'boolean') return 'switch'
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'array') return isSchema(items) && items.type === 'string' ? 'list' : null
  if (format === 'uri') return 'text'
  if (type === 'string')
    return typeof maxLength === 'number' && maxLength > oneLine && maxLength < 5_000 ? 'long' : 'text'
  return null
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null

const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

const propertiesOf = ({ properties }: Schema): readonly [string, Schema][] =>
  isSchema(properties)
    ? Object.entries(properties).filter((property): property is [string, Schema] => isSchema(property[1]))
    : []

type Values = Readonly<Record<string, unknown>>

export function valueAt(values: Values, [name, inner]: Field['path']): unknown {
  const value = values[name]
  return inner === undefined ? value : isSchema(value) ? value[inner] : undefined
}

/** Undefined takes the option away: the platform does what is usual. */
export function withValue(values: Values, [name, inner]: Field['path'], value: unknown): Values {
  const { [name]: before, ...rest } = values
  if (inner === undefined) return value === undefined ? rest : { ...rest, [name]: value }
  const within = withValue(isSchema(before) ? before : {}, [inner], value)
  return Object.keys(within).length === 0 ? rest : { ...rest, [name]: within }
}
