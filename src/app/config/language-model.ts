import type { z } from 'zod'
import { httpUrl, oneOf, text } from './kinds.ts'
import { defaulting, type EnvironmentVariables, optional, secret } from './setting.ts'

export interface LanguageModelSettings {
  readonly provider: Provider
  readonly baseUrl: string
  /** Null if the endpoint requires none. */
  readonly apiKey: string | null
  readonly name: string
}

type Provider = 'openai-compatible' | 'anthropic'

const providerUrls: Readonly<Record<Provider, string>> = {
  'openai-compatible': 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
}

export const modelSettings = {
  LLM_PROVIDER: defaulting(
    oneOf(['openai-compatible', 'anthropic']),
    'openai-compatible',
    'Protocol of the language model',
  ),
  LLM_BASE_URL: optional(
    httpUrl,
    'Address of the language model including the version, such as `http://127.0.0.1:11434/v1`. Private addresses are allowed',
    { fallback: '`https://api.openai.com/v1` or `https://api.anthropic.com/v1`' },
  ),
  LLM_API_KEY: optional(text, 'API key for the language model', secret),
  LLM_MODEL: optional(text, 'Name of the language model. Without it no language model is used'),
}

export const readModel = (data: z.output<z.ZodObject<typeof modelSettings>>): LanguageModelSettings | null =>
  data.LLM_MODEL
    ? {
        provider: data.LLM_PROVIDER,
        baseUrl: data.LLM_BASE_URL ?? providerUrls[data.LLM_PROVIDER],
        apiKey: data.LLM_API_KEY ?? null,
        name: data.LLM_MODEL,
      }
    : null

export const modelContradictions = (given: EnvironmentVariables): string[] => [
  ...['LLM_PROVIDER', 'LLM_BASE_URL', 'LLM_API_KEY']
    .filter((name) => given[name] && !given.LLM_MODEL)
    .map((name) => `LLM_MODEL must be given with ${name}`),
  ...(given.LLM_PROVIDER === 'anthropic' && !given.LLM_API_KEY
    ? ['LLM_API_KEY must be given with LLM_PROVIDER=anthropic']
    : []),
]
