/** A comment as its platform shows it. */
export interface Comment {
  readonly id: string
  /** The comment that it replies to; null directly under the post. */
  readonly parentId: string | null
  readonly author: CommentAuthor
  readonly message: string
  /** In milliseconds since 1970. */
  readonly createdAt: number
  readonly likeCount: number | null
  readonly replyCount: number | null
  readonly url: string | null
  /** Written by the connected account. */
  readonly isOwn: boolean
  readonly canReply: boolean
}

/** A field that the platform does not report is null. */
export interface CommentAuthor {
  readonly id: string | null
  readonly name: string | null
  readonly username: string | null
  readonly avatarUrl: string | null
  readonly profileUrl: string | null
}
