import { of, type Point, visible } from './point-list.ts'

/** What the crash suites know about a platform. */
interface Crashed {
  /** An account name without a request limit. */
  readonly account: (name: string) => string
  /** Settings of the simulated platform: all accounts call from one address, and these tests are not about limits. */
  readonly settings?: object
  /** The media that every post there needs; if missing, text is enough. */
  readonly needs?: Media
  /** The media that no post there can have. */
  readonly lacks?: Media
  /** It does not support comments. */
  readonly silent?: true
  /** All comments reply to the post; if missing, each replies to the one before it. */
  readonly unthreaded?: true
  /** The options that every post there needs. */
  readonly options?: object
  /** Every crash point of a job, with its repetition if that matters. */
  readonly points: readonly Point[]
}

export type Media = 'picture' | 'video'

const itself = (name: string): string => name

export const crashed = {
  x: {
    account: (name) => `enterprise ${name}`,
    points: [
      ...of('gif', 'claimed', 'planned', 'upload.begun'),
      // Created at X and the ID lost; a segment sent and not recorded; all sent, and the response lost.
      ...of(
        'gif',
        'upload.sent',
        'upload.saved',
        'upload.sent#2',
        'upload.saved#3',
        'upload.sent#5',
        'upload.answered',
      ),
      ...of('gif', 'step.stored', 'wait.begun', 'wait.sent', 'wait.answered'),
      ...of('gif', 'prepare.begun', 'prepare.sent', 'prepare.answered'),
      ...of('gif', ...visible),
      // X accepts the same text with media twice, so only a person can know that it was not sent.
      { at: 'publish.commit.begun', post: 'gif', ends: 'in doubt' },
      ...of('text', 'commit.begun', 'commit.sent'),
      { at: 'publish.commit.begun', post: 'twin', ends: 'refused' },
      ...of('lost', 'doubt.asked'),
      ...of('limited', 'retry.stored', 'commit.sent#2'),
      { at: 'accounts.renewing', post: 'expired' },
      { at: 'accounts.stored', post: 'expired' },
    ],
  },
  bluesky: {
    account: itself,
    settings: { rateLimits: false },
    points: [
      ...of('image', 'claimed', 'planned', 'upload.begun', 'upload.sent', 'upload.answered', 'step.stored'),
      ...of('image', 'commit.begun', ...visible),
      ...of('video', 'prepare.begun', 'prepare.sent', 'prepare.answered'),
      ...of('video', 'upload.begun', 'upload.sent', 'upload.sent#3', 'upload.answered'),
      ...of('video', 'wait.begun', 'wait.sent', 'wait.answered', 'commit.begun', 'commit.sent'),
      ...of('lost', 'doubt.asked'),
      // The new tokens are lost with it, but an app password can sign in again. On X only a person can.
      { at: 'accounts.renewed', post: 'expired' },
    ],
  },
  threads: {
    account: itself,
    settings: { quotas: false },
    points: [
      // The container created and its ID lost; stored; polled.
      ...of('image', 'upload.sent', 'upload.saved', 'upload.sent#2'),
      // The container is polled, then published, then the post's URL is read.
      ...of('image', 'commit.begun', 'commit.sent#2', 'commit.sent#3', 'commit.stored'),
      // The same for a comment, whose container is created first.
      ...of('text', 'follow_up.sent', 'follow_up.sent#2', 'follow_up.sent#3', 'follow_up.sent#4', 'follow_up.answered'),
      ...of('lost', 'doubt.asked'),
    ],
  },
  facebook: {
    account: itself,
    unthreaded: true,
    points: [
      // A photo that exists, and its ID lost; then the call that publishes it.
      ...of('image', 'upload.sent', 'upload.answered', 'commit.begun', 'commit.sent', 'commit.answered'),
      // A comment that was recorded but not sent is not sent again: it gets a warning instead.
      ...of('image', 'follow_up.sent', 'follow_up.answered', 'follow_up.sent#2', 'follow_up.answered#2'),
      // A session created and lost; a chunk sent and not recorded; the video finished, and the response lost; polled.
      ...of('video', 'upload.sent', 'upload.saved', 'upload.sent#2', 'commit.begun', 'commit.sent', 'commit.sent#2'),
      ...of('lost', 'doubt.asked'),
    ],
  },
  instagram: {
    account: itself,
    settings: { quotas: false },
    needs: 'picture',
    unthreaded: true,
    points: [
      // The daily limit is read; the image becomes a JPEG without a call.
      ...of('image', 'prepare.sent', 'prepare.answered#2'),
      // The container created and its ID lost; polled.
      ...of('image', 'upload.sent', 'wait.sent'),
      // The container is polled, then published, then the post's URL is read.
      ...of('image', 'commit.sent', 'commit.sent#2', 'commit.sent#3'),
      // A comment in doubt is not sent again if it is not found.
      ...of('image', 'follow_up.sent', 'follow_up.answered#2'),
      ...of('lost', 'doubt.asked'),
    ],
  },
  youtube: {
    account: itself,
    needs: 'video',
    unthreaded: true,
    points: [
      // The second saved state says that the end of the video is about to be sent.
      ...of('video', 'upload.saved#2', 'commit.sent'),
      // The video is polled until it is processed, once or more often, before the comments are sent.
      ...of('video', 'follow_up.sent#3'),
      ...of('lost', 'doubt.asked'),
    ],
  },
  pinterest: {
    account: itself,
    needs: 'picture',
    silent: true,
    points: [
      // Stored, and the response lost; pinned, and the response lost.
      ...of('video', 'upload.sent#2', 'commit.sent'),
      // Pinterest accepts the same Pin twice, so only a person can know that it was not sent.
      { at: 'publish.commit.begun', post: 'image', ends: 'in doubt' },
      // The first call is refused, and the second one pinned it: it must not be sent a third time.
      ...of('limited', 'commit.sent#2'),
      ...of('lost', 'doubt.asked'),
    ],
  },
  tiktok: {
    account: itself,
    needs: 'video',
    settings: { rateLimits: false },
    options: { privacy_level: 'PUBLIC_TO_EVERYONE' },
    silent: true,
    points: [
      // An upload started; its end recorded and not sent; sent, and the response lost; polled.
      ...of('video', 'upload.saved', 'commit.begun', 'commit.sent', 'commit.sent#2'),
      ...of('lost', 'doubt.asked'),
    ],
  },
  linkedin: {
    // Posts of people can't be read, so a lost one is sent again, and LinkedIn's refusal resolves the doubt; posts of
    // Pages can be read, and some of the other users are Pages.
    account: (name) => (/[13579]$/.test(name) ? `by page ${name}` : name),
    unthreaded: true,
    points: [
      // An image's upload URL lost; its bytes uploaded, and the response lost; its status can't be polled.
      ...of('image', 'upload.sent', 'upload.sent#2', 'upload.answered', 'wait.sent', 'wait.answered'),
      ...of('text', 'commit.begun', 'commit.sent', 'commit.answered'),
      ...of('image', 'commit.begun', 'commit.sent'),
      // A part sent and not recorded; all parts sent; the upload finished, and the response lost.
      ...of('video', 'upload.saved', 'upload.sent#2', 'upload.saved#2', 'upload.sent#3', 'commit.sent'),
      { at: 'publish.commit.begun', post: 'twin', ends: 'refused' },
      ...of('lost', 'doubt.asked'),
    ],
  },
  reddit: {
    account: itself,
    lacks: 'video',
    unthreaded: true,
    options: { subreddit: 'polypost' },
    points: [
      // An upload lease, and its response lost; stored, and the response lost; accepted, and not visible yet.
      ...of('image', 'upload.sent', 'upload.sent#2', 'commit.sent', 'commit.answered'),
      ...of('text', 'commit.sent', 'commit.answered', 'follow_up.sent', 'follow_up.answered#2'),
      // Reddit accepts the same post twice, so only a person can know that it was not sent.
      { at: 'publish.commit.begun', post: 'text', ends: 'in doubt' },
      ...of('lost', 'doubt.asked'),
    ],
  },
} as const satisfies Readonly<Record<string, Crashed>>

export type CrashedPlatform = keyof typeof crashed

const all: Readonly<Record<string, Crashed>> = crashed

// The keys are all there is.
export const crashedNames = Object.keys(crashed) as CrashedPlatform[]

export const crashedPlatform = (name: CrashedPlatform): Crashed => all[name] ?? crashed[name]

/** The media that a post for all of these needs; null: text is enough. */
export const neededBy = (names: readonly string[]): Media | null =>
  names.map((name) => all[name]?.needs).find((needs) => needs !== undefined) ?? null

/** Whether one post can go to both of them. */
export function agree(...names: readonly [string, string]): boolean {
  const needed = names.flatMap((name) => all[name]?.needs ?? [])
  const lacked = names.flatMap((name) => all[name]?.lacks ?? [])
  return new Set(needed).size < 2 && !needed.some((media) => lacked.includes(media))
}

export const isUnthreaded = (name: string): boolean => all[name]?.unthreaded === true

export const takesComments = (name: string): boolean => all[name]?.silent !== true

/** `platform_options` of a post for these; undefined if none of them needs any. */
export function optionsFor(names: readonly string[]): Readonly<Record<string, object>> | undefined {
  const options = names.flatMap((name) => {
    const own = all[name]?.options
    return own ? [[name, own] as const] : []
  })
  return options.length > 0 ? Object.fromEntries(options) : undefined
}
