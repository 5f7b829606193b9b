import type { StoredMedia } from './content.ts'

export interface RequestedMedia extends StoredMedia {
  readonly altText: string | null
  readonly thumbnail: StoredMedia | 'not_hosted' | null
}

/** A post as it was requested for one platform. */
export interface RequestedPost {
  /** From the options; without it the type is derived from the media. */
  readonly postType: string | null | undefined
  readonly text: string
  /** The field of the request that contains the text: `message` or `platform_options.<platform>.message`. */
  readonly textPath: string
  readonly media: readonly RequestedMedia[]
  readonly comments: readonly string[]
  /** The names of the platform's options in the request. */
  readonly options?: readonly string[]
  /** Whether the account has the platform's higher limits. */
  readonly eligible: boolean
}
