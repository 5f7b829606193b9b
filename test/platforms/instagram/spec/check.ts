import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Exchange, Faults } from '../../../harness/openapi-check.ts'

/**
 * Checks calls with Meta's codegen specs (facebook/facebook-business-sdk-codegen, api_specs, commit ad2b0b6 of
 * 2026-04-15): `prune.ts` extracts names and types from them into `names.json`. The specs themselves are under Meta's
 * Platform licence, and are not kept here.
 */
const types = z.record(z.string(), z.string())
const names = z
  .record(z.string(), z.object({ fields: types, calls: z.record(z.string(), types) }))
  .parse(JSON.parse(readFileSync(new URL('names.json', import.meta.url), 'utf8')))

type Host = 'api' | 'graph'
type Kind = 'user' | 'media' | 'comment' | 'container'

const nodes: Readonly<Record<Host, Readonly<Record<Kind, string>>>> = {
  api: {
    user: 'IGUserForIGOnlyAPI',
    media: 'IGMediaForIGOnlyAPI',
    comment: 'IGComment',
    container: 'ShadowIGMediaBuilder',
  },
  graph: { user: 'IGUser', media: 'IGMedia', comment: 'IGComment', container: 'ShadowIGMediaBuilder' },
}

/** In the documentation (IG User Media and Content Publishing, 2026-09), but not in the specs of April. */
const documented: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'POST media': { is_paid_partnership: 'bool', branded_content_sponsor_ids: 'list<string>' },
  'GET comments': { limit: 'int', after: 'string' },
  'GET replies': { limit: 'int', after: 'string' },
  'GET media': { limit: 'int', after: 'string' },
  'GET stories': { limit: 'int', after: 'string' },
}
/** Every call accepts these. */
const common = { fields: 'string', access_token: 'string', appsecret_proof: 'string' }
/** Read by all clients, and on the documentation pages, but in no spec. */
const alsoFields: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  IGComment: { replies: 'list' },
  ContentPublishingLimitResponse: {},
}

/** The format of the simulated Instagram. */
const userIds = /^784/

/** The node types with such an edge, for IDs from other sources. */
const ofEdge: Readonly<Record<string, Kind>> = { comments: 'media', insights: 'media', replies: 'comment' }

/** The type of each ID, learned from the responses that contained it. */
export function createInstagramCheck(): (host: Host, exchange: Exchange) => Faults {
  const kinds = new Map<string, Kind>()

  const learn = (path: string, answer: unknown): void => {
    const id = z.object({ id: z.string() }).safeParse(answer).data?.id
    const made = { media: 'container', media_publish: 'media', comments: 'comment', replies: 'comment' } as const
    const edge = path.split('/')[2]
    const known = Object.entries(made).find(([name]) => name === edge)
    if (id !== undefined && known) kinds.set(id, known[1])
    for (const one of listIn(answer))
      if (typeof one.id === 'string')
        kinds.set(one.id, edge === 'comments' || edge === 'replies' ? 'comment' : (kinds.get(one.id) ?? 'media'))
  }

  return (host, { method, path, query, body, status, answer }) => {
    const [, id = '', edge = ''] = path.replace(/^\/v\d+\.\d\b/, '').split('/')
    // Only a comment has a parent comment.
    const asked = namesIn(query.get('fields') ?? '')
    const unlisted = asked.includes('parent_id') ? 'comment' : 'media'
    const kind = kinds.get(id) ?? ofEdge[edge] ?? (userIds.test(id) ? 'user' : unlisted)
    const node = names[nodes[host][kind]]
    // The spec of graph.instagram.com writes this edge as one word; documentation and all code use two.
    const call = `${method} ${edge}`.trim()
    const params = node?.calls[call] ?? node?.calls[call.replace('_', '')]
    const isRead = method === 'GET' && edge === ''
    if (!node || (!params && !isRead)) return { request: [`there is no ${call} of a ${kind}`], answer: [] }
    const known = { ...common, ...params, ...documented[call] }
    const given = {
      ...Object.fromEntries(query),
      ...z
        .record(z.string(), z.unknown())
        .catch({})
        .parse(body ?? {}),
    }
    const shown = shownBy(host, edge, isRead, node)
    const requestFaults = [
      ...Object.entries(given).flatMap(([name, value]) => faultOf(name, value, known)),
      ...(shown ? asked.filter((name) => shown[name] === undefined).map((name) => `there is no field ${name}`) : []),
    ]
    if (status !== 200) return { request: requestFaults, answer: errorFaults(answer) }
    learn(path.replace(/^\/v\d+\.\d\b/, ''), answer)
    const items = shown ? (edge === '' ? [answer] : listIn(answer)) : []
    const answerFaults = items.flatMap((item) =>
      Object.entries(z.record(z.string(), z.unknown()).parse(item)).flatMap(([name, value]) =>
        faultOf(name, value, { ...shown, id: 'string' }),
      ),
    )
    return { request: requestFaults, answer: answerFaults }
  }
}

type Node = (typeof names)[string]

function shownBy(host: Host, edge: string, isRead: boolean, node: Node): Record<string, string> | null {
  const of = (name: string) => ({ ...names[name]?.fields, ...alsoFields[name] })
  if (isRead) return node === names.IGComment ? of('IGComment') : { ...node.fields }
  if (edge === 'media' || edge === 'stories') return of(nodes[host].media)
  if (edge === 'comments' || edge === 'replies') return of('IGComment')
  if (edge === 'content_publishing_limit') return { ...of('ContentPublishingLimitResponse'), id: 'string' }
  return null
}

const listIn = (answer: unknown) =>
  z.object({ data: z.array(z.record(z.string(), z.unknown())) }).safeParse(answer).data?.data ?? []

/** The outermost names: `a,b{c}` → `a`, `b`. */
function namesIn(fields: string): string[] {
  let flat = fields
  while (/[({][^(){}]*[)}]/.test(flat)) flat = flat.replaceAll(/[({][^(){}]*[)}]/g, '')
  return flat.split(',').flatMap((name) => name.replace(/\..*/, '') || [])
}

const forms: Readonly<Record<string, z.ZodType>> = {
  string: z.string(),
  bool: z.union([z.boolean(), z.enum(['true', 'false'])]),
  int: z.union([z.int(), z.string().regex(/^\d+$/)]),
  'unsigned int': z.union([z.int(), z.string().regex(/^\d+$/)]),
  datetime: z.string(),
  map: z.record(z.string(), z.unknown()),
}

function faultOf(name: string, value: unknown, known: Readonly<Record<string, string | undefined>>): string[] {
  const type = known[name]
  if (type === undefined) return [`there is no ${name}`]
  // In a query, lists are separated by commas; enumerations and nodes are not checked further.
  const form = type.startsWith('list<') ? z.union([z.array(z.unknown()), z.string()]) : forms[type]
  return form && !form.safeParse(value).success ? [`${name} is no ${type}: ${JSON.stringify(value)}`] : []
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

const errorFaults = (answer: unknown): string[] =>
  answer === undefined || error.safeParse(answer).success ? [] : ['the error has another shape']
