import assert from 'node:assert/strict'
import { after } from 'node:test'
import {
  createHttpClient,
  type FaultKind,
  type HttpClient,
  OutboundFault,
  type OutboundResponse,
} from '../../src/outbound/http-client.ts'
import { eventually } from './eventually.ts'
import { type Origin, type Script, startOrigin } from './servers/origin.ts'

/** The body as a whole. */
export async function bytesOf({ body }: OutboundResponse): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of body) parts.push(part)
  return Buffer.concat(parts)
}

export const textOf = async (response: OutboundResponse): Promise<string> => (await bytesOf(response)).toString()

/** The result of an exchange, including reading its body. */
async function faultOf(exchange: Promise<OutboundResponse>): Promise<OutboundFault> {
  try {
    await bytesOf(await exchange)
  } catch (error) {
    if (error instanceof OutboundFault) return error
    throw error
  }
  return assert.fail('no fault')
}

export async function fails(kind: FaultKind, exchange: ReturnType<HttpClient['request']>): Promise<OutboundFault> {
  const fault = await faultOf(exchange)
  assert.equal(fault.kind, kind, `${fault.kind}: ${fault.message}`)
  return fault
}

/** No socket is open. */
export const nothingLeft = (): boolean =>
  process.getActiveResourcesInfo().every((one) => !/^(TCPSocketWrap|TLSWrap)$/.test(one))

export const exceptions = ['127.0.0.0/8']

/** Starts an origin, and a client that may reach it by a name. Everything stops at the end of the file. */
export function originsOfThisFile() {
  const origins: Origin[] = []
  after(async () => {
    await Promise.all(origins.map((origin) => origin.stop()))
    await eventually('no socket is left', nothingLeft)
  })
  return async (script: Script) => {
    const origin = await startOrigin(script)
    origins.push(origin)
    const looked: string[] = []
    const lookup = async (name: string) => {
      looked.push(name)
      return ['127.0.0.1']
    }
    const client = createHttpClient({ exceptions, lookup })
    return { origin, client, looked, url: `http://origin.test:${origin.port}/path?query=1` }
  }
}

export const saying =
  (bytes: string | Uint8Array): Script =>
  (socket) =>
    socket.end(bytes)
