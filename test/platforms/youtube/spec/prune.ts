import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'

/**
 * Extracts from Google's whole discovery document of YouTube the part that is used here:
 * `node test/platforms/youtube/spec/prune.ts <whole.json> <pruned.json> videos.insert videos.list …`
 */
const [whole = '', pruned = '', ...calls] = process.argv.slice(2)

const method = z.looseObject({})
const document = z.looseObject({
  revision: z.string(),
  parameters: z.record(z.string(), z.unknown()),
  resources: z.record(z.string(), z.looseObject({ methods: z.record(z.string(), method).default({}) })),
  schemas: z.record(z.string(), z.unknown()),
})

const { revision, parameters, resources, schemas } = document.parse(JSON.parse(readFileSync(whole, 'utf8')))
const methods = Object.fromEntries(
  calls.map((call) => {
    const [resource = '', name = ''] = call.split('.')
    const found = resources[resource]?.methods[name]
    if (!found) throw new Error(`The document has no ${call}.`)
    const { httpMethod, path, parameters, request, response, scopes, mediaUpload } = found
    return [call, withoutProse({ httpMethod, path, parameters, request, response, scopes, mediaUpload })]
  }),
)

const used: Record<string, unknown> = {}
const waiting = referencesIn(methods)
for (const name of waiting) {
  used[name] = withoutProse(schemas[name])
  for (const further of referencesIn(used[name])) waiting.add(further)
}

const small = { revision, parameters: withoutProse(parameters), methods, schemas: used }
writeFileSync(pruned, `${JSON.stringify(small, null, 1)}\n`)

function referencesIn(node: unknown): Set<string> {
  if (typeof node !== 'object' || node === null) return new Set()
  const own = '$ref' in node && typeof node.$ref === 'string' ? [node.$ref] : []
  return new Set([...own, ...Object.values(node).flatMap((inner) => [...referencesIn(inner)])])
}

/** Descriptions do not affect validity; a property may itself be named `description`. */
function withoutProse(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutProse)
  if (typeof node !== 'object' || node === null) return node
  const isProse = ([name, value]: [string, unknown]) =>
    name === 'enumDescriptions' || name === 'annotations' || (name === 'description' && typeof value === 'string')
  return Object.fromEntries(
    Object.entries(node)
      .filter((entry) => !isProse(entry))
      .map(([name, value]) => [name, withoutProse(value)]),
  )
}
