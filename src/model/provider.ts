import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, type LanguageModel } from 'ai'
import type { Clock } from '../system/clock.ts'
import type { Log } from '../system/log.ts'
import { bodyOf, failureOf } from './failure.ts'
import type { ModelSettings, TextGenerator } from './model.ts'

interface Deps {
  readonly fetch: typeof fetch
  readonly clock: Clock
  readonly log: Log
}

// The library's warnings bypass the log, and concern options that we do not set.
globalThis.AI_SDK_LOG_WARNINGS = false

/** Sends each prompt once. */
export function connect(settings: ModelSettings, { fetch, clock, log }: Deps): TextGenerator {
  const model = modelOf(settings, fetch)
  return async ({ instructions, input, maxTokens, signal }) => {
    try {
      const { text, usage, finishReason } = await generateText({
        model,
        instructions,
        prompt: input,
        maxOutputTokens: maxTokens,
        maxRetries: 0,
        abortSignal: signal,
      })
      const tokens = {
        input: counted(usage.inputTokens, instructions + input),
        output: counted(usage.outputTokens, text),
      }
      return { type: 'text', text, complete: finishReason !== 'length', tokens }
    } catch (error) {
      signal.throwIfAborted()
      const failure = failureOf(error, clock.now())
      log.warn({ fault: failure.fault.kind, response: bodyOf(error, settings.apiKey) }, 'the language model failed')
      return failure
    }
  }
}

/** As usual models take apart English text; more in most other languages. */
const charactersPerToken = 4

/** Some endpoints report no counts, or invalid ones. Then they are estimated from the text. */
const counted = (tokens: number | undefined, text: string): number =>
  tokens !== undefined && Number.isSafeInteger(tokens) && tokens > 0
    ? tokens
    : Math.ceil(text.length / charactersPerToken)

function modelOf({ provider, baseUrl, apiKey, name }: ModelSettings, fetch: Deps['fetch']): LanguageModel {
  // Without a key the library reads one from the environment.
  if (provider === 'anthropic') return createAnthropic({ baseURL: baseUrl, apiKey: apiKey ?? '', fetch })(name)
  return createOpenAICompatible({
    name: 'language model',
    baseURL: baseUrl,
    ...(apiKey === null ? {} : { apiKey }),
    ...(new URL(baseUrl).hostname === 'api.openai.com' ? { transformRequestBody: withNewTokenLimit } : {}),
    fetch,
  })(name)
}

/** OpenAI's newer models refuse `max_tokens`; many compatible endpoints accept nothing else (API reference, 2026-11). */
const withNewTokenLimit = ({ max_tokens, ...body }: Record<string, unknown>) => ({
  ...body,
  max_completion_tokens: max_tokens,
})
