import type { z } from 'zod'
import type { Content, Finding, StoredMedia } from '../../domain/content.ts'
import type { Published } from '../../domain/outcome.ts'
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
  /** A word by which drafts name it together with others. */
  readonly family?: string
  /** What people call it. */
  readonly title: string
  /** The first is the default where the options name none and none is derived. */
  readonly postTypes: readonly PostType[]
  readonly instead?: Instead
  /** Schema of `platform_options.<name>`, beyond the options that all platforms share. */
  readonly options: z.ZodObject
  readonly supports: Supports
  /** What a comment may be, as a follow-up or as a reply; null where the service can write none. */
  readonly comment: TextRule | null
  /** Prefix of the settings that hold the operator's developer app; null where the platform needs none. */
  readonly app: string | null
  /**
   * What the rules above can't say, as findings; the paths are those of the request, the text's own among them. The
   * account is null where none is connected.
   */
  readonly validate?: (content: Content, textPath: string, account: KnownAccount | null) => readonly Finding[]
  /**
   * Which of the content's files, covers among them, the platform fetches by itself, so that they need an address that
   * it can reach; left out: none.
   */
  readonly fetches?: (content: Content, account: KnownAccount) => readonly StoredMedia[]
  /**
   * What the public address of a post says, sent by a person who published it; a finding where it can't be a post of
   * this account. Without it an address is taken as it is, and says no ID.
   */
  readonly readPostUrl?: (url: string, author: Author) => Published | Finding
  /** The options without which it takes no film, as in the first post of a newcomer; left out: none. */
  readonly toTry?: Readonly<Record<string, string>>
  /** Sign-in, publishing and reading at the platform. */
  readonly live: Live
}

/** What is known of a connected account without asking its platform. */
export interface KnownAccount extends Account {
  readonly accountType: string | null
  /** The Page that it is published through, where there is one. */
  readonly pageId: string | null
}

export interface Supports {
  readonly readComments: boolean
  readonly reply: boolean
  readonly metrics: boolean
  readonly audience: boolean
  /** How many follow-up comments a post may carry; 0 where there are none. */
  readonly firstComments: number
  readonly thumbnails: boolean
  readonly altText: boolean
}
