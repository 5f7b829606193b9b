/** The content of a post, or its faults; see point-posts.ts. */
export type PostKind = 'text' | 'image' | 'gif' | 'video' | 'lost' | 'limited' | 'expired' | 'twin'

/** Where a process is killed, and during which post. */
export interface Point {
  readonly at: string
  readonly post: PostKind
  /** How the job ends; published and completed by default. */
  readonly ends?: 'in doubt' | 'refused'
}

/** While a post is accepted, whatever its platforms. */
export const acceptPoints: readonly string[] = ['accept.stored', 'idempotency.stored']

/** Where a process is killed while it reports the end of a post to a callback URL. */
export interface DeliverPoint {
  readonly at: string
  /** How often the callback URL receives it. */
  readonly heard: number
  /** Whether the attempt must be repeated. */
  readonly brokenOff: boolean
}

export const deliverPoints: readonly DeliverPoint[] = [
  { at: 'deliver.claimed', heard: 1, brokenOff: true },
  { at: 'deliver.answered', heard: 2, brokenOff: true },
  { at: 'deliver.written', heard: 1, brokenOff: false },
]

export const of = (post: PostKind, ...names: readonly string[]): Point[] =>
  names.map((name) => ({ at: `publish.${name}`, post }))

/** For the post and its two comments. */
export const visible = [
  'commit.sent',
  'commit.answered',
  'commit.stored',
  ...['', '#2'].flatMap((time) => ['begun', 'sent', 'answered'].map((name) => `follow_up.${name}${time}`)),
]
