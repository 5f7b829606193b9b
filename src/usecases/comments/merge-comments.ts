import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Comment, CommentPage } from '../../platforms/shared/reads.ts'

/** How far the comments of one job were shown. A page that was shown in part is read again, without the shown comments. */
export interface SourcePosition {
  readonly jobId: number
  /** The platform’s cursor for the current page; null: the first page. */
  readonly page: string | null
  /** The last shown comment of that page. */
  readonly last: Pick<Comment, 'createdAt' | 'id'> | null
  /** Marks of the comments that were shown last, joined: new comments may push them onto a later page. */
  readonly shown: string
}

export const storedPositions: z.ZodType<readonly SourcePosition[]> = z.array(
  z.object({
    jobId: z.number(),
    page: z.string().nullable(),
    last: z.object({ createdAt: z.number(), id: z.string() }).nullable(),
    shown: z.string(),
  }),
)

export const atStart = (jobId: number): SourcePosition => ({ jobId, page: null, last: null, shown: '' })

/** Reads a page of comments from the platform. Every other result is a fault. */
export type ReadPage<Fault> = (
  page: string | null,
) => Promise<{ readonly type: 'read'; readonly value: CommentPage } | Fault>

export interface MergedComment {
  readonly jobId: number
  readonly comment: Comment
}

export interface MergedPage<Fault> {
  /** Newest first. */
  readonly shown: readonly MergedComment[]
  readonly faults: readonly Fault[]
  /** Where to continue; empty if everything was shown. */
  readonly positions: readonly SourcePosition[]
}

/** One job’s comments while they are merged with others. */
interface SourceState<Fault> {
  readonly read: ReadPage<Fault>
  position: SourcePosition
  /** Comments of the current page that are not shown yet. */
  rest: Comment[]
  /** The next page: undefined before the first read, null after the last page. */
  next: string | null | undefined
  reads: number
  fault: Fault | null
}

/** How many pages of one platform are read for one response: some pages are empty. */
const maxReads = 8
/** Characters of a mark: 36 bits, so two comments of a page almost never have the same mark. */
const markLength = 6
/** New comments push only the last comments of a page onto the next one, and those were shown last. */
const marksKept = 50

/**
 * Shows comments of several platforms as one list, newest first. A platform may list a reply next to its comment: then the
 * reply appears as late as the comment.
 */
export async function mergeComments<Fault extends { readonly type: string }>(
  sources: readonly { readonly position: SourcePosition; readonly read: ReadPage<Fault> }[],
  limit: number,
  /** When true, nothing more is read: the response contains the comments that are known, and the next page the others. */
  isOver: () => boolean,
): Promise<MergedPage<Fault>> {
  const readings = sources.map(
    (source): SourceState<Fault> => ({ ...source, rest: [], next: undefined, reads: 0, fault: null }),
  )
  const shown: MergedComment[] = []
  while (shown.length < limit) {
    if (isOver() && shown.length > 0 && readings.some(lacksPage)) break
    await Promise.all(readings.map(readOn))
    // A platform that was read too often may have comments that are newer than all known ones.
    if (readings.some(hasUsedItsReads)) break
    const newest = newestOf(readings)
    if (!newest) break
    shown.push({ jobId: newest.reading.position.jobId, comment: newest.comment })
    show(newest.reading, newest.comment)
  }
  const left = readings.filter((one) => one.fault !== null || !isEnded(one))
  // A platform that failed is read again with the next page. If only failed platforms are left, this needs a first result.
  const goesOn = left.some(({ fault, position }) => fault === null || (shown.length > 0 && isBegun(position)))
  return {
    shown,
    faults: readings.flatMap(({ fault }) => fault ?? []),
    positions: goesOn ? left.map(positionBehind) : [],
  }
}

const isBegun = ({ page, last }: SourcePosition): boolean => page !== null || last !== null

const isEnded = ({ rest, next }: SourceState<unknown>): boolean => rest.length === 0 && next === null
const lacksPage = (one: SourceState<unknown>): boolean => one.fault === null && one.rest.length === 0 && !isEnded(one)
const hasUsedItsReads = (one: SourceState<unknown>): boolean => lacksPage(one) && one.reads >= maxReads

async function readOn<Fault extends { readonly type: string }>(one: SourceState<Fault>): Promise<void> {
  while (lacksPage(one) && !hasUsedItsReads(one)) {
    const position = positionBehind(one)
    const result = await one.read(position.page)
    one.reads += 1
    if (!isRead(result)) {
      one.fault = result
      return
    }
    const { comments, next } = result.value
    one.position = position
    one.next = next === position.page ? null : next
    one.rest = comments.filter((comment) => !wasShown(position, comment)).sort(newestFirst)
  }
}

const isRead = <Fault extends { readonly type: string }>(
  result: { readonly type: 'read'; readonly value: CommentPage } | Fault,
): result is { readonly type: 'read'; readonly value: CommentPage } => result.type === 'read'

/** The position on the current page, or on the next one if the current page is finished. */
const positionBehind = ({ position, rest, next }: SourceState<unknown>): SourcePosition =>
  rest.length > 0 || next === undefined || next === null ? position : { ...position, page: next, last: null }

const newestFirst = (one: SourcePosition['last'] & {}, other: SourcePosition['last'] & {}): number =>
  other.createdAt - one.createdAt || (one.id < other.id ? 1 : one.id > other.id ? -1 : 0)

/** Comments newer than the last shown one were added later, and belong to a new list. */
const wasShown = ({ last, shown }: SourcePosition, comment: Comment): boolean =>
  (last !== null && newestFirst(comment, last) <= 0) || marksIn(shown).includes(markOf(comment))

const marksIn = (shown: string): readonly string[] => shown.match(new RegExp(`.{${markLength}}`, 'g')) ?? []

const markOf = ({ id }: Comment): string => createHash('sha256').update(id).digest('base64url').slice(0, markLength)

function newestOf<Fault>(readings: readonly SourceState<Fault>[]) {
  const heads = readings.flatMap((reading) => reading.rest.slice(0, 1).map((comment) => ({ reading, comment })))
  const [first, ...others] = heads
  return others.reduce((one, other) => (other.comment.createdAt > (one?.comment.createdAt ?? 0) ? other : one), first)
}

function show(reading: SourceState<unknown>, comment: Comment): void {
  const { createdAt, id } = comment
  reading.rest.shift()
  reading.position = {
    ...reading.position,
    last: { createdAt, id },
    shown: (reading.position.shown + markOf(comment)).slice(-markLength * marksKept),
  }
}
