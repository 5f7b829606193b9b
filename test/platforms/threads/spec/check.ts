import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Exchange, Faults } from '../../../harness/openapi-check.ts'

/**
 * Checks calls with Meta's own Postman collection of the Threads API (fbsamples/threads_api, commit 44df04d of
 * 2026-01-02): `prune.ts` makes `calls.json` of it. The collection itself belongs to Meta, and is not kept here.
 */
const call = z.object({
  method: z.string(),
  path: z.string(),
  parameters: z.array(z.string()),
  fields: z.array(z.string()),
  answer: z.unknown(),
})

type Call = z.output<typeof call>

const calls = z
  .array(call)
  .parse(JSON.parse(readFileSync(new URL('calls.json', import.meta.url), 'utf8')))
  .map((one) => ({ ...one, pattern: new RegExp(`^${one.path.replaceAll('{id}', '[\\w-]+')}$`) }))

/** Parameters of the reference that the collection does not have (Threads API: Reply management, 2026-02-13). */
const alsoDocumented: Readonly<Record<string, readonly string[]>> = {
  'GET /{id}/conversation': ['after', 'before', 'limit'],
  'GET /{id}/replies': ['after', 'before', 'limit'],
}

/** Read by Meta's sample app, but not in the collection: clicks, by link (threads_api, src/index.js, 2026-01-02). */
const alsoAnswered: Readonly<Record<string, readonly string[]>> = {
  '/me/threads_insights': ['link_total_values'],
}

const error = z.strictObject({
  error: z.strictObject({
    message: z.string(),
    type: z.string(),
    code: z.number(),
    error_subcode: z.number().optional(),
    is_transient: z.boolean().optional(),
    error_user_title: z.string().optional(),
    error_user_msg: z.string().optional(),
    fbtrace_id: z.string(),
  }),
})

/** The parts of a call, or of its response, that the collection does not have. */
export function threadsFaults(exchange: Exchange): Faults {
  const path = exchange.path.replace(/^\/v1\.0\b/, '')
  // A literal path takes precedence over one with a placeholder.
  const found = calls
    .filter(({ method, pattern }) => method === exchange.method && pattern.test(path))
    .sort((one, other) => Number(one.path.includes('{id}')) - Number(other.path.includes('{id}')))
    .at(0)
  if (!found) return { request: [`there is no ${exchange.method} ${path}`], answer: [] }
  const given = parametersOf(exchange)
  return { request: requestFaults(found, given), answer: answerFaults(found, given, exchange) }
}

const texts = z.record(z.string(), z.string())

function parametersOf({ query, body }: Exchange): Readonly<Record<string, string>> {
  const sent = typeof body === 'string' ? Object.fromEntries(new URLSearchParams(body)) : texts.safeParse(body).data
  const { access_token: _, ...all } = { ...Object.fromEntries(query), ...sent }
  return all
}

function requestFaults({ method, path, parameters, fields }: Call, given: Readonly<Record<string, string>>): string[] {
  const known = [...parameters, ...(alsoDocumented[`${method} ${path}`] ?? [])]
  const unknown = Object.keys(given).filter((name) => !known.includes(name))
  const asked = listed(given.fields ?? given.metric ?? '')
  return [
    ...unknown.map((name) => `${path} has no parameter ${name}`),
    ...asked.filter((name) => !fields.includes(name)).map((name) => `${path} has no field ${name}`),
  ]
}

const listed = (text: string): string[] =>
  text
    .replaceAll(/\{[^}]*\}/g, '')
    .split(',')
    .filter((name) => name !== '')

function answerFaults({ answer, path }: Call, given: Readonly<Record<string, string>>, exchange: Exchange): string[] {
  if (exchange.status >= 300) return error.safeParse(exchange.answer).success ? [] : [`${path} refuses in another form`]
  const further = [...listed(given.fields ?? ''), ...(alsoAnswered[path] ?? [])]
  return answer === null ? [] : differences(exchange.answer, answer, further, path)
}

const object = z.record(z.string(), z.unknown())

/** Every value has the type of the example; a requested field may be missing in the example. */
function differences(value: unknown, shown: unknown, asked: readonly string[], where: string): string[] {
  if (typeof shown === 'string') return isOfKind(value, shown) ? [] : [`${where} is no ${shown}`]
  if (Array.isArray(shown)) {
    if (!Array.isArray(value)) return [`${where} is no list`]
    return value.flatMap((one, index) => differences(one, shown[0], asked, `${where}[${index}]`))
  }
  const known = object.parse(shown)
  const read = object.safeParse(value).data
  if (!read) return [`${where} is no object`]
  return Object.entries(read).flatMap(([key, inner]) => {
    if (key in known) return differences(inner, known[key], asked, `${where}.${key}`)
    return asked.includes(key) ? [] : [`${where} has no ${key}`]
  })
}

/** In the token example, the account's ID is a text; the servers send a number. */
const isOfKind = (value: unknown, kind: string): boolean =>
  typeof value === kind || (kind === 'string' && typeof value === 'number')
