import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** A definition of a lexicon; its fields depend on its type. */
const definition = z.looseObject({
  type: z.string(),
  format: z.string().optional(),
  required: z.array(z.string()).optional(),
  nullable: z.array(z.string()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  ref: z.string().optional(),
  refs: z.array(z.string()).optional(),
  closed: z.boolean().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  accept: z.array(z.string()).optional(),
  maxSize: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  maxGraphemes: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  record: z.unknown().optional(),
  parameters: z.unknown().optional(),
  input: z.looseObject({ encoding: z.string(), schema: z.unknown().optional() }).optional(),
  output: z.looseObject({ encoding: z.string(), schema: z.unknown().optional() }).optional(),
})
type Definition = z.output<typeof definition>

const file = z.object({ lexicon: z.literal(1), id: z.string(), defs: z.record(z.string(), definition) })

const files = new Map<string, z.output<typeof file>>()

function readFile(id: string): z.output<typeof file> {
  const known = files.get(id)
  if (known) return known
  const url = new URL(`${id.replaceAll('.', '/')}.json`, import.meta.url)
  const read = file.parse(JSON.parse(readFileSync(url, 'utf8')))
  files.set(id, read)
  return read
}

/** A definition, and the file to which its short references belong. */
interface Found {
  readonly id: string
  readonly schema: Definition
}

function find(reference: string, from: string): Found {
  const [file = '', name = 'main'] = reference.split('#')
  const id = file === '' ? from : file
  const schema = readFile(id).defs[name]
  if (!schema) throw new Error(`The lexicons do not contain ${reference}.`)
  return { id, schema }
}

/** The parts of a method that the official lexicons describe; each check returns the errors. */
export interface MethodCheck {
  readonly kind: 'query' | 'procedure'
  readonly parameters: (query: URLSearchParams) => readonly string[]
  readonly input: (contentType: string | null, body: unknown) => readonly string[]
  readonly output: (contentType: string | null, body: unknown) => readonly string[]
}

export function methodCheck(id: string): MethodCheck {
  const { schema } = find(id, id)
  const check = (part: unknown, value: unknown, name: string) =>
    part === undefined ? [] : [...faults({ id, schema: definition.parse(part) }, value, name)]
  return {
    kind: z.enum(['query', 'procedure']).parse(schema.type),
    parameters: (query) =>
      schema.parameters === undefined
        ? [...query.keys()].map((name) => `parameter ${name} is not known`)
        : check(schema.parameters, parametersOf(definition.parse(schema.parameters), query), 'query'),
    input: (type, body) => encoded(schema.input, type, body, 'input', check),
    output: (type, body) => encoded(schema.output, type, body, 'output', check),
  }
}

function encoded(
  part: Definition['input'],
  type: string | null,
  body: unknown,
  name: string,
  check: (part: unknown, value: unknown, name: string) => string[],
): string[] {
  if (!part) return body === undefined ? [] : [`${name} has to be empty`]
  const isRight = part.encoding === '*/*' ? type !== null : type?.startsWith(part.encoding) === true
  return [...(isRight ? [] : [`${name} is ${type} and not ${part.encoding}`]), ...check(part.schema, body, name)]
}

/** The parsed values of a query. */
function parametersOf({ properties = {} }: Definition, query: URLSearchParams): Record<string, unknown> {
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const { type = 'unknown' } = definition.optional().parse(properties[name]) ?? {}
      const [first = ''] = query.getAll(name)
      if (type === 'array') return [name, query.getAll(name)]
      if (type === 'integer') return [name, Number(first)]
      return [name, type === 'boolean' ? first === 'true' : properties[name] ? first : undefined]
    }),
  )
}

/** The errors of a value, checked with the definition of that name, such as `app.bsky.feed.post`. */
export const faultsOf = (name: string, value: unknown): readonly string[] => [...faults(find(name, name), value, name)]

function* faults(found: Found, value: unknown, at: string): Generator<string> {
  const { id, schema } = found
  const check = checks[schema.type]
  if (!check) throw new Error(`This check does not support the type ${schema.type} of ${id}.`)
  yield* check(found, value, at)
  if (schema.const !== undefined && value !== schema.const) yield `${at} is not ${schema.const}`
  if (schema.enum && !schema.enum.includes(value)) yield `${at} is none of ${schema.enum}`
}

type Check = (found: Found, value: unknown, at: string) => Generator<string>

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const checks: Readonly<Record<string, Check>> = {
  *object({ id, schema }, value, at) {
    const { required = [], nullable = [], properties = {} } = schema
    if (!isObject(value)) return yield `${at} is no object`
    for (const name of required) if (value[name] === undefined) yield `${at}.${name} is missing`
    for (const [name, property] of Object.entries(properties)) {
      const inner = value[name]
      if (inner === undefined || (inner === null && nullable.includes(name))) continue
      yield* faults({ id, schema: definition.parse(property) }, inner, `${at}.${name}`)
    }
  },
  *params(found, value, at) {
    const { properties = {} } = found.schema
    yield* checks.object?.(found, value, at) ?? []
    for (const name of Object.keys(isObject(value) ? value : {}))
      if (!(name in properties)) yield `${at}.${name} is not known`
  },
  *record({ id, schema }, value, at) {
    if (isObject(value) && value.$type !== id) yield `${at}.$type is not ${id}`
    yield* faults({ id, schema: definition.parse(schema.record) }, value, at)
  },
  *array({ id, schema }, value, at) {
    if (!Array.isArray(value)) return yield `${at} is no list`
    if (value.length > (schema.maxLength ?? value.length)) yield `${at} is too long`
    if (value.length < (schema.minLength ?? 0)) yield `${at} is too short`
    for (const [index, item] of value.entries())
      yield* faults({ id, schema: definition.parse(schema.items) }, item, `${at}[${index}]`)
  },
  *ref({ id, schema }, value, at) {
    yield* faults(find(schema.ref ?? '', id), value, at)
  },
  *union({ id, schema }, value, at) {
    const type = isObject(value) ? value.$type : undefined
    if (typeof type !== 'string') return yield `${at} has no $type`
    const reference = schema.refs?.find((one) => fullName(one, id) === type || fullName(one, id) === `${type}#main`)
    if (reference) yield* faults(find(reference, id), value, at)
    else yield `${at} is a ${type}, which is none of ${schema.refs}`
  },
  *string({ schema }, value, at) {
    if (typeof value !== 'string') return yield `${at} is no text`
    const { format, maxLength = Infinity, minLength = 0, maxGraphemes = Infinity } = schema
    const bytes = Buffer.byteLength(value)
    if (bytes > maxLength || bytes < minLength) yield `${at} has ${bytes} bytes`
    if ([...new Intl.Segmenter('en').segment(value)].length > maxGraphemes) yield `${at} has too many graphemes`
    if (format !== undefined && !formatOf(format).test(value)) yield `${at} is no ${format}: ${value}`
  },
  *integer({ schema }, value, at) {
    if (!Number.isInteger(value)) return yield `${at} is no whole number`
    if (Number(value) < (schema.minimum ?? -Infinity) || Number(value) > (schema.maximum ?? Infinity))
      yield `${at} is out of range`
  },
  *boolean(_, value, at) {
    if (typeof value !== 'boolean') yield `${at} is neither true nor false`
  },
  *unknown(_, value, at) {
    if (!isObject(value)) yield `${at} is no object`
  },
  *blob({ schema }, value, at) {
    const read = blob.safeParse(value)
    if (!read.success) return yield `${at} is no blob`
    const { accept = ['*/*'], maxSize = Infinity } = schema
    const { mimeType, size } = read.data
    if (!accept.some((pattern) => accepts(pattern, mimeType))) yield `${at} is ${mimeType}`
    if (size > maxSize) yield `${at} is too large`
  },
}

const fullName = (reference: string, from: string) => (reference.startsWith('#') ? `${from}${reference}` : reference)

const accepts = (pattern: string, type: string): boolean =>
  pattern === '*/*' || (pattern.endsWith('/*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern)

const cid = /^baf(krei|yrei)[a-z2-7]{52}$/
const did = /^did:[a-z]+:[a-zA-Z0-9._:%-]*[a-zA-Z0-9._-]$/
const handle = /^([a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$/

const blob = z.strictObject({
  $type: z.literal('blob'),
  ref: z.strictObject({ $link: z.string().regex(cid) }),
  mimeType: z.string().regex(/^\w+\/\S+$/),
  size: z.int().min(0),
})

const formats: Readonly<Record<string, RegExp>> = {
  cid,
  did,
  handle,
  'at-identifier': new RegExp(`${did.source}|${handle.source}`),
  'at-uri': /^at:\/\/[a-zA-Z0-9.:_-]+(\/[a-zA-Z0-9.-]+(\/[a-zA-Z0-9_~.:-]{1,512})?)?$/,
  datetime: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  nsid: /^[a-zA-Z]([a-zA-Z0-9-]*)(\.[a-zA-Z0-9-]+){1,}\.[a-zA-Z][a-zA-Z0-9]*$/,
  'record-key': /^[a-zA-Z0-9_~.:-]{1,512}$/,
  tid: /^[234567abcdefghij][234567abcdefghijklmnopqrstuvwxyz]{12}$/,
  language: /^[a-zA-Z]{2,8}(-[a-zA-Z0-9]{1,8})*$/,
  uri: /^[a-z][a-z0-9.-]*:\S+$/i,
}

function formatOf(name: string): RegExp {
  const found = formats[name]
  if (!found) throw new Error(`This check does not support the format ${name}.`)
  return found
}
