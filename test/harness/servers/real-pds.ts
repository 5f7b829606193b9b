import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { second } from '../../../src/domain/time.ts'
import { install } from '../../real-pds/install.ts'
import { startHttpProxy } from './http-proxy.ts'

/** Bluesky’s own server with its own directory, and Bluesky's own client to read it. */
export interface RealPds {
  /** The URL that resolves handles. */
  readonly entryway: string
  /** The server of the accounts, as in their DID documents. */
  readonly url: string
  /** The directory of DIDs. */
  readonly plc: string
  readonly makeAccount: () => Promise<PdsAccount>
  /** Revokes the app password, and ends its sessions. */
  readonly revoke: (account: PdsAccount) => Promise<void>
  /** All posts of an account, oldest first. */
  readonly posts: (did: string) => Promise<readonly PdsPost[]>
  readonly blob: (did: string, cid: string) => Promise<{ readonly type: string; readonly bytes: Buffer }>
  /** The facets that Bluesky's own client finds in a text. */
  readonly facets: (text: string) => Promise<unknown>
  /** How often a method was called with this status since the server started. */
  readonly count: (method: string, status: number) => number
  /** The next call of this method takes effect, but its response is lost. */
  readonly loseAnswer: (method: string) => void
  /** Expires all existing access tokens. */
  readonly endSessions: () => Promise<void>
  readonly stop: () => Promise<void>
}

export interface PdsAccount {
  readonly did: string
  readonly handle: string
  readonly appPassword: string
}

export type PdsPost = z.output<typeof postSchema>

const placesSchema = z.object({ pds: z.url(), plc: z.url(), jwtSecret: z.string() })
const accountSchema = z.object({ did: z.string(), handle: z.string(), appPassword: z.string() })
const postSchema = z.object({ uri: z.string(), cid: z.string(), value: z.record(z.string(), z.unknown()) })
const blobSchema = z.object({ type: z.string(), base64: z.base64() })
const answerSchema = z.object({ id: z.number(), value: z.unknown().optional(), error: z.string().optional() })

const program = fileURLToPath(new URL('../../real-pds/server.mjs', import.meta.url))
const pause = 10 // milliseconds
const refreshPath = '/xrpc/com.atproto.server.refreshSession'

export async function startRealPds(): Promise<RealPds> {
  await install()
  let jwtSecret = ''
  let oldBefore = 0
  const between = await startHttpProxy((path, headers) =>
    path === refreshPath ? headers : { ...headers, ...aged(headers, oldBefore, jwtSecret) },
  )
  const count = (method: string, status: number): number =>
    between.passed.filter((one) => one.path === `/xrpc/${method}` && one.status === status).length
  const child = await startChild(between.url).catch(async (error) => {
    await between.stop()
    throw error
  })
  const { pds, plc, jwtSecret: secret } = placesSchema.parse(child.first)
  jwtSecret = secret
  between.forwardTo(pds)
  let made = 0
  return {
    entryway: pds,
    url: between.url,
    plc,
    makeAccount: async () => {
      made += 1
      return accountSchema.parse(await child.tell('account', { name: `account${made}` }))
    },
    revoke: async (account) => {
      await child.tell('revoke', account)
    },
    posts: async (did) => z.array(postSchema).parse(await child.tell('posts', { did })),
    blob: async (did, cid) => {
      const { type, base64 } = blobSchema.parse(await child.tell('blob', { did, cid }))
      return { type, bytes: Buffer.from(base64, 'base64') }
    },
    facets: (text) => child.tell('facets', { text }),
    count,
    loseAnswer: (method) => between.loseNext(`/xrpc/${method}`),
    endSessions: async () => {
      oldBefore = Math.floor(Date.now() / second) + 1
      while (Date.now() < oldBefore * second) await sleep(pause)
    },
    stop: async () => {
      await child.end()
      await between.stop()
    },
  }
}

/** Turns a token from before that second into an expired one, with a valid signature of the server. */
function aged({ authorization = '' }: IncomingHttpHeaders, before: number, secret: string): IncomingHttpHeaders {
  const [head, body] = authorization.replace(/^Bearer /, '').split('.')
  if (!head || !body) return {}
  const claims = z.looseObject({ iat: z.number() }).parse(JSON.parse(Buffer.from(body, 'base64url').toString()))
  if (claims.iat >= before) return {}
  const signed = `${head}.${Buffer.from(JSON.stringify({ ...claims, exp: claims.iat })).toString('base64url')}`
  return { authorization: `Bearer ${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}` }
}

/** The server's process, which reads commands line by line. */
async function startChild(publicUrl: string) {
  const env = { ...process.env, LOG_ENABLED: 'false' }
  const child = spawn(process.execPath, [program, publicUrl], { stdio: ['pipe', 'pipe', 'inherit'], env })
  const ended = once(child, 'close')
  const lines = createInterface({ input: child.stdout })
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  const first = Promise.withResolvers<unknown>()
  lines.once('line', (line) => {
    first.resolve(JSON.parse(line))
    lines.on('line', (next) => {
      const { id, value, error } = answerSchema.parse(JSON.parse(next))
      if (error === undefined) waiting.get(id)?.resolve(value)
      else waiting.get(id)?.reject(new Error(`The Bluesky server for the tests: ${error}`))
      waiting.delete(id)
    })
  })
  const fail = () => {
    const error = new Error('The Bluesky server for the tests has ended.')
    for (const one of [first, ...waiting.values()]) one.reject(error)
  }
  child.on('close', fail)
  let last = 0
  return {
    first: await first.promise,
    tell: (command: string, input: object): Promise<unknown> => {
      assert.equal(child.exitCode, null, 'The Bluesky server for the tests has ended.')
      const answer = Promise.withResolvers<unknown>()
      last += 1
      waiting.set(last, answer)
      child.stdin.write(`${JSON.stringify({ id: last, command, ...input })}\n`)
      return answer.promise
    },
    end: async () => {
      child.stdin.end()
      await ended
    },
  }
}
