import { z } from 'zod'
import { createSandbox, type Sandbox } from '../../src/sandbox/server/server.ts'
import type { Simulator, World } from '../../src/sandbox/shared/simulator.ts'
import { createLog } from '../../src/system/log.ts'

/** A sandbox in the process of the test, on a real socket, and its control API. */
export interface TestSandbox extends Sandbox {
  /** Calls the control API: `control('POST', '/x/faults', {…})`. */
  readonly control: (method: string, path: string, body?: unknown) => Promise<ControlAnswer>
  readonly posts: (platform: string) => Promise<readonly Post[]>
  readonly requests: (platform: string, query?: string) => Promise<readonly Request[]>
  /** Moves the time forward by this number of milliseconds; otherwise time stands still. */
  readonly pass: (milliseconds: number) => void
}

// Tests read any part of a response.
// biome-ignore lint/suspicious/noExplicitAny: see above
export type AnyJson = any

export const jsonOf = (response: Response): Promise<AnyJson> => response.json()

export interface ControlAnswer {
  readonly status: number
  readonly body: AnyJson
}

const post = z.strictObject({
  id: z.string(),
  account_id: z.string(),
  text: z.string(),
  media_count: z.number(),
  reply_to: z.string().nullable(),
  url: z.string(),
  created_at: z.string(),
})
type Post = z.output<typeof post>

const brief = {
  at: z.iso.datetime(),
  method: z.string(),
  path: z.string(),
  query: z.string(),
  status: z.number().nullable(),
  fault: z.string().nullable(),
}
const headers = z.record(z.string(), z.string())
const whole = {
  headers,
  body: z.string().nullable(),
  answer_headers: headers.nullable(),
  answer: z.string().nullable(),
}
const request = z.union([z.strictObject(brief), z.strictObject({ ...brief, ...whole })])
type Request = z.output<typeof request>

interface Options {
  readonly file?: string | null
  readonly scale?: number
  readonly growth?: boolean
  /** The files that platforms can download by URL. */
  readonly fetch?: World['fetch']
}

export async function startSandbox(
  simulators: Readonly<Record<string, Simulator>>,
  { file = null, scale = 1, growth = false, fetch: fetchFile }: Options = {},
): Promise<TestSandbox> {
  let now = Date.now()
  const sandbox = await createSandbox({
    platforms: Object.entries(simulators).map(([name, simulator]) => ({ name, load: async () => simulator })),
    file,
    port: 0,
    scale,
    growth,
    ...(fetchFile && { fetch: fetchFile }),
    clock: { now: () => now },
    log: createLog({ level: 'fatal', pretty: false }),
  })
  const control: TestSandbox['control'] = async (method, path, body) => {
    const response = await fetch(`${sandbox.address}/__sandbox${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    return { status: response.status, body: await jsonOf(response) }
  }
  return {
    ...sandbox,
    control,
    posts: async (platform) =>
      z.object({ posts: z.array(post) }).parse((await control('GET', `/${platform}/posts`)).body).posts,
    requests: async (platform, query = '') =>
      z.object({ requests: z.array(request) }).parse((await control('GET', `/${platform}/requests${query}`)).body)
        .requests,
    pass: (milliseconds) => {
      now += milliseconds
    },
  }
}
