import type { z } from 'zod'
import type { Content, Finding, StoredMedia } from '../../domain/content.ts'
import type { PublishedPost } from '../../domain/outcome.ts'
import type { Instead, PostType, TextRule } from '../../domain/post-rules.ts'
import type { Account, Author } from './context.ts'
import type { Live } from './live.ts'

/**
 * A social platform as the rest of the service sees it. Everything that names, lists, describes or checks a platform
 * reads this value; nothing outside the platform's own folder knows one platform from another.
 */
export interface Platform {
  /** The identifier that Polypost prefers, in the API and in the database. */
  readonly name: string
  /** Other identifiers that callers may use. */
  readonly aliases: readonly string[]
  /** A name that drafts may use for several platforms together. */
  readonly family?: string
  /** It was added after the first interface, which names ten. */
  readonly addition?: true
  /** The format of its jobs, if workers of an earlier release cannot perform its plans; see `domain/job-format.ts`. */
  readonly needs?: number
  /** The name that people use. */
  readonly title: string
  /** The first is the default if the options name none and none is derived. */
  readonly postTypes: readonly PostType[]
  readonly instead?: Instead
  /** Schema of `platform_options.<name>`, beyond the options that all platforms share. */
  readonly options: z.ZodObject
  readonly supports: Supports
  /** The rule for comments and replies; null if the service can write none. */
  readonly comment: TextRule | null
  /** Prefix of the settings that hold the operator's developer app; null if the platform needs none. */
  readonly app: string | null
  /**
   * Checks that the rules above cannot express, as findings; the paths are those of the request, including the text's own.
   * The account is null if none is connected.
   */
  readonly validate?: (content: Content, textPath: string, account: KnownAccount | null) => readonly Finding[]
  /**
   * The files of the content, including covers, that the platform downloads itself, so that they need a public URL; left
   * out: none.
   */
  readonly fetches?: (content: Content, account: KnownAccount) => readonly StoredMedia[]
  /**
   * Reads the public URL of a post that a person sent; a finding if it cannot be a post of this account. Without this
   * function a URL is stored as it is, without an ID.
   */
  readonly readPostUrl?: (url: string, author: Author) => PublishedPost | Finding
  /** Options without which nothing can be posted; left out: none. */
  readonly requires?: readonly string[]
  /** The options that a video post requires, for the examples; left out: none. */
  readonly toTry?: Readonly<Record<string, string>>
  /** How `polypost verify` checks the platform, beyond what it checks everywhere. */
  readonly check?: LiveCheck
  /** Sign-in, publishing and reading at the platform. */
  readonly live: Live
}

/** The special parts of a check with a real account on one platform. */
export interface LiveCheck {
  /** The options that show a post to as few people as possible. */
  readonly options?: (account: {
    readonly username: string | null
    readonly accountType: string | null
  }) => Readonly<Record<string, string>>
  /** A post with this value of the option has no comments or no metrics, as `what` says. */
  readonly hidden?: { readonly option: string; readonly value: string; readonly what: 'comments' | 'metrics' }
  /** Sizes in bytes of large files that nobody has sent to the real platform yet. */
  readonly largePicture?: number
  readonly largeVideo?: number
  /** Cases that nobody has tried and the check cannot try either; sentences. */
  readonly byHand?: readonly string[]
}

/** The stored data about a connected account. */
export interface KnownAccount extends Account {
  readonly accountType: string | null
  readonly pageId: string | null
}

export interface Supports {
  readonly readComments: boolean
  readonly reply: boolean
  readonly metrics: boolean
  readonly audience: boolean
  /** Maximum number of follow-up comments. */
  readonly firstComments: number
  readonly thumbnails: boolean
  readonly altText: boolean
}
