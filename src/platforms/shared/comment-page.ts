import type { Comment, CommentPage } from './reads.ts'

type CommentPosition = Pick<Comment, 'createdAt' | 'id'>

const newestFirst = (one: CommentPosition, other: CommentPosition): number =>
  other.createdAt - one.createdAt || (one.id < other.id ? 1 : one.id > other.id ? -1 : 0)

const cursorOf = ({ createdAt, id }: CommentPosition): string => `${createdAt} ${id}`

function positionOf(cursor: string): CommentPosition {
  const [createdAt = '', id = ''] = cursor.split(' ')
  return { createdAt: Number(createdAt), id }
}

/**
 * A page of comments that were all read at once, newest first. The cursor is the position of the last comment of the page
 * before, so comments that arrive or disappear in the meantime do not shift the page.
 */
export function pageAfter(
  comments: readonly Comment[],
  { limit, cursor }: { readonly limit: number; readonly cursor: string | null },
): CommentPage {
  const sorted = comments.toSorted(newestFirst)
  const rest = cursor === null ? sorted : sorted.filter((one) => newestFirst(positionOf(cursor), one) < 0)
  const some = rest.slice(0, limit)
  const last = some.length < rest.length ? some.at(-1) : undefined
  return { comments: some, next: last ? cursorOf(last) : null }
}
