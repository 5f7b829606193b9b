import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { SeenRequest } from '../../../harness/simulated.ts'

/**
 * Checks the calls to Facebook with Meta's own specification of the Graph API (`prune.ts` makes `graph.json` of it):
 * every parameter and every field must be in it.
 */
const types = z.record(z.string(), z.string())
const { nodes, enums } = z
  .object({
    nodes: z.record(z.string(), z.object({ fields: types, edges: z.record(z.string(), types) })),
    enums: z.record(z.string(), z.array(z.string())),
  })
  .parse(JSON.parse(readFileSync(new URL('graph.json', import.meta.url), 'utf8')))

/** For every call; lists have the last three. */
const everywhere = ['fields', 'access_token', 'appsecret_proof', 'limit', 'after', 'before']

/** The specification has no file for the items of these lists (Page Stories API, 2026-09-11), or lacks a parameter. */
const stories = ['post_id', 'status', 'creation_time', 'media_type', 'media_id', 'url']
const alsoDocumented: Readonly<Record<string, readonly string[]>> = {
  // A file is sent as `source`; the specification only has its URL.
  'POST photos': ['source'],
}
/** Edges that can be requested as fields, and how they are read. */
const alsoFields = ['comments', 'reactions', 'attachments', 'followers_count', 'name', 'url']

interface Edge {
  readonly node: string
  readonly edge: string
  readonly parameters: Readonly<Record<string, string>>
}

/** Messages about everything that the specification does not contain. */
export function graphFaults(seen: SeenRequest): readonly string[] {
  const path = /\/facebook\/(graph|video)\/v\d+\.\d\/(.*)$/.exec(seen.path)?.[2]
  if (path === undefined || /^(me\b|debug_token|oauth\/)|\/(owned|client)_pages$/.test(path)) return []
  const [, edge = ''] = path.split('/')
  const call = `${seen.method} ${edge}`.trim()
  const found = Object.entries(nodes).flatMap(([node, { edges }]): Edge[] => {
    const parameters = edges[call]
    return parameters ? [{ node, edge, parameters }] : []
  })
  if (found.length === 0 && call !== 'DELETE') return [`there is no ${call}`]
  if (seen.fault !== null) return []
  // A refused call may be wrong in any way.
  return seen.status === 200 ? [...parameterFaults(call, found, seen), ...answerFaults(found, seen)] : errorFaults(seen)
}

function parameterFaults(call: string, found: readonly Edge[], { query, body, headers }: SeenRequest): string[] {
  const isForm = /urlencoded/.test(headers['content-type'] ?? '')
  const given = [...new URLSearchParams(query), ...(isForm && body !== null ? new URLSearchParams(body) : [])]
  return given.flatMap(([written, value]) => {
    // A list may be sent item by item.
    const name = written.replace(/\[\d+\]$/, '')
    if (name !== written)
      return found.some(({ parameters }) => name in parameters) ? [] : [`${call} knows no ${written}`]
    if (everywhere.includes(name) || alsoDocumented[call]?.includes(name)) return []
    const known = found.flatMap(({ parameters }) => parameters[name] ?? [])
    if (known.length === 0) return [`${call} knows no parameter ${name}`]
    return known.some((type) => fits(value, type)) ? [] : [`${name}=${value} is no ${known.join(' or ')}`]
  })
}

/** Values of an enumeration are accepted in any case. */
function fits(value: string, type: string): boolean {
  if (type === 'bool') return value === 'true' || value === 'false'
  if (type === 'unsigned int' || type === 'int') return /^\d+$/.test(value)
  if (type === 'list<Object>') return value.startsWith('[') || /^[\w,]+$/.test(value)
  const names = enums[type]
  return names === undefined || names.some((name) => name.toLowerCase() === value.toLowerCase())
}

const anObject = z.record(z.string(), z.unknown())
const list = z.object({ data: z.array(anObject) })

const listed: Readonly<Record<string, string>> = {
  published_posts: 'PagePost',
  video_reels: 'AdVideo',
  comments: 'Comment',
  thumbnails: 'VideoThumbnail',
  insights: 'InsightsResult',
  video_insights: 'InsightsResult',
}

/** A created object returns its ID, and a change returns success; everything else is a node, or a list of nodes. */
function answerFaults(found: readonly Edge[], { method, answer }: SeenRequest): string[] {
  const [{ edge = '' } = {}] = found
  const body: unknown = JSON.parse(answer ?? 'null')
  if (method !== 'GET') return anObject.safeParse(body).success ? [] : ['the answer is no object']
  if (edge === '')
    return unknownFields(
      anObject.parse(body),
      Object.values(nodes).map(({ fields }) => fields),
    )
  const { data } = list.parse(body)
  const node = listed[edge]
  const fields = node === undefined ? Object.fromEntries(stories.map((name) => [name, 'string'])) : nodes[node]?.fields
  return data.flatMap((one) => unknownFields(one, [fields ?? {}]))
}

const unknownFields = (shown: object, known: readonly Readonly<Record<string, string>>[]): string[] =>
  Object.keys(shown).flatMap((name) =>
    alsoFields.includes(name) || known.some((fields) => name in fields) ? [] : [`there is no field ${name}`],
  )

const errorBody = z.strictObject({
  error: z.strictObject({
    message: z.string(),
    type: z.string(),
    code: z.int(),
    error_subcode: z.int().optional(),
    is_transient: z.boolean().optional(),
    error_user_title: z.string().optional(),
    error_user_msg: z.string().optional(),
    fbtrace_id: z.string(),
  }),
})

const errorFaults = ({ answer }: SeenRequest): string[] =>
  errorBody.safeParse(JSON.parse(answer ?? 'null')).success ? [] : ['the error has not the form of the Graph API']
