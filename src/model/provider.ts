import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, type LanguageModel } from 'ai'
import type { Clock } from '../system/clock.ts'
import type { Log } from '../system/log.ts'
import { failureOf, saidIn } from './failure.ts'
import type { Speaker } from './model.ts'
import type { ModelSettings } from './remote.ts'

interface Around {
  readonly fetch: typeof fetch
  readonly clock: Clock
  readonly log: Log
}

// They would go past the log, and are about options that we do not set.
globalThis.AI_SDK_LOG_WARNINGS = false

/** One try of a question. */
export function connect(settings: ModelSettings, { fetch, clock, log }: Around): Speaker {
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
      const tokens = { input: counted(usage.inputTokens), output: counted(usage.outputTokens) }
      return { type: 'said', text, whole: finishReason !== 'length', tokens }
    } catch (error) {
      signal.throwIfAborted()
      const failure = failureOf(error, clock.now())
      log.warn({ fault: failure.fault.kind, said: saidIn(error, settings.apiKey) }, 'the language model failed')
      return failure
    }
  }
}

/** Some endpoints don't count, and what they tell is only added up. */
const counted = (tokens: number | undefined): number =>
  tokens !== undefined && Number.isSafeInteger(tokens) && tokens > 0 ? tokens : 0

function modelOf({ provider, baseUrl, apiKey, name }: ModelSettings, fetch: Around['fetch']): LanguageModel {
  // A key that is left out would be looked for in the environment.
  if (provider === 'anthropic') return createAnthropic({ baseURL: baseUrl, apiKey: apiKey ?? '', fetch })(name)
  return createOpenAICompatible({
    name: 'language model',
    baseURL: baseUrl,
    ...(apiKey === null ? {} : { apiKey }),
    ...(new URL(baseUrl).hostname === 'api.openai.com' ? { transformRequestBody: inNewWords } : {}),
    fetch,
  })(name)
}

/** OpenAI's newer models refuse `max_tokens`, which is all that many compatible endpoints know (API reference, 2026-11). */
const inNewWords = ({ max_tokens, ...body }: Record<string, unknown>) => ({
  ...body,
  max_completion_tokens: max_tokens,
})
