import { type JSONRPCMessage, PROTOCOL_VERSION_META_KEY, parseJSONRPCMessage } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { second } from '../../domain/time.ts'

export interface Target {
  readonly url: URL
  readonly key: string
}

/** Publishing checks can ask platforms, which takes long. */
const longestAnswer = 300 * second

/** The code of JSON-RPC for errors of a server. */
const serverError = -32_000

/** Sends a message to the instance, and returns the messages of its response. */
export async function forward(message: JSONRPCMessage, { url, key }: Target): Promise<readonly JSONRPCMessage[]> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headersOf(message), authorization: `Bearer ${key}` },
      body: JSON.stringify(message),
      redirect: 'error',
      signal: AbortSignal.timeout(longestAnswer),
    })
    const answers = readMessages(response.headers.get('content-type') ?? '', await response.text())
    const refusal = apiError.safeParse(answers[0]).data?.error
    return refusal ? failed(message, `${refusal.code}: ${refusal.message}`) : answers.map(parseJSONRPCMessage)
  } catch (cause) {
    const isLate = cause instanceof Error && cause.name === 'TimeoutError'
    return failed(
      message,
      `${url.origin} ${isLate ? 'did not respond in time' : 'does not respond'}. Check POLYPOST_URL, and that Polypost runs there.`,
    )
  }
}

/** The parts of a message that a client must repeat in headers (MCP 2026-07-28, Streamable HTTP). */
function headersOf(message: JSONRPCMessage): Record<string, string> {
  const { method, params } = request.parse(message)
  const version = params?._meta?.[PROTOCOL_VERSION_META_KEY]
  const name = params?.name ?? params?.uri
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(version !== undefined && { 'mcp-protocol-version': version }),
    ...(method !== undefined && { 'mcp-method': method }),
    ...(name !== undefined && { 'mcp-name': asHeader(name) }),
  }
}

const request = z.looseObject({
  method: z.string().optional(),
  params: z
    .looseObject({
      name: z.string().optional().catch(undefined),
      uri: z.string().optional().catch(undefined),
      _meta: z.looseObject({ [PROTOCOL_VERSION_META_KEY]: z.string().optional() }).optional(),
    })
    .optional(),
})

const asHeader = (text: string): string =>
  /^[\x21-\x7e]+$/.test(text) ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`

/** An error of the API instead of a message: the key is not valid, or its rate limit is used up. */
const apiError = z.object({ status: z.literal('error'), error: z.object({ code: z.string(), message: z.string() }) })

function readMessages(contentType: string, text: string): unknown[] {
  if (text === '') return []
  if (!contentType.startsWith('text/event-stream')) return [JSON.parse(text)].flat()
  return [...text.matchAll(/^data: ?(.+)$/gm)].map(([, data = '']) => JSON.parse(data))
}

/** A notification gets no response, not even an error. */
const failed = (message: JSONRPCMessage, reason: string): JSONRPCMessage[] =>
  'id' in message && message.id !== undefined
    ? [{ jsonrpc: '2.0', id: message.id, error: { code: serverError, message: reason } }]
    : []
