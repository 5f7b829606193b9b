import type { GetLinkCardResult, Preview } from '@polypost/sdk'

export interface ShownFile {
  readonly url: string
  readonly kind: 'image' | 'video'
  readonly cover: string | null
  /** Width divided by height; null: not known. */
  readonly aspect: number | null
}

export interface ShownAccount {
  readonly name: string
  readonly username: string
  readonly picture: string | null
  /** A company or a page, not a person. */
  readonly isPage: boolean
}

/** Of one platform. */
type Options = Readonly<Record<string, unknown>>

/** Everything that the picture of a post is made from. */
export interface PreviewedPost {
  readonly preview: Preview
  readonly account: ShownAccount
  readonly files: readonly ShownFile[]
  readonly options: Options
  /** Of the first link in the text; null: none, or it could not be read. */
  readonly card: GetLinkCardResult | null
}

/** A text among the options. */
export const optionText = (options: Options, name: string): string | null => {
  const value = options[name]
  return typeof value === 'string' && value !== '' ? value : null
}

export const firstLine = (text: string): string => text.trim().split('\n')[0] ?? ''
