import type { z } from 'zod'
import type { PlanId } from '../domain/plans.ts'
import type { Role } from '../domain/roles.ts'
import type { ErrorCode } from './errors.ts'

export type Scope = 'read' | 'write' | 'admin'

/** One operation of the API. Its name is the operationId, and in kebab case the file name of its use case. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api/v1`; slots in braces. */
  readonly path: string
  readonly tag: Tag
  readonly summary: string
  readonly description?: string
  /** The scope that a key must have; null if nobody needs to be signed in. */
  readonly scope: Scope | null
  /** The least role that a person must have; see `leastRole`. */
  readonly role?: Role
  /** Only a person can do it, not a key. */
  readonly personal?: true
  /** A person must have entered the password in the last minutes. */
  readonly fresh?: true
  /** The response sets or removes a cookie. */
  readonly cookie?: true
  /**
   * Something goes out because of it: at once, at the time that a post has, or after an approval if the caller may not
   * publish.
   */
  readonly publishes?: 'at_once' | 'at_its_time' | 'after_approval'
  /** The plans that include the operation; all of them if left out. */
  readonly plans?: readonly PlanId[]
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodObject
  /** A request without a body means the same as one with `{}`. */
  readonly bodyOptional?: boolean
  readonly response: z.ZodType
  /** The content of a successful response, in one sentence. */
  readonly returns: string
  /** Errors in addition to those that follow from the fields above. */
  readonly errors?: readonly ErrorCode[]
  /** `params`: those that are no IDs. */
  readonly example: {
    readonly params?: object
    readonly query?: object
    readonly body?: object
    readonly response: unknown
  }
  /** A POST or PATCH that refuses an `Idempotency-Key`. */
  readonly idempotent?: false
  /** The response has an `ETag`, because it is read often: with `If-None-Match`, an unchanged one is only 304. */
  readonly tagged?: true
  /** The response has a secret, so it is never compressed: the length would tell something about it. */
  readonly secret?: true
  /** Added after the first interface. */
  readonly addition?: boolean
  /** The content type of a successful response, if it is not JSON. */
  readonly produces?: 'text/html' | 'text/event-stream'
}

const rolesByScope = { read: 'viewer', write: 'editor', admin: 'owner' } as const satisfies Record<Scope, Role>

/** The least role of a person for an operation; null: anybody. */
export const leastRole = ({ role, scope }: Operation): Role | null =>
  role ?? (scope === null ? null : rolesByScope[scope])

/** Every POST and PATCH accepts an `Idempotency-Key`, except those that say otherwise. */
export const takesKey = ({ method, idempotent }: Operation): boolean =>
  (method === 'POST' || method === 'PATCH') && idempotent !== false

/** The operation is about the whole instance, and not about the caller's user. */
export const isInstanceWide = ({ role, scope }: Operation): boolean => scope === 'admin' && role === undefined

export const tags = {
  posts: 'Create, validate, read, edit and delete posts.',
  jobs: 'One job per platform of a post.',
  drafts: 'Unpublished posts with revisions.',
  labels: 'Names by which posts and drafts are found.',
  dates: 'Days with a name, which calendars show.',
  comments: 'Read comments and reply to them.',
  inbox: 'Comments on all posts, as they were last read.',
  notices: 'What needs a person.',
  analytics: 'Metrics of posts, follower counts, and search over a profile’s history.',
  profiles: 'Connection profiles: groups of connected accounts.',
  slots: 'The posting times of a profile.',
  settings: 'Brand context and auto-reply of a profile.',
  connections: 'Platforms, and connecting accounts to them.',
  media: 'Upload images and videos, and the library of uploads.',
  webhooks: 'Receive events at your own URL.',
  events: 'Events, a live stream of status changes, and the secret of callbacks.',
  'auto-replies': 'Replies written by the language model.',
  keys: 'The API keys of your user.',
  account: 'The user’s plan, limits and usage.',
  session: 'Set-up, invites, signing in and out, and one’s own sessions and password.',
  people: 'The people of a user, their roles and invites, and who did what.',
  admin: 'Users and keys of this instance.',
  apps: 'The developer apps of this instance.',
  health: 'Checks of this instance.',
  sandbox: 'The simulated platforms: what they show, and faults on demand.',
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

/** The response of an operation, as its use case returns it. */
export type Output<O extends Operation> = z.input<O['response']>
