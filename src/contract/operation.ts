import type { z } from 'zod'
import type { PlanId } from '../domain/plans.ts'
import type { ErrorCode } from './errors.ts'

export type Scope = 'read' | 'write' | 'admin'

/** What the outside sees of one operation. Its name is the operationId, and in kebab case its use case's file. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below `/api/v1`; slots in braces. */
  readonly path: string
  readonly tag: Tag
  readonly summary: string
  readonly description?: string
  /** The scope a key needs; null needs no key. */
  readonly scope: Scope | null
  /** The plans that include the operation; left out, all do. */
  readonly plans?: readonly PlanId[]
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodObject
  /** True where a request without any body is the same as one with `{}`. */
  readonly bodyOptional?: boolean
  readonly response: z.ZodType
  /** The errors beyond those that follow from the fields above. */
  readonly errors?: readonly ErrorCode[]
  readonly example: { readonly query?: object; readonly body?: object; readonly response: unknown }
  /** Takes `Idempotency-Key`. */
  readonly idempotent?: boolean
  /** Not in the first interface: a later addition. */
  readonly addition?: boolean
  /** The content type of a success, where it is not JSON. */
  readonly produces?: 'text/html' | 'text/event-stream'
}

export const tags = {
  posts: 'Create, validate, read, edit and delete posts.',
  jobs: 'One job per platform of a post.',
  drafts: 'Unpublished posts with revisions.',
  comments: 'Read and answer comments.',
  analytics: 'Metrics, audience, and the browse over a profile’s history.',
  profiles: 'Connection profiles: groups of connected accounts.',
  settings: 'Brand context and auto-reply of a profile.',
  connections: 'Platforms, and connecting accounts to them.',
  media: 'Upload images and videos.',
  webhooks: 'Be told what happened.',
  events: 'The log of what happened.',
  'auto-replies': 'Replies written by the language model.',
  account: 'The caller’s plan, limits and use.',
  admin: 'Users and keys of this instance.',
  description: 'This description itself.',
} as const

export type Tag = keyof typeof tags

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined

/** An operation's parsed input. */
export interface Input<O extends Operation> {
  readonly params: Parsed<O['params']>
  readonly query: Parsed<O['query']>
  readonly body: Parsed<O['body']>
}

/** An operation's answer, as its use case gives it. */
export type Output<O extends Operation> = z.input<O['response']>
