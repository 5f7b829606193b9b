import type { z } from 'zod'
import type { Environment } from '../store/accounts.ts'

/** What is asked of a language model. */
export interface Question<T> {
  /** The profile on whose behalf it is asked: the tokens are counted as its own. */
  readonly profileId: string
  /** Ours alone: nothing of what strangers wrote. */
  readonly instructions: string
  /** What it is about; whoever wrote it is not to be obeyed. */
  readonly input: string
  /** An object that the answer has to be. */
  readonly schema: z.ZodType<T>
  /** Of the answer, thoughts that some models have before it included. */
  readonly maxTokens: number
  /** Ends the asking; its reason is what the promise then fails with. */
  readonly signal: AbortSignal
}

export interface Tokens {
  readonly input: number
  readonly output: number
}

export interface ModelFault {
  /**
   * - `misconfigured`: the key, the model's name, the address or the credit with the provider; its operator has to act
   * - `overloaded`: it takes no more just now
   * - `unreachable`: no answer came
   * - `unreadable`: it answered, and the answer is none to this question
   */
  readonly kind: 'misconfigured' | 'overloaded' | 'unreachable' | 'unreadable'
  /** For callers of the API; nothing of the inside is in it. */
  readonly message: string
  /** In how many milliseconds to come again, where the model said so. */
  readonly retryAfter?: number
}

export type Asked<T> =
  | { readonly type: 'answered'; readonly answer: T }
  | { readonly type: 'failed'; readonly fault: ModelFault }

/** All that the service knows of language models. */
export interface LanguageModel {
  /** It repeats what it is given, and is none. */
  readonly echoes: boolean
  readonly ask: <T>(question: Question<T>) => Promise<Asked<T>>
}

/** The model that may speak for accounts of an environment; null where there is none. */
export type ModelFor = (environment: Environment) => LanguageModel | null

/** What a speaker is given: the answer it is asked for is text like any other. */
export interface Prompt {
  readonly instructions: string
  readonly input: string
  readonly maxTokens: number
  readonly signal: AbortSignal
}

export type Spoken =
  | { readonly type: 'said'; readonly text: string; readonly whole: boolean; readonly tokens: Tokens }
  /** `passing`: to ask again in a moment may help. */
  | { readonly type: 'failed'; readonly fault: ModelFault; readonly passing: boolean }

/** Who turns a prompt into text. */
export type Speaker = (prompt: Prompt) => Promise<Spoken>
