import type { ServerResponse } from 'node:http'
import { startHttp } from './http-server.ts'

/** The two protocols of language models. */
export const providers = ['openai-compatible', 'anthropic'] as const

export type Provider = (typeof providers)[number]

/** A request as it arrived. */
export interface AskedModel {
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly instructions: string
  readonly input: string
  readonly maxTokens: number
  readonly body: Readonly<Record<string, unknown>>
}

export interface ModelAnswer {
  /** Sent as the model's text; a value that is not a string is sent as JSON. */
  readonly said?: unknown
  /** Whether the model stopped at its token limit. */
  readonly cutOff?: boolean
  readonly tokens?: { readonly input: number; readonly output: number }
}

/** A raw HTTP response instead of one in the protocol. */
export type Script = (asked: AskedModel, index: number) => ModelAnswer | ((response: ServerResponse) => unknown)

export interface SimulatedModel {
  readonly asked: readonly AskedModel[]
  /** The settings with which an instance uses it. */
  readonly env: Readonly<Record<string, string>>
  /** Sets its responses from now on, and resets the count of requests. */
  readonly answers: (script: Script) => void
  readonly stop: () => Promise<void>
}

export const modelKey = 'sk-model-key-of-the-operator'

/** A language model on loopback with scripted responses, written from the documentation of its protocol. */
export async function startModel(provider: Provider): Promise<SimulatedModel> {
  const asked: AskedModel[] = []
  let script: Script = () => ({ said: {} })
  const { origin, stop } = await startHttp(async (request, response) => {
    // It has no list of models.
    if (request.method === 'GET') {
      response.writeHead(404).end()
      return
    }
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const body = JSON.parse(Buffer.concat(pieces).toString())
    const { url: path = '', headers } = request
    const one = { path, headers, body, ...protocols[provider].question(body) }
    const answer = script(one, asked.push(one) - 1)
    if (typeof answer === 'function') {
      answer(response)
      return
    }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(protocols[provider].answer(answer)))
  })
  return {
    asked,
    env: {
      LLM_PROVIDER: provider,
      LLM_BASE_URL: `${origin}/v1`,
      LLM_API_KEY: modelKey,
      LLM_MODEL: 'small',
      // Retries happen at once.
      POLYPOST_TIME_SCALE: '1000',
    },
    answers: (next) => {
      asked.length = 0
      script = next
    },
    stop,
  }
}

interface Protocol {
  // biome-ignore lint/suspicious/noExplicitAny: the body of a request, which the tests read.
  readonly question: (body: any) => Pick<AskedModel, 'instructions' | 'input' | 'maxTokens'>
  readonly answer: (answer: ModelAnswer) => unknown
}

const textOf = (said: unknown): string => (typeof said === 'string' ? said : JSON.stringify(said))
const someTokens = { input: 100, output: 20 }

const protocols: Readonly<Record<Provider, Protocol>> = {
  /** platform.openai.com, API reference, “Create chat completion”, 2026-11. */
  'openai-compatible': {
    question: ({ messages, max_tokens }) => ({
      instructions: messages[0].content,
      input: messages[1].content,
      maxTokens: max_tokens,
    }),
    answer: ({ said = {}, cutOff = false, tokens = someTokens }) => ({
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1_760_000_000,
      model: 'small',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: textOf(said) },
          finish_reason: cutOff ? 'length' : 'stop',
        },
      ],
      usage: {
        prompt_tokens: tokens.input,
        completion_tokens: tokens.output,
        total_tokens: tokens.input + tokens.output,
      },
    }),
  },
  /** docs.anthropic.com, “Messages”, 2026-11. */
  anthropic: {
    question: ({ system, messages, max_tokens }) => ({
      instructions: system[0].text,
      input: messages[0].content[0].text,
      maxTokens: max_tokens,
    }),
    answer: ({ said = {}, cutOff = false, tokens = someTokens }) => ({
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'small',
      content: [{ type: 'text', text: textOf(said) }],
      stop_reason: cutOff ? 'max_tokens' : 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: tokens.input, output_tokens: tokens.output },
    }),
  },
}
