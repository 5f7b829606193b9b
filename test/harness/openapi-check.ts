import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import { z } from 'zod'

/** The parts of a call and its response that an OpenAPI file describes. */
export interface Exchange {
  readonly method: string
  /** As in the file's `paths`, with values in its slots; without the query. */
  readonly path: string
  readonly query: URLSearchParams
  readonly type: string | null
  /** The JSON, or the fields of a form as text; undefined if it is unknown or missing. */
  readonly body: unknown
  readonly status: number
  readonly answerType: string | null
  readonly answer: unknown
}

/** Violations of the file; both lists are empty if everything is valid. */
export interface Faults {
  readonly request: readonly string[]
  readonly answer: readonly string[]
}

const schema = z.union([z.looseObject({}), z.boolean()])
const parameter = z.union([
  z.object({ $ref: z.string() }),
  z.looseObject({ name: z.string(), in: z.string(), required: z.boolean().optional(), schema }),
])
const content = z.record(z.string(), z.looseObject({ schema }))
const operation = z.looseObject({
  parameters: z.array(parameter).default([]),
  requestBody: z.looseObject({ content }).optional(),
  responses: z.record(z.string(), z.looseObject({ content: content.optional() })),
})
const file = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({ parameters: z.record(z.string(), parameter).default({}) }),
})

type Operation = z.output<typeof operation>
type Check = (schema: unknown, value: unknown, where: string) => string[]

/** Checks calls against an OpenAPI 3.0 file. Ignores discriminators. */
export function openApiCheck(document: unknown): (exchange: Exchange) => Faults {
  const { paths, components } = file.parse(document)
  const strict = checker(document, false)
  const spelled = checker(document, true)
  /** For values that can only be sent as text: checks the text itself, or the value that it represents. */
  const lenient: Check = (schema, value, where) =>
    strict(schema, value, where).length === 0 ? [] : spelled(schema, value, where)
  const resolved = (one: z.output<typeof parameter>) =>
    '$ref' in one ? components.parameters[String(one.$ref).replace(/.*\//, '')] : one

  const parametersOf = (found: Operation) =>
    found.parameters.flatMap((one) => {
      const known = resolved(one)
      return known && 'name' in known && typeof known.name === 'string' ? [{ ...known, name: known.name }] : []
    })

  function requestFaults(found: Operation, slots: ReadonlyMap<string, string>, exchange: Exchange): string[] {
    const known = parametersOf(found)
    const given = new Map([...slots, ...exchange.query])
    const unknown = [...exchange.query.keys()].filter((name) => !known.some((one) => one.name === name))
    const missing = known.filter(({ name, required }) => required === true && !given.has(name))
    return [
      ...unknown.map((name) => `query: there is no ${name}`),
      ...missing.map(({ name }) => `${name} is missing`),
      ...known.flatMap(({ name, schema }) => {
        const text = given.get(name)
        return text === undefined ? [] : lenient(schema, isList(schema, document) ? text.split(',') : text, name)
      }),
      ...bodyFaults(found, exchange),
    ]
  }

  function bodyFaults({ requestBody }: Operation, { type, body }: Exchange): string[] {
    // Some clients send `{}` if there is no body.
    if (!requestBody) return body === undefined || JSON.stringify(body) === '{}' ? [] : ['body: there is none']
    const known = requestBody.content[mediaType(type)]
    if (!known) return [`body: ${type} is not one of ${Object.keys(requestBody.content).join(', ')}`]
    if (body === undefined) return []
    return (mediaType(type) === 'application/json' ? strict : lenient)(known.schema, body, 'body')
  }

  function answerFaults({ responses }: Operation, { status, answerType, answer }: Exchange): string[] {
    const known = responses[String(status)] ?? responses.default
    if (!known) return [`answer: there is no ${status}`]
    const one = known.content?.[mediaType(answerType)]
    if (!one) return [`answer: ${status} as ${answerType} is not one of ${Object.keys(known.content ?? {}).join(', ')}`]
    return strict(one.schema, answer, 'answer')
  }

  return (exchange) => {
    const found = findOperation(paths, exchange)
    if (!found) return { request: [`there is no ${exchange.method} ${exchange.path}`], answer: [] }
    return {
      request: requestFaults(found.operation, found.slots, exchange),
      answer: answerFaults(found.operation, exchange),
    }
  }
}

function findOperation(paths: z.output<typeof file>['paths'], { method, path }: Exchange) {
  for (const [template, operations] of Object.entries(paths).sort(([one], [other]) => slotsOf(one) - slotsOf(other))) {
    const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    const match = new RegExp(`^${template.replaceAll(/\{\w+\}/g, '([^/]+)')}$`).exec(path)
    const operation = operations[method.toLowerCase()]
    if (match && operation) return { operation, slots: new Map(names.map((name, at) => [name, match[at + 1] ?? ''])) }
  }
  return null
}

const slotsOf = (template: string): number => template.split('{').length

/** With `coerceTypes`, a text may represent a number. */
function checker(document: unknown, coerceTypes: boolean): Check {
  const ajv = new Ajv({ strict: false, allErrors: true, coerceTypes, logger: false })
  formats.default(ajv)
  ajv.addSchema(z.looseObject({}).parse(document), 'file')
  const compiled = new Map<unknown, ValidateFunction>()
  return (schema, value, where) => {
    const validate = compiled.get(schema) ?? ajv.compile(z.looseObject({}).parse(rooted(schema)))
    compiled.set(schema, validate)
    // Coercion changes its input.
    const copy: unknown = value === undefined ? null : structuredClone(value)
    return validate(copy) ? [] : (validate.errors ?? []).map((error) => sentence(error, where))
  }
}

/** References point into the file, wherever the schema is compiled. */
function rooted(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(rooted)
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => [name, name === '$ref' ? `file${value}` : rooted(value)]),
  )
}

const sentence = ({ instancePath, message, params }: ErrorObject, where: string): string =>
  `${where}${instancePath} ${message} ${JSON.stringify(params)}`

function isList(schema: unknown, document: unknown): boolean {
  const read = z.looseObject({ type: z.string().optional(), $ref: z.string().optional() }).safeParse(schema)
  if (!read.success) return false
  if (read.data.$ref === undefined) return read.data.type === 'array'
  const steps = read.data.$ref.split('/').slice(1)
  return isList(
    steps.reduce<unknown>((node, step) => z.looseObject({}).parse(node)[step], document),
    document,
  )
}

const mediaType = (text: string | null): string => (text ?? '').replace(/;.*/, '').trim().toLowerCase()

const logged = z.object({
  requests: z.array(
    z.object({
      method: z.string(),
      path: z.string(),
      query: z.string(),
      status: z.number().nullable(),
      fault: z.string().nullable(),
      headers: z.record(z.string(), z.string()),
      body: z.string().nullable(),
      answer_headers: z.record(z.string(), z.string()).nullable(),
      answer: z.string().nullable(),
    }),
  ),
})

/** The calls in the sandbox's log below a path, with bodies. Calls with a lost or broken response are left out. */
export const loggedExchanges = (log: unknown, below: string): readonly Exchange[] =>
  logged.parse(log).requests.flatMap((request) => {
    const { method, path, query, status, fault, headers, body, answer_headers, answer } = request
    if (!path.startsWith(`${below}/`) || status === null || fault === 'malformed_json') return []
    const type = headers['content-type'] ?? null
    return {
      method,
      path: path.slice(below.length),
      query: new URLSearchParams(query),
      type,
      body: bodyOf(mediaType(type), body),
      status,
      answerType: answer_headers?.['content-type'] ?? null,
      answer: parsed(answer),
    }
  })

function bodyOf(type: string, text: string | null): unknown {
  if (type === 'application/x-www-form-urlencoded') return Object.fromEntries(new URLSearchParams(text ?? ''))
  return type === 'application/json' ? parsed(text) : undefined
}

function parsed(text: string | null): unknown {
  if (text === null || text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
