import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/**
 * Extracts from Meta's codegen specs the names and types that are used here, and nothing else:
 * `node test/platforms/instagram/spec/prune.ts <folder of api_specs/specs> <names.json>`
 */
const [folder = '', pruned = ''] = process.argv.slice(2)

/** The used edges, by node; the node itself has an empty name. */
const used: Readonly<Record<string, readonly string[]>> = {
  IGUser: ['', 'media', 'media_publish', 'stories', 'content_publishing_limit'],
  IGUserForIGOnlyAPI: ['', 'media', 'mediapublish', 'stories', 'content_publishing_limit'],
  IGMedia: ['', 'comments', 'insights'],
  IGMediaForIGOnlyAPI: ['', 'comments', 'insights'],
  IGComment: ['', 'replies'],
  ShadowIGMediaBuilder: [''],
  ContentPublishingLimitResponse: [''],
  IGCommentFromUser: [''],
}

const named = z.array(z.object({ name: z.string(), type: z.string() }))
const spec = z.object({
  fields: named,
  apis: z.array(z.object({ method: z.string(), endpoint: z.string().default(''), params: named })),
})

const typesOf = (all: z.output<typeof named>) => Object.fromEntries(all.map(({ name, type }) => [name, type]))

const nodes = Object.entries(used).map(([node, edges]) => {
  const { fields, apis } = spec.parse(JSON.parse(readFileSync(join(folder, `${node}.json`), 'utf8')))
  const calls = apis
    .filter(({ method, endpoint }) => edges.includes(endpoint) && method !== 'DELETE')
    .map(({ method, endpoint, params }) => [`${method} ${endpoint}`.trim(), typesOf(params)])
  return [node, { fields: typesOf(fields), calls: Object.fromEntries(calls) }]
})

writeFileSync(pruned, `${JSON.stringify(Object.fromEntries(nodes), null, 2)}\n`)
