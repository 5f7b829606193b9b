/** The time of a post in a calendar, in milliseconds since 1970. */
export const effectiveTime = (post: {
  readonly scheduled_at: number | null
  readonly posted_at: number | null
  readonly created_at: number
}): number => post.scheduled_at ?? post.posted_at ?? post.created_at
