import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'

/**
 * Extracts from a platform's whole OpenAPI file the part that is used here:
 * `node test/platforms/shared/prune.ts <whole.json> <pruned.json> 'get /2/users/me' …`
 */
const [whole = '', pruned = '', ...calls] = process.argv.slice(2)

const operation = z.looseObject({})
const document = z.object({
  openapi: z.string(),
  info: z.looseObject({ title: z.string(), version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.record(z.string(), z.record(z.string(), z.unknown())),
})

const { openapi, info, paths, components } = document.parse(JSON.parse(readFileSync(whole, 'utf8')))
const kept: Record<string, Record<string, unknown>> = {}
for (const call of calls) {
  const [method = '', path = ''] = call.split(' ')
  const found = paths[path]?.[method]
  if (!found) throw new Error(`The file has no ${call}.`)
  const { parameters, requestBody, responses, operationId } = found
  kept[path] = { ...kept[path], [method]: withoutProse({ operationId, parameters, requestBody, responses }) }
}

const used: Record<string, Record<string, unknown>> = {}
const waiting = referencesIn(kept)
for (const reference of waiting) {
  const [, , kind = '', name = ''] = reference.split('/')
  const found = withoutProse(components[kind]?.[name])
  used[kind] = { ...used[kind], [name]: found }
  for (const further of referencesIn(found)) waiting.add(further)
}

const small = { openapi, info: withoutProse(info), paths: kept, components: used }
writeFileSync(pruned, `${JSON.stringify(small, null, 2)}\n`)

function referencesIn(node: unknown): Set<string> {
  if (typeof node !== 'object' || node === null) return new Set()
  const own = '$ref' in node && typeof node.$ref === 'string' ? [node.$ref] : []
  return new Set([...own, ...Object.values(node).flatMap((inner) => [...referencesIn(inner)])])
}

/** Descriptions and examples do not affect validity. */
function withoutProse(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutProse)
  if (typeof node !== 'object' || node === null) return node
  const isProse = ([name, value]: [string, unknown]) =>
    (name === 'description' && typeof value === 'string') || (name === 'example' && !isSchema(value))
  return Object.fromEntries(
    Object.entries(node)
      .filter((entry) => !isProse(entry))
      .map(([name, value]) => [name, withoutProse(value)]),
  )
}

/** A property may itself be named `example`. */
function isSchema(value: unknown): boolean {
  return typeof value === 'object' && value !== null && ('type' in value || '$ref' in value)
}
