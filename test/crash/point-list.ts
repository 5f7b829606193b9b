/** What a post carries, or meets; see point-posts.ts. */
export type PostKind = 'text' | 'image' | 'gif' | 'video' | 'lost' | 'limited' | 'expired' | 'twin'

/** Where a process is killed, on the way of which post. */
export interface Point {
  readonly at: string
  readonly post: PostKind
  /** What becomes of the job; published and completed, where nothing is said. */
  readonly ends?: 'in doubt' | 'refused'
}

/** While a post is accepted, whatever its platforms. */
export const acceptPoints: readonly string[] = ['idempotency.claimed', 'accept.stored', 'idempotency.stored']

/** Where a process is killed while it tells an address how a post has ended. */
export interface DeliverPoint {
  readonly at: string
  /** How often that is heard. */
  readonly heard: number
  /** Whether the attempt has to be made again. */
  readonly brokenOff: boolean
}

export const deliverPoints: readonly DeliverPoint[] = [
  { at: 'deliver.claimed', heard: 1, brokenOff: true },
  { at: 'deliver.answered', heard: 2, brokenOff: true },
  { at: 'deliver.written', heard: 1, brokenOff: false },
]

const of = (post: PostKind, ...names: readonly string[]): Point[] =>
  names.map((name) => ({ at: `publish.${name}`, post }))

const visible = [
  'commit.sent',
  'commit.answered',
  'commit.stored',
  ...['', '#2'].flatMap((time) => ['begun', 'sent', 'answered'].map((name) => `follow_up.${name}${time}`)),
]

/** Every point that a job of the platform passes; the second request of a step, and so on, where it matters which. */
export const publishPoints: Readonly<Record<string, readonly Point[]>> = {
  x: [
    ...of('gif', 'claimed', 'planned', 'upload.begun'),
    // Begun at X and the ID lost; a piece sent and not noted; all sent, and the answer lost.
    ...of('gif', 'upload.sent', 'upload.saved', 'upload.sent#2', 'upload.saved#3', 'upload.sent#5', 'upload.answered'),
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
  bluesky: [
    ...of('image', 'claimed', 'planned', 'upload.begun', 'upload.sent', 'upload.answered', 'step.stored'),
    ...of('image', 'commit.begun', ...visible),
    ...of('video', 'prepare.begun', 'prepare.sent', 'prepare.answered'),
    ...of('video', 'upload.begun', 'upload.sent', 'upload.sent#3', 'upload.answered'),
    ...of('video', 'wait.begun', 'wait.sent', 'wait.answered', 'commit.begun', 'commit.sent'),
    ...of('lost', 'doubt.asked'),
    // The new tokens are lost with it, but there is a password to sign in with again. Of X only a person has one.
    { at: 'accounts.renewed', post: 'expired' },
  ],
}
