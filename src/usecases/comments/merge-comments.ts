import { createHash } from 'node:crypto'
import type { Comment, CommentPage } from '../../platforms/shared/reads.ts'

/** How far the comments of one job have been shown. A page that was shown in part is read again, and what was shown left out. */
export interface Place {
  readonly jobId: number
  /** The platform’s cursor of the page that is being shown; null: its first. */
  readonly page: string | null
  /** The last of that page that was shown. */
  readonly last: Pick<Comment, 'createdAt' | 'id'> | null
  /** Marks of those shown last, one after another: new comments may push them onto a later page. */
  readonly shown: string
}

export const atStart = (jobId: number): Place => ({ jobId, page: null, last: null, shown: '' })

/** Reads a page of the platform’s; whatever else comes of it is a fault. */
export type ReadPage<Fault> = (
  page: string | null,
) => Promise<{ readonly type: 'read'; readonly value: CommentPage } | Fault>

export interface Shown {
  readonly jobId: number
  readonly comment: Comment
}

export interface Merged<Fault> {
  /** Newest first. */
  readonly shown: readonly Shown[]
  readonly faults: readonly Fault[]
  /** Where to go on; none where everything was shown. */
  readonly places: readonly Place[]
}

/** One job’s comments while they are merged with others. */
interface Reading<Fault> {
  readonly read: ReadPage<Fault>
  place: Place
  /** Of the page that was read, what is not yet shown. */
  rest: Comment[]
  /** The page behind it: undefined before one was read, null behind the last. */
  next: string | null | undefined
  reads: number
  fault: Fault | null
}

/** Pages of one platform that are read for one answer: some hold nothing. */
const maxReads = 8
/** Letters of a mark: 36 bits, so that two comments of a page hardly ever have the same. */
const markLength = 6
/** Only those at a page’s end are pushed off it, and they were shown last. */
const marksKept = 50

/**
 * Shows comments of several platforms as one list. A platform’s own pages are newest first, save that answers may stand
 * with what they answer: then an answer comes as late as that.
 */
export async function mergeComments<Fault extends { readonly type: string }>(
  sources: readonly { readonly place: Place; readonly read: ReadPage<Fault> }[],
  limit: number,
  /** Nothing more is read then: what is known is shown, and the rest with the next page. */
  isOver: () => boolean,
): Promise<Merged<Fault>> {
  const readings = sources.map(
    (source): Reading<Fault> => ({ ...source, rest: [], next: undefined, reads: 0, fault: null }),
  )
  const shown: Shown[] = []
  while (shown.length < limit) {
    if (isOver() && shown.length > 0 && readings.some(lacksPage)) break
    await Promise.all(readings.map(readOn))
    // What a platform holds that was read too often may be newer than all that is known.
    if (readings.some(isHeldUp)) break
    const newest = newestOf(readings)
    if (!newest) break
    shown.push({ jobId: newest.reading.place.jobId, comment: newest.comment })
    show(newest.reading, newest.comment)
  }
  const left = readings.filter((one) => one.fault !== null || !isEnded(one))
  // A platform that failed is asked again with the next page; where nothing else is left, only if it had begun.
  const goesOn = left.some(({ fault, place }) => fault === null || (shown.length > 0 && isBegun(place)))
  return {
    shown,
    faults: readings.flatMap(({ fault }) => fault ?? []),
    places: goesOn ? left.map(placeBehind) : [],
  }
}

const isBegun = ({ page, last }: Place): boolean => page !== null || last !== null

const isEnded = ({ rest, next }: Reading<unknown>): boolean => rest.length === 0 && next === null
const lacksPage = (one: Reading<unknown>): boolean => one.fault === null && one.rest.length === 0 && !isEnded(one)
const isHeldUp = (one: Reading<unknown>): boolean => lacksPage(one) && one.reads >= maxReads

async function readOn<Fault extends { readonly type: string }>(one: Reading<Fault>): Promise<void> {
  while (lacksPage(one) && !isHeldUp(one)) {
    const place = placeBehind(one)
    const said = await one.read(place.page)
    one.reads += 1
    if (!isRead(said)) {
      one.fault = said
      return
    }
    const { comments, next } = said.value
    one.place = place
    one.next = next === place.page ? null : next
    one.rest = comments.filter((comment) => !wasShown(place, comment)).sort(newestFirst)
  }
}

const isRead = <Fault extends { readonly type: string }>(
  said: { readonly type: 'read'; readonly value: CommentPage } | Fault,
): said is { readonly type: 'read'; readonly value: CommentPage } => said.type === 'read'

/** Of the page that is being shown; or the next, where that is at its end. */
const placeBehind = ({ place, rest, next }: Reading<unknown>): Place =>
  rest.length > 0 || next === undefined || next === null ? place : { ...place, page: next, last: null }

const newestFirst = (one: Place['last'] & {}, other: Place['last'] & {}): number =>
  other.createdAt - one.createdAt || (one.id < other.id ? 1 : one.id > other.id ? -1 : 0)

/** What is newer than the last one shown of a page has come since, and belongs to a list that begins anew. */
const wasShown = ({ last, shown }: Place, comment: Comment): boolean =>
  (last !== null && newestFirst(comment, last) <= 0) || marksIn(shown).includes(markOf(comment))

const marksIn = (shown: string): readonly string[] => shown.match(new RegExp(`.{${markLength}}`, 'g')) ?? []

const markOf = ({ id }: Comment): string => createHash('sha256').update(id).digest('base64url').slice(0, markLength)

function newestOf<Fault>(readings: readonly Reading<Fault>[]) {
  const heads = readings.flatMap((reading) => reading.rest.slice(0, 1).map((comment) => ({ reading, comment })))
  const [first, ...others] = heads
  return others.reduce((one, other) => (other.comment.createdAt > (one?.comment.createdAt ?? 0) ? other : one), first)
}

function show(reading: Reading<unknown>, comment: Comment): void {
  const { createdAt, id } = comment
  reading.rest.shift()
  reading.place = {
    ...reading.place,
    last: { createdAt, id },
    shown: (reading.place.shown + markOf(comment)).slice(-markLength * marksKept),
  }
}
