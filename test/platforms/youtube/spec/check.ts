import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { type Exchange, type Faults, openApiCheck } from '../../../harness/openapi-check.ts'

const parameter = z.looseObject({ required: z.boolean().optional(), repeated: z.boolean().optional() })
const named = z.record(z.string(), parameter)
const reference = z.object({ $ref: z.string() })
const method = z.looseObject({
  httpMethod: z.string(),
  path: z.string(),
  parameters: named.default({}),
  request: reference.optional(),
  response: reference.optional(),
  mediaUpload: z.looseObject({ protocols: z.object({ simple: z.object({ path: z.string() }) }) }).optional(),
})
type Method = z.output<typeof method>
const document = z.object({
  parameters: named,
  methods: z.record(z.string(), method),
  schemas: z.record(z.string(), z.unknown()),
})

const discovery = document.parse(
  JSON.parse(readFileSync(new URL('discovery-v3-20260924.json', import.meta.url), 'utf8')),
)
const check = openApiCheck(asOpenApi())

/** Not in the document. */
const refused = z.object({
  error: z.strictObject({
    code: z.int(),
    message: z.string(),
    errors: z.array(z.strictObject({ message: z.string(), domain: z.string(), reason: z.string() })),
    status: z.string().optional(),
  }),
})

/** Faults by Google's discovery document; a new or incomplete session has a response without a body. */
export function youtubeFaults(exchange: Exchange): Faults {
  const { status, answer, path } = exchange
  if (status >= 400)
    return { request: [], answer: path.startsWith('/upload/') && status === 404 ? [] : errorFaults(answer) }
  const { request, answer: answered } = check(exchange)
  const isEmpty = answer === undefined || answer === ''
  return { request, answer: isEmpty ? [] : answered }
}

function errorFaults(answer: unknown): string[] {
  const read = refused.safeParse(answer)
  return read.success ? [] : [z.prettifyError(read.error)]
}

function asOpenApi(): object {
  const paths: Record<string, Record<string, object>> = {}
  const add = (path: string, verb: string, operation: object) => {
    paths[path] = { ...paths[path], [verb.toLowerCase()]: operation }
  }
  for (const one of Object.values(discovery.methods)) {
    add(`/${one.path}`, one.httpMethod, operationOf(one))
    const upload = one.mediaUpload?.protocols.simple.path
    if (upload === undefined) continue
    add(upload, one.httpMethod, operationOf(one))
    // The URL of a session, which only receives bytes.
    const { request: _, ...bytes } = one
    add(upload, 'PUT', operationOf({ ...bytes, parameters: { ...bytes.parameters, upload_id: { type: 'string' } } }))
  }
  const schemas = Object.fromEntries(Object.entries(discovery.schemas).map(([name, schema]) => [name, closed(schema)]))
  return { paths, components: { schemas } }
}

function operationOf({ parameters, request, response }: Method): object {
  const all = Object.entries({ ...discovery.parameters, ...parameters })
  const content = (schema: unknown) => ({ 'application/json': { schema: closed(schema) } })
  const answer = response ? { content: content(response) } : {}
  return {
    parameters: all.map(([name, { required, repeated, ...schema }]) => ({
      name,
      in: 'query',
      ...(required && { required }),
      schema: repeated ? { type: 'array', items: closed(schema) } : closed(schema),
    })),
    ...(request && { requestBody: { content: content(request) } }),
    responses: { '200': answer, '201': answer, '204': {}, '308': {} },
  }
}

/** Converts Google's keywords to JSON Schema; fields that a schema does not name are forbidden. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed)
  if (typeof node !== 'object' || node === null) return node
  const fields = new Map<string, unknown>(Object.entries(node))
  const reference = fields.get('$ref')
  if (typeof reference === 'string') return { $ref: `#/components/schemas/${reference}` }
  const properties = fields.get('properties')
  const isWide = fields.get('type') === 'string' && /^u?int64$/.test(String(fields.get('format')))
  for (const name of ['id', 'default', 'location', 'deprecated', 'format', 'minimum', 'maximum']) fields.delete(name)
  return {
    ...Object.fromEntries([...fields].map(([name, value]) => [name, closed(value)])),
    ...(isWide && { pattern: '^-?\\d+$' }),
    ...(typeof properties === 'object' && {
      properties: Object.fromEntries(Object.entries(properties ?? {}).map(([name, one]) => [name, closed(one)])),
      additionalProperties: false,
    }),
  }
}
