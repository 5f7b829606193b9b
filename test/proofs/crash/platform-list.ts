import { of, type Point, visible } from './point-list.ts'

/** What the crash suites know of a platform. */
interface Crashed {
  /** A name of an account of which it counts no requests. */
  readonly account: (name: string) => string
  /** Of the simulated platform: all accounts call from one address, and no test here is about limits. */
  readonly settings?: object
  /** What every post there has to show; left out, text is enough. */
  readonly needs?: Media
  /** What no post there can show. */
  readonly lacks?: Media
  /** It takes no comments. */
  readonly silent?: true
  /** Comments all answer the post; left out, each answers the one before it. */
  readonly unthreaded?: true
  /** What every post there has to say. */
  readonly options?: object
  /** Every point that a job passes; the second request of a step, and so on, where it matters which. */
  readonly points: readonly Point[]
}

export type Media = 'picture' | 'video'

const itself = (name: string): string => name

export const crashed = {
  x: {
    account: (name) => `enterprise ${name}`,
    points: [
      ...of('gif', 'claimed', 'planned', 'upload.begun'),
      // Begun at X and the ID lost; a piece sent and not noted; all sent, and the answer lost.
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
      // X takes the same text with media twice, so nothing but a person can tell that it was not sent.
      { at: 'publish.commit.begun', post: 'gif', ends: 'in doubt' },
      ...of('text', 'commit.begun', 'commit.sent'),
      { at: 'publish.commit.begun', post: 'twin', ends: 'refused' },
      ...of('lost', 'doubt.asked'),
      ...of('limited', 'retry.stored'),
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
      // The new tokens are lost with it, but there is a password to sign in with again. Of X only a person has one.
      { at: 'accounts.renewed', post: 'expired' },
    ],
  },
  threads: {
    account: itself,
    settings: { quotas: false },
    points: [
      // The container made and its ID lost; kept; asked about.
      ...of('image', 'upload.sent', 'upload.saved', 'upload.sent#2'),
      // The container is asked, then published, then the post's address is read.
      ...of('image', 'commit.begun', 'commit.sent#2', 'commit.sent#3', 'commit.stored'),
      // The same of a comment, whose container is made first.
      ...of('text', 'follow_up.sent', 'follow_up.sent#2', 'follow_up.sent#3', 'follow_up.sent#4', 'follow_up.answered'),
      ...of('lost', 'doubt.asked'),
    ],
  },
  facebook: {
    account: itself,
    unthreaded: true,
    points: [
      // A photo that is there, and its ID lost; then the call that shows it.
      ...of('image', 'upload.sent', 'upload.answered', 'commit.begun', 'commit.sent', 'commit.answered'),
      // A comment that was announced and not sent is not sent again: there is a warning instead.
      ...of('image', 'follow_up.sent', 'follow_up.answered', 'follow_up.sent#2', 'follow_up.answered#2'),
      // A session begun and lost; a piece sent and not noted; the video finished, and the answer lost; asked how far it is.
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
      // The day's posts are asked for; the image becomes a JPEG, which asks nobody.
      ...of('image', 'prepare.sent', 'prepare.answered#2'),
      // The container made and its ID lost; asked about.
      ...of('image', 'upload.sent', 'wait.sent'),
      // The container is asked, then published, then the post's address is read.
      ...of('image', 'commit.sent', 'commit.sent#2', 'commit.sent#3'),
      // A comment of which it is not known whether it was sent is not sent again where it is not found.
      ...of('image', 'follow_up.sent', 'follow_up.answered#2'),
      ...of('lost', 'doubt.asked'),
    ],
  },
  youtube: {
    account: itself,
    needs: 'video',
    unthreaded: true,
    points: [
      // The second time something is kept, it is that the end of the video is about to be sent.
      ...of('video', 'upload.saved#2', 'commit.sent'),
      // It is looked whether the video is processed, once or more often, before the comments are sent.
      ...of('video', 'follow_up.sent#3'),
      ...of('lost', 'doubt.asked'),
    ],
  },
  pinterest: {
    account: itself,
    needs: 'picture',
    silent: true,
    points: [
      // Stored, and the answer lost; pinned, and the answer lost.
      ...of('video', 'upload.sent#2', 'commit.sent'),
      // Pinterest takes the same Pin twice, so nothing but a person can tell that it was not sent.
      { at: 'publish.commit.begun', post: 'image', ends: 'in doubt' },
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
      // An upload begun; its end announced and not sent; sent, and the answer lost; asked what became of it.
      ...of('video', 'upload.saved', 'commit.begun', 'commit.sent', 'commit.sent#2'),
      ...of('lost', 'doubt.asked'),
    ],
  },
  linkedin: {
    // Of people nothing can be read back, so what was lost is sent again, and LinkedIn's refusal settles it; of Pages it
    // can, which some of the others are.
    account: (name) => (/[13579]$/.test(name) ? `by page ${name}` : name),
    unthreaded: true,
    points: [
      // An image's place named, and lost; its bytes there, and the answer lost; nobody may ask how far it is.
      ...of('image', 'upload.sent', 'upload.sent#2', 'upload.answered', 'wait.sent', 'wait.answered'),
      ...of('text', 'commit.begun', 'commit.sent', 'commit.answered'),
      ...of('image', 'commit.begun', 'commit.sent'),
      // A part sent and not noted; all of them there; the upload ended, and the answer lost.
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
      // A place in the storage, and its answer lost; stored, and the answer lost; taken, and not shown yet.
      ...of('image', 'upload.sent', 'upload.sent#2', 'commit.sent', 'commit.answered'),
      ...of('text', 'commit.sent', 'commit.answered', 'follow_up.sent', 'follow_up.answered#2'),
      // Reddit takes the same post twice, so nothing but a person can tell that it was not sent.
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

/** What a post for all of these has to show; null: text is enough. */
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

/** `platform_options` of a post for these; undefined where none of them needs any. */
export function optionsFor(names: readonly string[]): Readonly<Record<string, object>> | undefined {
  const options = names.flatMap((name) => {
    const own = all[name]?.options
    return own ? [[name, own] as const] : []
  })
  return options.length > 0 ? Object.fromEntries(options) : undefined
}
