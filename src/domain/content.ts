import type { MediaFacts } from './media-facts.ts'

/** A file of the media host, with all that is known of it. */
export interface StoredMedia {
  /** Where the storage keeps it. */
  readonly file: string
  /** Its public address. */
  readonly url: string
  readonly facts: MediaFacts
}

export interface ContentMedia extends StoredMedia {
  readonly altText: string | null
  readonly thumbnail: StoredMedia | null
  /** A cover was asked for, and is not taken. */
  readonly coverLeftOut?: true | undefined
}

/** What one job publishes on its platform: every default applied, whatever the platform does not take dropped. */
export interface Content {
  readonly postType: string
  readonly text: string
  readonly media: readonly ContentMedia[]
  /** Follow-up comments, in order. */
  readonly comments: readonly string[]
  /** `platform_options.<platform>`, parsed; without `message` and `thumbnail_url`, which are applied already. */
  readonly options: Readonly<Record<string, unknown>>
}

/** Why a post can't be published as it is; any further fields are numbers and lists that a program can use. */
export interface Finding {
  readonly path?: string
  readonly platform?: string
  readonly code: string
  readonly message: string
  readonly [extra: string]: unknown
}

/** What will be different from what was asked for; it refuses nothing. */
export interface PostWarning {
  readonly platform: string | null
  readonly code: string
  readonly severity: 'info' | 'warning'
  readonly message: string
}

/** A warning that a job keeps. */
export interface JobWarning {
  readonly code: string
  readonly severity: 'info' | 'warning'
  readonly message: string
  readonly details: Readonly<Record<string, unknown>> | null
  /** Milliseconds since 1970. */
  readonly at: number
}
