import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'

/**
 * Extracts from Meta's Postman collection of the Threads API the part that is used here: the calls, the names of
 * their parameters, and the types of the values in their responses. None of its text is kept.
 * `node test/platforms/threads/spec/prune.ts <collection.json> <calls.json>`
 */
const [whole = '', pruned = ''] = process.argv.slice(2)

const parameter = z.object({ key: z.string(), value: z.string().nullish() })
const request = z.object({
  name: z.string(),
  request: z.object({
    method: z.string(),
    url: z.object({ path: z.array(z.string()), query: z.array(parameter).optional() }),
  }),
  response: z.array(z.object({ body: z.string().nullish() })),
})

type Request = z.output<typeof request>

interface Folder {
  readonly item: readonly (Folder | Request)[]
}

const folder: z.ZodType<Folder> = z.object({ item: z.array(z.lazy(() => z.union([folder, request]))) })
const collection = z.object({
  item: z.array(z.union([folder, request])),
  variable: z.array(z.object({ key: z.string(), value: z.string() })),
})

const object = z.record(z.string(), z.unknown())

const { item, variable } = collection.parse(JSON.parse(readFileSync(whole, 'utf8')))
const calls = new Map<
  string,
  { method: string; path: string; parameters: Set<string>; fields: Set<string>; answers: unknown[] }
>()
for (const one of requestsIn({ item })) {
  const { method, url } = one.request
  const path = `/${url.path
    .filter((part) => part !== '')
    .map(slotOf)
    .join('/')}`
  const call = calls.get(`${method} ${path}`) ?? { method, path, parameters: new Set(), fields: new Set(), answers: [] }
  calls.set(`${method} ${path}`, call)
  for (const { key, value } of url.query ?? []) {
    call.parameters.add(key)
    if (key === 'fields' || key === 'metric') for (const name of namesIn(value ?? '')) call.fields.add(name)
  }
  for (const { body } of one.response) call.answers.push(...kindsOf(body))
}
const shown = [...calls.values()].map(({ method, path, parameters, fields, answers }) => ({
  method,
  path,
  parameters: [...parameters].sort(),
  fields: [...fields].sort(),
  answer: answers.length === 0 ? null : answers.reduce(merged),
}))
writeFileSync(pruned, `${JSON.stringify(shown, null, 2)}\n`)

function requestsIn({ item }: Folder): readonly Request[] {
  return item.flatMap((one) => ('item' in one ? requestsIn(one) : [one]))
}

/** Variables represent IDs. */
function slotOf(part: string): string {
  return part.startsWith('{{') ? '{id}' : part
}

/** `{{fields_threads}}` is a list that is defined elsewhere. */
function namesIn(text: string): readonly string[] {
  const named = /^\{\{(\w+)\}\}$/.exec(text)?.[1]
  const list = named === undefined ? text : (variable.find(({ key }) => key === named)?.value ?? '')
  return list
    .replaceAll(/\{[^}]*\}/g, '')
    .split(',')
    .filter((name) => name !== '')
}

/** Some examples are not JSON. */
function kindsOf(body: string | null | undefined): unknown[] {
  try {
    return body ? [kindOf(JSON.parse(body))] : []
  } catch {
    return []
  }
}

function kindOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [value.map(kindOf).reduce(merged)]
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, kindOf(inner)]))
}

/** Several examples: the fields that any of them has. */
function merged(one: unknown, other: unknown): unknown {
  if (Array.isArray(one) && Array.isArray(other)) return [[...one, ...other].reduce(merged)]
  const first = object.safeParse(one).data
  const second = object.safeParse(other).data
  if (!first || !second) return one
  const both = Object.entries(second).map(([key, kind]) => [key, key in first ? merged(first[key], kind) : kind])
  return { ...first, ...Object.fromEntries(both) }
}
