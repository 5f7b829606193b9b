import assert from 'node:assert/strict'
import { z } from 'zod'
import { simulator } from '../../../../src/sandbox/platforms/bluesky/index.ts'
import { startSandbox, type TestSandbox } from '../../../harness/sandbox.ts'
import { methodCheck } from '../spec/lexicon.ts'

/** The simulated Bluesky. Every call is checked against the official lexicons. */
export interface SimulatedBluesky {
  readonly sandbox: TestSandbox
  readonly host: (name: string) => string
  readonly call: (method: string, asked?: SimulatedCall) => Promise<Answer>
  /** Creates the account if it does not exist, and signs in as it. */
  readonly signIn: (name: string) => Promise<Session>
  /** Creates a post that must not exist yet. */
  readonly put: (session: Session, record: object, rkey?: string, asked?: Partial<SimulatedCall>) => Promise<Answer>
  readonly stop: () => Promise<void>
}

export interface SimulatedCall {
  /** The default is `pds`. */
  readonly host?: string
  readonly token?: string
  readonly query?: Readonly<Record<string, string | readonly string[]>>
  readonly json?: unknown
  readonly bytes?: { readonly type: string; readonly body: Uint8Array<ArrayBuffer> }
  /** The request is invalid on purpose. */
  readonly wrong?: true
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  // Tests read any part of a response.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly body: any
}

let count = 0

/** A record key as a client chooses it, ordered by time. */
export function recordKey(time = Date.now()): string {
  const digits = '234567abcdefghijklmnopqrstuvwxyz'
  count += 1
  let text = ''
  for (let rest = (BigInt(time) * 1_000n + BigInt(count % 1_000)) << 10n; text.length < 13; rest >>= 5n)
    text = digits.charAt(Number(rest & 31n)) + text
  return text
}

export const collection = 'app.bsky.feed.post'

export const postOf = (text: string, more: object = {}) => ({
  $type: collection,
  text,
  createdAt: '2026-11-21T10:00:00.000Z',
  ...more,
})

export interface Session {
  readonly did: string
  readonly handle: string
  readonly password: string
  readonly access: string
  readonly refresh: string
}

const refusal = z.strictObject({ error: z.string(), message: z.string() })

/** Responses in which the real network differs from its lexicons (as of 2026-11-21). */
const unlikeLexicon = ['app.bsky.video.uploadVideo']

/** The values that the account of this name writes into the sign-in form. */
export async function fieldsOf(
  control: TestSandbox['control'],
  account: string,
): Promise<{ handle: string; app_password: string }> {
  return (await control('POST', '/bluesky/login', { account })).body.fields
}

export async function startSimulatedBluesky(
  options: Parameters<typeof startSandbox>[1] = {},
): Promise<SimulatedBluesky> {
  const sandbox = await startSandbox({ bluesky: simulator }, options)
  const host = (name: string) => `${sandbox.address}/bluesky/${name}`

  const call: SimulatedBluesky['call'] = async (method, asked = {}) => {
    const check = methodCheck(method)
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(asked.query ?? {}))
      for (const one of [value].flat()) query.append(name, one)
    const type = asked.bytes?.type ?? (asked.json === undefined ? null : 'application/json')
    const body = asked.bytes?.body ?? (asked.json === undefined ? undefined : JSON.stringify(asked.json))
    if (!asked.wrong && !unlikeLexicon.includes(method)) {
      assert.deepEqual([...check.parameters(query), ...check.input(type, asked.json ?? asked.bytes)], [], method)
    }
    const response = await fetch(`${host(asked.host ?? 'pds')}/xrpc/${method}?${query}`, {
      method: check.kind === 'query' ? 'GET' : 'POST',
      headers: {
        ...(asked.token !== undefined && { authorization: `Bearer ${asked.token}` }),
        ...(type !== null && { 'content-type': type }),
      },
      ...(body !== undefined && { body }),
    })
    const text = await response.text()
    const answer = text === '' ? undefined : JSON.parse(text)
    if (response.status === 200) {
      if (!unlikeLexicon.includes(method))
        assert.deepEqual(check.output(response.headers.get('content-type'), answer), [], `${method}: ${text}`)
    } else if (!unlikeLexicon.includes(method)) refusal.parse(answer)
    return { status: response.status, headers: response.headers, body: answer }
  }

  return {
    sandbox,
    host,
    call,
    signIn: async (name) => {
      const { handle, app_password: password } = await fieldsOf(sandbox.control, name)
      const json = { identifier: handle, password }
      const { status, body } = await call('com.atproto.server.createSession', { host: 'entryway', json })
      assert.equal(status, 200, JSON.stringify(body))
      return { did: body.did, handle, password, access: body.accessJwt, refresh: body.refreshJwt }
    },
    put: (session, record, rkey = recordKey(), asked = {}) =>
      call('com.atproto.repo.putRecord', {
        token: session.access,
        json: { repo: session.did, collection, rkey, record, swapRecord: null },
        ...asked,
      }),
    stop: sandbox.stop,
  }
}
