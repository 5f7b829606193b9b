import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'

/**
 * Extracts from Meta's own specification of the Graph API (facebook/facebook-business-sdk-codegen, api_specs, commit
 * ad2b0b6 of 2026-04-15) the parts that are used here: the edges of a node, and the names and types of their parameters
 * and of the nodes' fields. None of its text is kept.
 * `node test/platforms/facebook/spec/prune.ts <folder of the specification> <graph.json>`
 */
const [folder = '', pruned = ''] = process.argv.slice(2)

/** Nodes, and their calls that Polypost makes or its simulated Facebook supports. */
const used: Readonly<Record<string, readonly string[]>> = {
  Page: [
    'POST feed',
    'POST photos',
    'POST videos',
    'POST video_reels',
    'POST video_stories',
    'POST photo_stories',
    'GET published_posts',
    'GET stories',
    'GET video_reels',
  ],
  PagePost: ['GET comments', 'POST comments', 'GET insights', 'POST ', 'GET '],
  AdVideo: ['GET comments', 'POST comments', 'POST thumbnails', 'GET thumbnails', 'GET video_insights', 'GET '],
  Comment: ['GET comments', 'POST comments', 'POST ', 'GET '],
  Photo: ['GET '],
  VideoThumbnail: [],
  InsightsResult: [],
}

const named = z.object({ name: z.string(), type: z.string() })
const file = z.object({
  apis: z.array(z.object({ method: z.string(), endpoint: z.string().optional(), params: z.array(named) })),
  fields: z.array(named),
})
const enums = z.array(z.object({ name: z.string(), values: z.array(z.string()) }))

const read = (name: string): unknown => JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8'))
const types = (all: readonly z.output<typeof named>[]) => Object.fromEntries(all.map(({ name, type }) => [name, type]))

/** Only the used fields of a Page: it has many more. */
const pageFields = ['id', 'name', 'username', 'category', 'access_token', 'followers_count', 'fan_count']
const isUsed = (node: string, field: string): boolean => node !== 'Page' || pageFields.includes(field)

const nodes = Object.fromEntries(
  Object.entries(used).map(([node, calls]) => {
    const { apis, fields } = file.parse(read(node))
    const edges = calls.map((call) => {
      const found = apis.find(({ method, endpoint = '' }) => `${method} ${endpoint}` === call)
      if (!found) throw new Error(`${node} has no ${call}.`)
      return [call.trim(), types(found.params)]
    })
    return [node, { fields: types(fields.filter(({ name }) => isUsed(node, name))), edges: Object.fromEntries(edges) }]
  }),
)
const text = JSON.stringify(nodes)
const values = enums.parse(read('enum_types')).filter(({ name }) => text.includes(`"${name}"`))
const small = { nodes, enums: Object.fromEntries(values.map(({ name, values }) => [name, values])) }
writeFileSync(pruned, `${JSON.stringify(small, null, 2)}\n`)
