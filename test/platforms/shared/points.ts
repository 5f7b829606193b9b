/** The content of a post, or its faults; see test/proofs/crash/point-posts.ts. */
export type PostKind = 'text' | 'image' | 'gif' | 'video' | 'lost' | 'limited' | 'expired' | 'twin'

/** Where a process is killed, and during which post. */
export interface Point {
  readonly at: string
  readonly post: PostKind
  /** How the job ends; published and completed by default. */
  readonly ends?: 'in doubt' | 'refused'
}

export const of = (post: PostKind, ...names: readonly string[]): Point[] =>
  names.map((name) => ({ at: `publish.${name}`, post }))

/** For the post and its two comments. */
export const visible = [
  'commit.sent',
  'commit.answered',
  'commit.stored',
  ...['', '#2'].flatMap((time) => ['begun', 'sent', 'answered'].map((name) => `follow_up.${name}${time}`)),
]
