import {
  type CreatePostBody,
  canonicalName,
  type Draft,
  type PlatformOptions,
  type Post,
  platformFamilies,
  type SaveDraftBody,
  type StoredMediaItem,
  type ValidatePostBody,
} from '@polypost/sdk'
import { inOrder, type PlatformName } from '../../data/platforms.ts'

/** Without what only lists show: two contents are compared. */
export type MediaItem = Omit<StoredMediaItem, 'small_url'>

/** `platform_options` of one platform. `message` in it is its own text. */
export type Options = Readonly<Record<string, unknown>>

/** The content that is being written. A change makes a new value. */
export interface Content {
  readonly message: string
  /** In the order of the dashboard. */
  readonly platforms: readonly PlatformName[]
  /** Also of platforms that are not chosen: they may be chosen again. */
  readonly options: Readonly<Partial<Record<PlatformName, Options>>>
  readonly media: readonly MediaItem[]
  readonly comments: readonly string[]
  readonly labels: readonly string[]
  /** Null: as the profile’s setting. */
  readonly autoReply: boolean | null
}

export const emptyContent: Content = {
  message: '',
  platforms: [],
  options: {},
  media: [],
  comments: [],
  labels: [],
  autoReply: null,
}

/** The text that a platform has for itself; undefined: it takes the shared text. */
export const ownText = ({ options }: Content, platform: PlatformName): string | undefined => {
  const message = options[platform]?.message
  return typeof message === 'string' ? message : undefined
}

export const withOptions = (content: Content, platform: PlatformName, options: Options): Content => ({
  ...content,
  options: { ...content.options, [platform]: options },
})

/** Undefined: from now on the platform takes the shared text. */
export function withOwnText(content: Content, platform: PlatformName, text: string | undefined): Content {
  const { message: _, ...rest } = content.options[platform] ?? {}
  return withOptions(content, platform, text === undefined ? rest : { ...rest, message: text })
}

/** Only what the writer put into it. */
export const isEmpty = ({ message, options, media, comments }: Content): boolean =>
  message.trim() === '' &&
  media.length === 0 &&
  comments.every((comment) => comment.trim() === '') &&
  Object.values(options).every((values) => Object.keys(values).length === 0)

/** An own text that is empty is none: the platform takes the shared text. */
function optionsBody({ options }: Content, platforms: readonly string[] = Object.keys(options)): PlatformOptions {
  const sent = Object.entries(options)
    .filter(([name]) => platforms.includes(name))
    .map(([name, { message, ...rest }]): [string, Options] => [name, message ? { message, ...rest } : rest])
    .filter(([, values]) => Object.keys(values).length > 0)
  // The service checks what each option may be.
  return Object.fromEntries(sent) as PlatformOptions
}

const commentsBody = ({ comments }: Content): string[] => comments.filter((comment) => comment.trim() !== '')

/** The body of `POST /drafts` and `PATCH /drafts/{id}`. It holds everything, so that nothing old stays. */
export const toDraftBody = (content: Content) =>
  ({
    message: content.message,
    platforms: [...content.platforms],
    media: [...content.media],
    comments_under_post: commentsBody(content),
    labels: [...content.labels],
    auto_reply_enabled: content.autoReply,
    platform_options: optionsBody(content),
  }) satisfies SaveDraftBody

/** When to publish, as the API takes it. Without a time: now. */
export interface Schedule {
  readonly scheduled_at?: string
  readonly scheduled_timezone?: string
}

/** The shared text; a text that all chosen platforms replace may be missing, but the API wants one. */
const sharedText = (content: Content): string =>
  content.message || (content.platforms.map((platform) => ownText(content, platform)).find(Boolean) ?? '')

/** The body of `POST /post`. */
export const toPostBody = (content: Content, profileId: string, schedule: Schedule = {}): CreatePostBody => ({
  profile_id: profileId,
  message: sharedText(content),
  platforms: [...content.platforms],
  media: [...content.media],
  comments_under_post: commentsBody(content),
  labels: [...content.labels],
  ...(content.autoReply === null ? {} : { auto_reply_enabled: content.autoReply }),
  platform_options: optionsBody(content, content.platforms),
  ...schedule,
})

/** The body of `POST /post/validate`; with the post that is edited, which is not compared with itself. */
export const toValidateBody = (
  content: Content,
  profileId: string,
  schedule: Schedule,
  editedPost: number | undefined,
): ValidatePostBody => ({
  ...toPostBody(content, profileId, schedule),
  ...(editedPost !== undefined && { post_id: editedPost }),
})

type SavedContent = Pick<Draft | Post, 'message' | 'media' | 'labels' | 'platforms' | 'platform_options'> & {
  readonly auto_reply_enabled: boolean | null
}

/** The platforms that a request means by a name: an alias, or a name of several. */
const canonical = (name: string): readonly PlatformName[] =>
  platformFamilies[name] ?? [canonicalName(name) as PlatformName]

const fromSaved = (saved: SavedContent, comments: readonly string[]): Content => ({
  message: saved.message,
  platforms: inOrder([...new Set(saved.platforms.flatMap(canonical))], (name) => name),
  // The service stores an object of options under each name.
  options: Object.fromEntries(
    Object.entries((saved.platform_options ?? {}) as Record<string, Options>).flatMap(([name, values]) =>
      canonical(name).map((platform) => [platform, values]),
    ),
  ),
  media: saved.media.map(({ url, thumbnail_url, alt_text }) => ({ url, thumbnail_url, alt_text })),
  comments,
  labels: saved.labels,
  autoReply: saved.auto_reply_enabled,
})

export const fromDraft = (draft: Draft): Content =>
  fromSaved(
    draft,
    draft.comments_under_post.map((comment) => (typeof comment === 'string' ? comment : comment.message)),
  )

export const fromPost = (post: Post): Content => fromSaved(post, post.comments_under_post)
