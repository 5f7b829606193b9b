import type { Json } from '../../domain/outcome.ts'
import type { SimulatedReply, SimulatedRequest, Simulator, World } from './simulator.ts'

/** The common parts of the simulated Graph APIs of Meta: how they are asked, answer, refuse, name, date and list. */

export interface GraphFault {
  readonly message: string
  readonly code: number
  readonly subcode?: number
  readonly type?: string
  readonly transient?: boolean
  /** For people. */
  readonly title?: string
  readonly explanation?: string
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

export const refuse = (fault: GraphFault, world: World): SimulatedReply => {
  const {
    message,
    code,
    subcode,
    type = 'OAuthException',
    transient,
    title,
    explanation,
    status = 400,
    headers,
  } = fault
  return {
    status,
    ...(headers ? { headers } : {}),
    body: {
      error: {
        message,
        type,
        code,
        ...(subcode === undefined ? {} : { error_subcode: subcode }),
        ...(transient === undefined ? {} : { is_transient: transient }),
        ...(title === undefined ? {} : { error_user_title: title }),
        ...(explanation === undefined ? {} : { error_user_msg: explanation }),
        fbtrace_id: `A${world.next('fbtrace').toString(36).padStart(22, 'x')}`,
      },
    },
  }
}

export const ok = (body: Json): SimulatedReply => ({ status: 200, body })

/** Meta's changelog, 2026-09: versions that are switched off still work, as the oldest one that is not. */
const newestVersion = 26

export function isGraphVersion(text: string): boolean {
  const major = Number(/^v(\d{1,2})\.\d$/.exec(text)?.[1])
  return major >= 1 && major <= newestVersion
}

/** Graph accepts a path without a version, and one with a slash at the end. */
export const usualGraphPath =
  (hosts: readonly string[], version: string): NonNullable<Simulator['usualPath']> =>
  (host, path) => {
    if (!hosts.includes(host)) return path
    const plain = path.replace(/(?<=.)\/$/, '')
    return /^\/v\d/.test(plain) ? plain : `/${version}${plain}`
  }

export const noGraphRoute =
  (hosts: readonly string[]): NonNullable<Simulator['noRoute']> =>
  (host, { path }, world) =>
    hosts.includes(host) ? refuse({ message: `Unknown path components: ${path}`, code: 2_500 }, world) : null

/** A parameter is missing or wrong. */
export const wrongParameter = (message: string, world: World): SimulatedReply =>
  refuse({ message: `(#100) ${message}`, code: 100 }, world)

/** The same answer for what does not exist and for what the caller must not see. */
export const notThere = (id: string, world: World): SimulatedReply =>
  refuse(
    {
      message: `Unsupported request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`,
      type: 'GraphMethodException',
      code: 100,
      subcode: 33,
    },
    world,
  )

/** As in `2026-09-04T12:00:00+0000`. */
export const graphTime = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().replace(/\.\d{3}Z$/, '+0000')

/** Digits alone; those with 17 or more are beyond what a double holds. A later one is larger. */
export const newGraphId = (world: World, digits = 15): string =>
  `1${String(world.next('graph id')).padStart(digits - 1, '0')}`

/** All parameters, from the query and from a form, in JSON or in parts; objects and lists as their JSON text. */
export function parametersOf(request: SimulatedRequest): Readonly<Record<string, string>> {
  const type = request.headers['content-type'] ?? ''
  const sent = type.startsWith('application/json')
    ? textsIn(request.json())
    : type.startsWith('multipart/form-data')
      ? request.parts().flatMap(({ name, filename, bytes }) => (filename === null ? [[name, bytes.toString()]] : []))
      : type.startsWith('application/x-www-form-urlencoded')
        ? [...request.form()]
        : []
  return Object.fromEntries([...request.query, ...sent])
}

const textsIn = (body: Json): [string, string][] =>
  body !== null && typeof body === 'object' && !Array.isArray(body)
    ? Object.entries(body).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])
    : []

/** JSON text of a parameter; undefined if it is none. */
export function jsonOf(text: string | undefined): Json | undefined {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The token, wherever a Graph API takes it from; `OAuth` is the scheme of the hosts that take bytes. */
export const tokenOf = (request: SimulatedRequest): string | null =>
  /^(?:Bearer|OAuth) +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1] ??
  parametersOf(request).access_token ??
  null

/** `a,b{c,d},e.limit(0)` → `a`, `b`, `e`: the requested fields, and in braces their own fields. */
export function fieldsOf(text: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  let depth = 0
  let start = 0
  const take = (end: number) => {
    const field = text.slice(start, end).trim()
    const name = /^\w+/.exec(field)?.[0]
    if (name) fields.set(name, field.slice(name.length))
    start = end + 1
  }
  for (let at = 0; at < text.length; at += 1) {
    if ('({'.includes(text[at] ?? '')) depth += 1
    else if (')}'.includes(text[at] ?? '')) depth -= 1
    else if (text[at] === ',' && depth === 0) take(at)
  }
  take(text.length)
  return fields
}

/** Only the requested fields, and the ID. Fields without a value are left out, as Meta does. */
export function pick(
  all: Readonly<Record<string, Json | undefined>>,
  fields: ReadonlyMap<string, string>,
): Record<string, Json> {
  const wanted = [...fields.keys(), 'id']
  return Object.fromEntries(
    [...new Set(wanted)].flatMap((name) => {
      const value = all[name]
      return value === undefined ? [] : [[name, value] as const]
    }),
  )
}

const usualPage = 25
const maxPage = 100

/** A request for a list, and the host that it was sent to. */
export interface ListCall {
  readonly request: SimulatedRequest
  readonly parameters: Readonly<Record<string, string>>
  readonly world: World
  /** Default `graph`. */
  readonly host?: string
}

/** A page of a list, with cursors; `next` only if there is more. */
export function page<T extends { readonly id: string }>(
  all: readonly T[],
  call: ListCall,
  shown: (one: T) => Json,
): Record<string, Json> {
  const { parameters } = call
  const limit = Math.min(maxPage, Number(parameters.limit ?? usualPage) || usualPage)
  const after = parameters.after === undefined ? -1 : all.findIndex(({ id }) => toCursor(id) === parameters.after)
  const some = all.slice(after + 1, after + 1 + limit)
  const [first, last] = [some[0], some.at(-1)]
  if (!first || !last) return { data: [] }
  const cursors = { before: toCursor(first.id), after: toCursor(last.id) }
  const isLast = after + 1 + limit >= all.length
  return { data: some.map(shown), paging: { cursors, ...(isLast ? {} : { next: nextAddress(call, cursors.after) }) } }
}

/** The whole address of the next page, with the token (developers.facebook.com, Graph API: Paginated Results, 2026-09). */
function nextAddress({ request, parameters, world, host = 'graph' }: ListCall, after: string): string {
  const { before, appsecret_proof, ...same } = parameters
  const query = new URLSearchParams({ ...same, access_token: tokenOf(request) ?? '', after })
  return `${world.address(host)}${request.path}?${query}`
}

const toCursor = (id: string): string => Buffer.from(id).toString('base64url')

export interface Usage {
  /** Whose calls are counted: a Page, an account of Instagram, a business. */
  readonly id: string
  readonly type: 'pages' | 'instagram' | 'threads'
  /** Of what is allowed, in per cent. */
  readonly percent: number
  /** Of simulated time; 0: it says nothing. */
  readonly regainMinutes: number
}

/** Both usage headers of Meta. The time to wait is in minutes; in scaled time it is no whole number. */
export const usageHeaders = (
  { id, type, percent, regainMinutes }: Usage,
  world: World,
): Readonly<Record<string, string>> => ({
  'x-app-usage': JSON.stringify({ call_count: percent, total_time: 5, total_cputime: 5 }),
  'x-business-use-case-usage': JSON.stringify({
    [id]: [
      {
        type,
        call_count: percent,
        total_cputime: 5,
        total_time: 5,
        estimated_time_to_regain_access: world.scaled(regainMinutes),
      },
    ],
  }),
})
