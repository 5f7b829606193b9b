import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { freePort } from '../../scripts/free-port.ts'
import type { Roles } from '../../src/app/roles.ts'
import type { HttpLimits } from '../../src/http/limits.ts'
import type { DatabaseKind } from '../../src/store/engine/database.ts'
import type { Client, Reply } from './client.ts'
import type { InstanceData } from './database.ts'
import { type Instance, startInstance } from './instance.ts'
import { withDatabase } from './rows.ts'
import { answer, head, type Origin, type Script, startOrigin } from './servers/origin.ts'

/** The secret for upload URLs of these instances, so that a test can sign URLs that the service never would. */
export const uploadSecret = 'a secret for the tests that is long enough'

/** The origins of these tests are on loopback, and the URLs in responses must work there. */
export const mediaEnv = async (): Promise<Record<string, string>> => ({
  PORT: String(await freePort()),
  POLYPOST_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
  POLYPOST_SECRET_KEY: uploadSecret,
})

interface MediaOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly limits?: Partial<HttpLimits>
  readonly roles?: Roles
  readonly data?: InstanceData
}

export const startMediaInstance = async (
  kind: DatabaseKind,
  { env = {}, ...rest }: MediaOptions = {},
): Promise<Instance> => startInstance(kind, { env: { ...(await mediaEnv()), ...env }, ...rest })

/** An origin that stops with the test. */
export async function originFor(t: TestContext, script: Script): Promise<Origin & { readonly url: string }> {
  const origin = await startOrigin(script)
  t.after(origin.stop)
  return Object.defineProperties(origin, {
    url: { value: `http://127.0.0.1:${origin.port}/file` },
  }) as Origin & { readonly url: string }
}

/** Sends the whole file with the given headers. */
export const giving =
  (bytes: Uint8Array, headers: Readonly<Record<string, string>> = {}): Script =>
  (socket) =>
    socket.end(answer(200, headers, bytes))

/**
 * Breaks the connection after a number of bytes, a number of times. Resumes at the requested byte if its headers allow it.
 */
export function breaking(
  bytes: Uint8Array,
  { step, times, headers = {} }: { step: number; times: number; headers?: Readonly<Record<string, string>> },
): Script {
  let broken = 0
  return (socket, request) => {
    const from = /^range: bytes=(\d+)-/im.exec(request)?.[1]
    const rest = bytes.subarray(Number(from ?? 0))
    const range = from === undefined ? {} : { 'Content-Range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }
    const said = { ...headers, ...range, 'Content-Length': String(rest.length) }
    socket.write(head(from === undefined ? 200 : 206, said))
    broken += 1
    if (broken > times) socket.end(rest)
    else socket.end(rest.subarray(0, step))
  }
}

export const uploadUrl = (ask: Client, url: string, headers: Record<string, string> = {}): Promise<Reply> =>
  ask('POST', '/upload', { body: { url }, headers })

export const announce = async (
  ask: Client,
  contentType: string,
  size: number,
  headers: Record<string, string> = {},
): Promise<Upload> => (await ask('POST', '/upload', { body: { filename: 'file', contentType, size }, headers })).body

export interface Upload {
  readonly url: string
  readonly contentType: string
  readonly size: number
  readonly publicUrl: string
  readonly headers: Record<string, string>
  readonly storageKey: string
}

/** PUTs bytes as the upload requires, except for the given changes. */
export async function put(
  upload: Pick<Upload, 'url' | 'headers'>,
  bytes: Uint8Array,
  headers: Readonly<Record<string, string>> = upload.headers,
): Promise<{ status: number; code: string | undefined; message: string | undefined }> {
  const response = await fetch(upload.url, { method: 'PUT', headers, body: bytes as Uint8Array<ArrayBuffer> })
  const text = await response.text()
  const error = text.startsWith('{') ? JSON.parse(text).error : undefined
  return { status: response.status, code: error?.code, message: error?.message }
}

/** Downloads a public URL. */
export async function got(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  const response = await fetch(url, { method, headers, redirect: 'manual' })
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** The files of the embedded media host, finished or not, without small pictures. */
export async function filesOf(instanceData: InstanceData): Promise<string[]> {
  const folder = join(instanceData.directory, 'media')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  // The storage writes the folders of a file into its name.
  const small = (await smallRows(instanceData)).map(({ file }) => file.split('/').at(-1) ?? file)
  return entries
    .filter((entry) => entry.isFile() && !small.some((name) => entry.name.endsWith(name)))
    .map(({ parentPath, name }) => join(parentPath, name))
}

/** Without small pictures. */
export const mediaRows = async (instanceData: InstanceData) =>
  (await allRows(instanceData)).filter((row) => !isSmall(row))

export const smallRows = async (instanceData: InstanceData) => (await allRows(instanceData)).filter(isSmall)

const isSmall = ({ listed, small }: { readonly listed: number; readonly small: string | null }): boolean =>
  listed === 0 && small !== null

const allRows = (instanceData: InstanceData) =>
  withDatabase(instanceData, (db) => db.selectFrom('media').selectAll().orderBy('key').execute())
