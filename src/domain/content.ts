import type { FindingCode } from './finding-codes.ts'
import type { MediaFacts } from './media-facts.ts'
import type { PostWarningCode, WarningCode } from './warning-codes.ts'

/** A file of the media host, with everything that is known about it. */
export interface StoredMedia {
  /** Its name in the storage. */
  readonly file: string
  /** Its public URL. */
  readonly url: string
  readonly facts: MediaFacts
}

export interface ContentMedia extends StoredMedia {
  readonly altText: string | null
  readonly thumbnail: StoredMedia | null
  /** A cover was requested, but the platform does not accept it. */
  readonly coverLeftOut?: true | undefined
}

/** The content that a job publishes: all defaults are applied, and what the platform does not accept is removed. */
export interface Content {
  readonly postType: string
  readonly text: string
  readonly media: readonly ContentMedia[]
  /** Follow-up comments, in order. */
  readonly comments: readonly string[]
  /** `platform_options.<platform>`, parsed; without `message` and `thumbnail_url`, which are applied already. */
  readonly options: Readonly<Record<string, unknown>>
}

/** Why a post cannot be published as it is. Additional fields are numbers and lists for programs. */
export interface Finding {
  readonly path?: string
  readonly platform?: string
  readonly code: FindingCode
  readonly message: string
  readonly [extra: string]: unknown
}

/** How the published post will differ from the request. A warning never stops a post. */
export interface PostWarning {
  readonly platform: string | null
  readonly code: PostWarningCode
  readonly severity: 'info' | 'warning'
  readonly message: string
}

/** A warning that is stored with a job. */
export interface JobWarning {
  readonly code: WarningCode
  readonly severity: 'info' | 'warning'
  readonly message: string
  readonly details: Readonly<Record<string, unknown>> | null
  /** Milliseconds since 1970. */
  readonly at: number
}
