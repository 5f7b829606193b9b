import type { z } from 'zod'
import type { Environment } from '../store/accounts/accounts.ts'

/** A request to a language model. */
export interface Question<T> {
  /** The purpose of the answer, in counts. */
  readonly purpose: 'reply' | 'brand'
  /** The profile that the tokens are counted for. */
  readonly profileId: string
  /** Written by us; it contains no text from strangers. */
  readonly instructions: string
  /** Text from strangers: material, not instructions. */
  readonly input: string
  /** The schema of the object that the model has to return. */
  readonly schema: z.ZodType<T>
  /** For the answer, including the reasoning that some models write before it. */
  readonly maxTokens: number
  /** Aborts the request; the promise then rejects with its reason. */
  readonly signal: AbortSignal
}

export interface Tokens {
  readonly input: number
  readonly output: number
}

export interface ModelFault {
  /**
   * - `misconfigured`: the key, the model's name, the address or the credit with the provider is wrong; the operator has to act
   * - `overloaded`: the model accepts no more requests at the moment
   * - `unreachable`: there was no response
   * - `unreadable`: the response does not match the request
   * - `used_up`: the user has used the tokens of this month; nothing was asked
   */
  readonly kind: 'misconfigured' | 'overloaded' | 'unreachable' | 'unreadable' | 'used_up'
  /** For callers of the API; it contains no internal details. */
  readonly message: string
  /** In milliseconds, if the model asked for a pause. */
  readonly retryAfter?: number
}

export type ModelAnswer<T> =
  | { readonly type: 'answered'; readonly answer: T }
  | { readonly type: 'failed'; readonly fault: ModelFault }

/** The only interface of language models that the rest of the service uses. */
export interface LanguageModel {
  /** True for the stand-in that only repeats its input. */
  readonly echoes: boolean
  readonly ask: <T>(question: Question<T>) => Promise<ModelAnswer<T>>
}

/** The model for accounts of an environment; null if there is none. */
export type ModelFor = (environment: Environment) => LanguageModel | null

/** The input of a text generator. */
export interface Prompt {
  readonly instructions: string
  readonly input: string
  readonly maxTokens: number
  readonly signal: AbortSignal
}

export type GenerationResult =
  /** `complete`: the model was not cut off by `maxTokens`. */
  | { readonly type: 'text'; readonly text: string; readonly complete: boolean; readonly tokens: Tokens }
  /** `temporary`: a retry in a moment may help. */
  | { readonly type: 'failed'; readonly fault: ModelFault; readonly temporary: boolean }

/** Turns a prompt into text. */
export type TextGenerator = (prompt: Prompt) => Promise<GenerationResult>

/** The model that the operator has set. */
export interface ModelSettings {
  readonly provider: 'openai-compatible' | 'anthropic'
  /** Including the version, as in `https://api.openai.com/v1`. */
  readonly baseUrl: string
  /** Null if the endpoint requires none. */
  readonly apiKey: string | null
  readonly name: string
}
