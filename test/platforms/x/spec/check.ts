import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { type Exchange, type Faults, openApiCheck } from '../../../harness/openapi-check.ts'

const schemas = z.looseObject({
  components: z.looseObject({
    schemas: z.looseObject({ Problem: z.looseObject({ oneOf: z.array(z.looseObject({ $ref: z.string() })) }) }),
  }),
})

const defined = z.looseObject({ required: z.array(z.string()), properties: z.looseObject({}) })
const problem = z.object({ properties: z.object({ type: z.object({ enum: z.array(z.string()) }) }) })

/**
 * X's two official OpenAPI files, pruned: 2.159 of xdevplatform/xdk with the old names (`tweet.fields`), 2.167 of
 * xdevplatform/docs with the new ones (`post.fields`).
 */
const old = openApiCheck(withoutContradictions(read('openapi-xdk-2026-07-25.json')))
const recent = openApiCheck(completed(read('openapi-docs-2026-08-22.json')))

/** With the file whose names the call uses; with both if it uses none that differ. */
export function xFaults(exchange: Exchange): Faults {
  const names = namesOf(exchange)
  const all = [...(names === 'new' ? [] : [old(exchange)]), ...(names === 'old' ? [] : [recent(exchange)])]
  return { request: all.flatMap(({ request }) => request), answer: all.flatMap(({ answer }) => answer) }
}

const onlyNew = ['referenced_posts', 'edit_history_post_ids', 'most_recent_post_id']

function namesOf({ query }: Exchange): 'old' | 'new' | 'either' {
  const expansions = (query.get('expansions') ?? '').split(',')
  if (query.has('post.fields') || expansions.some((name) => onlyNew.includes(name))) return 'new'
  const differs = ['tweet.fields', 'user.fields', 'expansions'].some((name) => query.has(name))
  return differs ? 'old' : 'either'
}

function read(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'))
}

/**
 * 2.159 requires `meta` in an upload's response and `type` in its processing, and defines neither; no known response
 * has them. And it has an enumeration with a pattern that one of its values, `mentionedUsers`, is too long for.
 */
function withoutContradictions(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutContradictions)
  if (typeof node !== 'object' || node === null) return node
  const inner = Object.entries(node)
    .filter(([name]) => !(name === 'pattern' && 'enum' in node))
    .map(([name, value]) => [name, withoutContradictions(value)])
  const { required, properties } = defined.safeParse(node).data ?? {}
  const known = required && properties ? { required: required.filter((name) => name in properties) } : {}
  return { ...Object.fromEntries(inner), ...known }
}

/**
 * 2.167 lists nine problems and lacks the others of 2.159, such as `about:blank`, which X returns most often. A problem
 * that it does not list must meet the common requirements of 2.159. And it forbids the `error` of a failed processing,
 * which two clients read.
 */
function completed(document: unknown): unknown {
  const file = schemas.parse(document)
  const { Problem } = file.components.schemas
  const names = Problem.oneOf.map(({ $ref }) => $ref.replace(/.*\//, ''))
  const listed = names.flatMap((name) => typesOf(file.components.schemas[name]))
  const other = {
    type: 'object',
    required: ['type', 'title'],
    properties: {
      type: { type: 'string', not: { enum: listed } },
      title: { type: 'string' },
      detail: { type: 'string' },
      status: { type: 'integer' },
    },
  }
  const known = Object.entries(file.components.schemas).map(([name, schema]) => [
    name,
    withProcessingError(name, schema),
  ])
  const all = { ...Object.fromEntries(known), Problem: { ...Problem, oneOf: [...Problem.oneOf, other] } }
  return { ...file, components: { ...file.components, schemas: all } }
}

function withProcessingError(name: string, schema: unknown): unknown {
  if (!name.endsWith('ProcessingInfo')) return schema
  const { properties, ...rest } = z.looseObject({ properties: z.looseObject({}) }).parse(schema)
  return { ...rest, properties: { ...properties, error: { type: 'object' } } }
}

function typesOf(schema: unknown): string[] {
  return problem.parse(schema).properties.type.enum
}
