import assert from 'node:assert/strict'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { Instance } from './instance.ts'
import { main } from './process.ts'

/** Two kinds of clients: of the years before 2026, which open with `initialize`, and newer ones. */
const negotiations = { legacy: 'legacy', modern: { pin: '2026-07-28' } } as const
export const eras = ['legacy', 'modern'] as const
export const transports = ['http', 'stdio'] as const

interface Options {
  readonly era?: (typeof eras)[number]
  readonly transport?: (typeof transports)[number]
  /** Sees each answer over HTTP. */
  readonly see?: (answer: Response) => void
  /** The answer of the person if they are asked; without it the client cannot ask. */
  readonly person?: (question: string) => { action: 'accept'; content: { yes: boolean } } | { action: 'decline' }
}

/** An assistant, which is the official client. */
export interface Assistant {
  readonly client: Client
  /** Calls a tool that must succeed, and returns its output. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read outputs of every shape, and the client checks their schemas.
  readonly use: (tool: string, input?: Record<string, unknown>) => Promise<any>
  /** Calls a tool that must fail, and returns the error. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly fail: (tool: string, input?: Record<string, unknown>) => Promise<any>
}

/** A key that needs a person’s yes. */
export async function askingKey(
  { owner }: Pick<Instance, 'owner'>,
  { id }: { readonly id: number },
  more: object = {},
): Promise<string> {
  const body = { name: 'asking', unattended: false, ...more }
  return (await owner('POST', `/admin/users/${id}/keys`, { body })).body.data.key
}

const open: { base: string; client: Client }[] = []

export async function connectAssistant(
  base: string,
  key: string,
  { era = 'modern', transport = 'http', person, see = () => {} }: Options = {},
): Promise<Assistant> {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: negotiations[era] }, capabilities: person ? { elicitation: { form: {} } } : {} },
  )
  if (person) client.setRequestHandler('elicitation/create', async ({ params }) => person(params.message))
  await client.connect(transport === 'http' ? overHttp(base, key, see) : overStdio(base, key))
  open.push({ base, client })
  const call = async (name: string, input: Record<string, unknown> = {}) => {
    const result = await client.callTool({ name, arguments: input })
    const [first] = result.content
    assert.ok(first?.type === 'text')
    return { ...result, text: first.text }
  }
  return {
    client,
    use: async (name, input) => {
      const { isError, text, structuredContent } = await call(name, input)
      assert.ok(!isError, text)
      assert.deepEqual(JSON.parse(text), structuredContent, 'the text has the same content')
      return structuredContent
    },
    fail: async (name, input) => {
      const { isError, text } = await call(name, input)
      assert.ok(isError, text)
      return text.startsWith('{') ? JSON.parse(text).error : { message: text }
    },
  }
}

/** Those of one instance: another suite of this process may use others at the same time. */
export const disconnectAssistants = (of: string) =>
  Promise.all(open.flatMap(({ base, client }) => (base === of ? [client.close()] : [])))

const overHttp = (base: string, key: string, see: (answer: Response) => void) =>
  new StreamableHTTPClientTransport(new URL('/mcp', base), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
    fetch: async (...asked) => {
      const answer = await fetch(...asked)
      see(answer)
      return answer
    },
  })

const overStdio = (base: string, key: string) =>
  new StdioClientTransport({
    command: process.execPath,
    args: [main, 'mcp'],
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'test', POLYPOST_URL: base, POLYPOST_API_KEY: key },
  })
