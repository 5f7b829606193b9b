import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { second } from '../../domain/time.ts'
import { CommandFault } from '../fault.ts'

/** One request to the instance, as the report shows it. */
export interface Call {
  readonly method: string
  readonly path: string
  readonly sent: unknown
  readonly status: number
  readonly answer: unknown
  /** In milliseconds. */
  readonly took: number
  /** How often the request was sent; only the last answer is kept. */
  readonly times: number
}

export interface Api {
  /** Sends a request; throws `ApiFault` for an error. */
  readonly ask: <T>(schema: z.ZodType<T>, method: string, path: string, body?: object) => Promise<T>
  /** Sends a file to the address that `POST /upload` returned. */
  readonly put: (url: string, headers: Readonly<Record<string, string>>, file: Uint8Array) => Promise<void>
  /** Waits; Ctrl-C ends the wait with an error. */
  readonly pause: (milliseconds: number) => Promise<void>
  /** The requests since the last time. */
  readonly takeCalls: () => readonly Call[]
}

/** The instance refused a request. */
export class ApiFault extends Error {
  /** The code of the error and those of its details. */
  readonly codes: readonly string[]

  constructor(codes: readonly string[], message: string) {
    super(message)
    this.codes = codes
  }
}

const errorBody = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    details: z.array(z.looseObject({ code: z.string(), message: z.string() })),
  }),
})

/** A platform that checks a post can take long. */
const longestAnswer = 300 * second

export function createApi(base: string, key: string, signal: AbortSignal): Api {
  let calls: Call[] = []

  function record(call: Omit<Call, 'times'>): void {
    const last = calls.at(-1)
    const repeated = last && call.method === 'GET' && last.method === 'GET' && last.path === call.path
    if (repeated) calls.pop()
    calls.push({ ...call, times: repeated ? last.times + 1 : 1 })
  }

  const pause = async (milliseconds: number): Promise<void> => {
    await sleep(milliseconds, undefined, { signal })
  }

  async function exchange(method: string, url: string, shown: Pick<Call, 'path' | 'sent'>, init: RequestInit) {
    const start = performance.now()
    const limit = AbortSignal.any([signal, AbortSignal.timeout(longestAnswer)])
    const response = await fetch(url, { ...init, method, redirect: 'error', signal: limit }).catch((cause: unknown) => {
      if (signal.aborted) throw cause
      throw new CommandFault(`${new URL(url).origin} does not respond. Start Polypost first, or set --url.`, { cause })
    })
    const text = await response.text()
    const answer = jsonOf(text)
    record({ method, ...shown, status: response.status, answer, took: performance.now() - start })
    return { response, answer }
  }

  const ask: Api['ask'] = async (schema, method, path, body) => {
    const { response, answer } = await exchange(
      method,
      `${base}/api/v1${path}`,
      { path, sent: body ?? null },
      {
        headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      },
    )
    if (response.status === 429) {
      await pause((Number(response.headers.get('retry-after')) || 1) * second)
      return ask(schema, method, path, body)
    }
    if (!response.ok) throw faultOf(response.status, answer)
    const { data, error } = schema.safeParse(answer)
    if (error) throw new CommandFault(`The answer to ${method} ${path} is not one of Polypost. Check --url.`)
    return data
  }

  return {
    ask,
    pause,
    put: async (url, headers, file) => {
      const shown = { path: url, sent: `${file.byteLength} bytes` }
      const { response, answer } = await exchange('PUT', url, shown, {
        headers: { ...headers },
        body: new Blob([new Uint8Array(file)]),
      })
      if (!response.ok) throw faultOf(response.status, answer)
    },
    takeCalls: () => {
      const taken = calls
      calls = []
      return taken
    },
  }
}

function faultOf(status: number, answer: unknown): ApiFault {
  const { data } = errorBody.safeParse(answer)
  if (!data) return new ApiFault([], `The request failed with status ${status}.`)
  const { code, message, details } = data.error
  const sentences = new Set([message, ...details.map((detail) => detail.message)])
  return new ApiFault([code, ...details.map((detail) => detail.code)], [...sentences].join(' '))
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
