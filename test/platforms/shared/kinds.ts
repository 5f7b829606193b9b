/** The outcome for an account of a kind, and for its first post with a comment. Left out: all is well. */
export interface KindOfAccount {
  /** The platform’s or Polypost’s code of the refusal, if nothing is connected. */
  readonly refused?: string
  /** The error of the post. */
  readonly post?: string
  /** A finding that rejects the post at once. */
  readonly rejected?: string
  /** The post is tried again later. */
  readonly waits?: true
  readonly warns?: string
  readonly missing?: readonly string[]
  readonly type?: string
}

export const commentFails = { warns: 'comment_failed' } as const satisfies KindOfAccount
